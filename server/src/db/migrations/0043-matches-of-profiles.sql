-- The number of matches, which would otherwise be counted whenever profiles are shown.
alter table icps add column match_count integer not null default 0;
update icps set match_count = counted.number
from (select account_id, icp_id, count(*)::integer as number from icp_matches group by account_id, icp_id) as counted
where icps.account_id = counted.account_id and icps.id = counted.icp_id;
