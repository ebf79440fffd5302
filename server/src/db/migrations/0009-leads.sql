-- A company that visited the account's site, with what the account's users did about it.
create table leads (
  account_id bigint not null references accounts (id) on delete cascade,
  company_id bigint not null references companies (id),
  first_visit_at timestamptz,
  last_visit_at timestamptz,
  visits int not null default 0,
  page_views int not null default 0,
  -- Page depth of the deepest visit. If all visits of a lead are in the requested interval it is the answer, else its upper bound.
  deepest_visit int not null default 0,
  assignee_id bigint,
  followed boolean not null default false,
  hidden boolean not null default false,
  -- Derived from lead_emails.
  emailed_to text[] not null default '{}',
  crm_lead_id bigint,
  crm_organization_id bigint,
  -- The industry under which the visits of a lead are summed; it follows the directory.
  industry_code text,
  primary key (account_id, company_id)
);
-- Lists and counts of leads read these indexes alone.
create index leads_by_last_visit on leads (account_id, last_visit_at desc, company_id) include (first_visit_at, hidden);
create index leads_hidden on leads (account_id, company_id) where hidden;
-- Sorting by assignee reads the assigned leads first, which are few.
create index leads_by_assignee on leads (account_id, assignee_id, company_id) where assignee_id is not null;
-- The inbox of a user lists the leads assigned to them, the newest visit first.
create index leads_assigned_by_last_visit on leads (account_id, assignee_id, last_visit_at desc, company_id) where assignee_id is not null;
select place_by_account('leads');

-- Rollups of a company's visits by day (in the account's time zone) and place.
create table company_days (
  account_id bigint not null,
  company_id bigint not null,
  day date not null,
  place_id bigint not null,
  visits int not null,
  page_views int not null,
  deepest_visit int not null,
  first_visit_at timestamptz not null,
  last_visit_at timestamptz not null,
  primary key (account_id, company_id, day, place_id)
);
create index company_days_by_day on company_days (account_id, day) include (company_id, first_visit_at);
-- Leads of an interval are listed from the newest visit on, without summing the whole interval.
create index company_days_by_last_visit on company_days (account_id, last_visit_at desc, company_id);
select place_by_account('company_days');

