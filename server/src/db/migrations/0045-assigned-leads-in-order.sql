-- Leads without visits come last in a user's inbox.
create index leads_assigned_newest_first on leads (account_id, assignee_id, last_visit_at desc nulls last, company_id) where assignee_id is not null;
drop index leads_assigned_by_last_visit;
