-- The goals that a company reached, newest first, without reading its other visits.
create index visits_with_company_goals on visits (account_id, company_id, started_at desc) where company_id is not null and goals <> '[]'::jsonb;

-- The number of leads in the rollups of an interval. Counting them for each page of the list would read all of them.
alter table lead_windows add column leads int not null default 0;
update lead_windows set leads = counted.leads
from (select account_id, window_id, count(*) as leads from lead_window_rollups group by account_id, window_id) as counted
where lead_windows.account_id = counted.account_id and lead_windows.id = counted.window_id;