-- Pages that a company viewed on a day (in the account's time zone). A feed with a page condition reads this table, not the visits.
create table company_pages (
  account_id bigint not null,
  page_id bigint not null,
  day date not null,
  company_id bigint not null,
  primary key (account_id, page_id, day, company_id)
);
create index company_pages_by_company on company_pages (account_id, company_id, day);
select place_by_account('company_pages');

-- Visits of identified companies by day, spread over several rows so that concurrent writers rarely wait for each other.
create table visit_days (
  account_id bigint not null,
  day date not null,
  bucket smallint not null,
  visits int not null,
  primary key (account_id, day, bucket)
);
select place_by_account('visit_days');

-- Accounts whose daily rollups are being rebuilt, with the progress. The rebuild continues after company_id; if from_day is set, that
-- company itself still has to be counted from that day on.
create table day_rebuilds (
  account_id bigint primary key references accounts (id) on delete cascade,
  company_id bigint,
  from_day date,
  companies_done int not null default 0,
  -- After the companies, the rebuild counts the days from the newest on. Days from this one on are counted; null before the first.
  rollup_day date,
  requested_at timestamptz not null,
  heartbeat_at timestamptz not null
);
select place_by_account('day_rebuilds');

-- Rollups of every lead over the intervals in use, with an index for each column of the lead list. A cache: unlogged, not part of backups,
-- and all three tables of an account are on one node, so a crash empties them together.
create unlogged table lead_windows (
  account_id bigint not null,
  id bigint not null,
  first_day date not null,
  last_day date not null,
  requested_at timestamptz not null,
  used_at timestamptz not null,
  -- Null until all leads are in `lead_window_rollups`.
  built_at timestamptz,
  primary key (account_id, id)
);
create unique index lead_windows_by_days on lead_windows (account_id, first_day, last_day);
select place_by_account('lead_windows');

-- The columns after place_id are what the list is sorted and searched by.
create unlogged table lead_window_rollups (
  account_id bigint not null,
  window_id bigint not null,
  company_id bigint not null,
  visits int not null,
  page_views int not null,
  deepest_visit int not null,
  last_visit_at timestamptz not null,
  place_id bigint not null,
  first_visit_at timestamptz not null,
  quality float8 not null,
  name text not null,
  domain text,
  place text,
  industry text,
  employees smallint,
  source text,
  primary key (account_id, window_id, company_id)
);
create index lead_window_rollups_by_visits on lead_window_rollups (account_id, window_id, visits, company_id);
create index lead_window_rollups_by_page_views on lead_window_rollups (account_id, window_id, page_views, company_id);
create index lead_window_rollups_by_last_visit on lead_window_rollups (account_id, window_id, last_visit_at, company_id);
create index lead_window_rollups_by_first_visit on lead_window_rollups (account_id, window_id, first_visit_at, company_id);
create index lead_window_rollups_by_quality on lead_window_rollups (account_id, window_id, quality, company_id);
create index lead_window_rollups_by_name on lead_window_rollups (account_id, window_id, name, company_id);
create index lead_window_rollups_by_place on lead_window_rollups (account_id, window_id, place, company_id);
create index lead_window_rollups_by_industry on lead_window_rollups (account_id, window_id, industry, company_id);
create index lead_window_rollups_by_employees on lead_window_rollups (account_id, window_id, employees, company_id);
create index lead_window_rollups_by_source on lead_window_rollups (account_id, window_id, source, company_id);
select place_by_account('lead_window_rollups');

-- Companies whose rollups changed since their window was last updated.
create unlogged table lead_changes (
  account_id bigint not null,
  window_id bigint not null,
  id uuid not null,
  company_ids bigint[] not null,
  primary key (account_id, window_id, id)
);
select place_by_account('lead_changes');

-- Names that differ only in case or in the composition of their characters are equal: "Straße" and "STRASSE" fold alike.
create function folded_name(name text) returns text language sql immutable parallel safe as
$$ select replace(replace(lower(normalize(name, nfc)), 'ß', 'ss'), 'ς', 'σ') $$;

create table tags (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  name text not null,
  color smallint not null default 0 check (color between 0 and 9),
  primary key (account_id, id)
);
create unique index tags_name on tags (account_id, folded_name(name));
select place_by_account('tags');

create table lead_tags (
  account_id bigint not null,
  company_id bigint not null references companies (id),
  tag_id bigint not null,
  primary key (account_id, company_id, tag_id),
  foreign key (account_id, tag_id) references tags (account_id, id) on delete cascade
);
create index lead_tags_by_tag on lead_tags (account_id, tag_id);
select place_by_account('lead_tags');

create table notes (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  company_id bigint not null references companies (id),
  author_id bigint not null,
  body text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index notes_by_company on notes (account_id, company_id, created_at desc);
select place_by_account('notes');

-- What users did with a lead.
create table activities (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  company_id bigint not null references companies (id),
  actor_id bigint not null,
  kind text not null,
  detail text,
  happened_at timestamptz not null,
  primary key (account_id, id)
);
create index activities_by_company on activities (account_id, company_id, happened_at desc);
select place_by_account('activities');

-- E-mails that users of an account sent to a company, logged by hand or imported.
create table lead_emails (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  company_id bigint not null references companies (id),
  email text not null,
  subject text,
  sent_at timestamptz not null,
  sender text,
  -- Null if the e-mail was imported.
  logged_by bigint,
  primary key (account_id, id)
);
create index lead_emails_by_company on lead_emails (account_id, company_id, sent_at desc);
select place_by_account('lead_emails');

-- An account's own decision about a company. It takes precedence over the directory and the CRM.
create table company_settings (
  account_id bigint not null references accounts (id) on delete cascade,
  company_id bigint not null references companies (id),
  do_not_contact boolean not null,
  updated_at timestamptz not null,
  primary key (account_id, company_id)
);
select place_by_account('company_settings');

-- What an account decided or found out about a contact. It takes precedence over the shared directory.
create table contact_overrides (
  account_id bigint not null references accounts (id) on delete cascade,
  contact_id bigint not null references contacts (id) on delete cascade,
  do_not_contact boolean,
  found_emails jsonb,
  found_phone_numbers text[],
  updated_at timestamptz not null,
  primary key (account_id, contact_id)
);
select place_by_account('contact_overrides');
