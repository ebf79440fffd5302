create table visitors (
  account_id bigint not null,
  id text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  email text,
  first_name text,
  last_name text,
  identified_at timestamptz,
  primary key (account_id, id)
);
select place_by_account('visitors');

-- Dictionaries of what many visits share. The ids are hashes of the contents, so any process makes the same one.
create table pages (
  account_id bigint not null,
  id bigint not null,
  url text not null,
  hostname text not null,
  path text not null,
  title text,
  primary key (account_id, id)
);
select place_by_account('pages');

create table places (
  account_id bigint not null,
  id bigint not null,
  country_code text,
  region text,
  city text,
  postal_code text,
  latitude double precision,
  longitude double precision,
  primary key (account_id, id)
);
select place_by_account('places');

-- Why a visit is thought to come from a company. Holds the network, never the visitor's address.
create table verdicts (
  account_id bigint not null,
  id bigint not null,
  company_id bigint,
  kind text not null,
  confidence real not null,
  network jsonb not null,
  evidence jsonb not null,
  primary key (account_id, id)
);
select place_by_account('verdicts');

create table visits (
  account_id bigint not null,
  started_at timestamptz not null,
  -- The id of the visit's first event.
  id uuid not null,
  visitor_id text not null,
  company_id bigint,
  verdict_id bigint,
  place_id bigint not null,
  ended_at timestamptz not null,
  page_depth int not null,
  visit_length int not null,
  landing_page_id bigint,
  page_ids bigint[] not null,
  source text,
  medium text,
  campaign text,
  keyword text,
  referring_url text,
  device_type text,
  browser text,
  os text,
  ga_client_ids text[] not null,
  partner_cookies jsonb,
  ip inet,
  -- What the visit is made of, in order: enough to cut it anew when a late event arrives.
  events jsonb not null,
  goals jsonb not null,
  primary key (account_id, started_at, id)
) partition by range (started_at);
create index visits_by_visitor on visits (account_id, visitor_id, started_at);
create index visits_by_company on visits (account_id, company_id, started_at desc) where company_id is not null;
select place_by_account('visits');

-- A company that visited the account's site, with what the account's people did about it.
create table leads (
  account_id bigint not null references accounts (id) on delete cascade,
  company_id bigint not null references companies (id),
  first_visit_at timestamptz,
  last_visit_at timestamptz,
  visits int not null default 0,
  page_views int not null default 0,
  assignee_id bigint,
  followed boolean not null default false,
  hidden boolean not null default false,
  emailed_to text[] not null default '{}',
  crm_lead_id bigint,
  crm_organization_id bigint,
  primary key (account_id, company_id)
);
create index leads_by_last_visit on leads (account_id, last_visit_at desc, company_id);
select place_by_account('leads');

-- Sums of a company's visits by day (in the account's timezone) and place.
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
create index company_days_by_day on company_days (account_id, day);
select place_by_account('company_days');
