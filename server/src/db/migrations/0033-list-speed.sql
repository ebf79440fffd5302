-- The deepest visit of all: where a lead's visits all lie in the interval, its own row answers, and elsewhere it bounds the answer.
alter table leads add column deepest_visit int not null default 0;
update leads set deepest_visit = sums.deepest_visit
from (select account_id, company_id, max(deepest_visit) as deepest_visit from company_days group by account_id, company_id) as sums
where leads.account_id = sums.account_id and leads.company_id = sums.company_id;

-- Lists and counts of leads read these indexes alone.
drop index leads_by_last_visit;
create index leads_by_last_visit on leads (account_id, last_visit_at desc, company_id) include (first_visit_at, hidden);
create index leads_hidden on leads (account_id, company_id) where hidden;
drop index company_days_by_day;
create index company_days_by_day on company_days (account_id, day) include (company_id, first_visit_at);
