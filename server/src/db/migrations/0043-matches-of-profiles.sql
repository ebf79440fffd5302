-- The number of matches, which would otherwise be counted whenever profiles are shown.
alter table icps add column match_count integer not null default 0;
update icps set match_count = (select count(*) from icp_matches m where m.account_id = icps.account_id and m.icp_id = icps.id);
