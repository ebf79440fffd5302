-- Fields that an account adds to companies and contacts. The id is a slug of the name.
create table custom_fields (
  account_id bigint not null references accounts (id) on delete cascade,
  id text not null,
  scope text not null check (scope in ('company', 'contact')),
  name text not null,
  type text not null,
  description text,
  prompt text,
  -- False for a field that a CRM manages.
  editable boolean not null default true,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select place_by_account('custom_fields');

create table custom_field_values (
  account_id bigint not null,
  scope text not null,
  record_id bigint not null,
  field_id text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, scope, record_id, field_id),
  foreign key (account_id, field_id) references custom_fields (account_id, id) on delete cascade
);
create index custom_field_values_by_field on custom_field_values (account_id, field_id);
select place_by_account('custom_field_values');

-- Ideal customer profiles.
create table icps (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  filters jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index icps_name on icps (account_id, lower(name));
select place_by_account('icps');

-- How well the companies that an account knows match its profiles. Rebuilt when a profile changes, and every night.
create table icp_matches (
  account_id bigint not null,
  icp_id uuid not null,
  company_id bigint not null references companies (id),
  score real not null,
  matched text[] not null,
  missed text[] not null,
  matched_at timestamptz not null,
  primary key (account_id, icp_id, company_id),
  foreign key (account_id, icp_id) references icps (account_id, id) on delete cascade
);
create index icp_matches_by_company on icp_matches (account_id, company_id);
select place_by_account('icp_matches');

create table personas (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  departments text[] not null,
  hierarchy_levels text[] not null,
  positions text[] not null,
  countries text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index personas_name on personas (account_id, lower(name));
select place_by_account('personas');

-- Campaigns that brought visits, with what users added. No foreign key to the list and the feed: deleting one of them sets the column to
-- null, which a cluster cannot do by a foreign key that includes account_id.
create table campaigns (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  utm_campaign text not null,
  name text not null,
  status text not null check (status in ('draft', 'active', 'paused', 'ended')),
  channel text,
  budget jsonb,
  starts_on date,
  ends_on date,
  discovered boolean not null,
  list_id bigint,
  custom_feed_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint campaigns_utm_campaign unique (account_id, utm_campaign)
);
select place_by_account('campaigns');

-- What a campaign cost in a period. The amount is spread evenly over its days, so that any interval has a cost.
create table campaign_costs (
  account_id bigint not null,
  id bigint not null,
  campaign_id bigint not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- In hundredths of the currency.
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade
);
create index campaign_costs_by_campaign on campaign_costs (account_id, campaign_id, first_day);
select place_by_account('campaign_costs');

create table crm_records (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  crm text not null,
  record_type text not null check (record_type in ('organization', 'lead', 'contact', 'deal')),
  external_id text not null,
  name text not null,
  url text,
  owner_name text,
  owner_email text,
  stage text,
  do_not_contact boolean,
  -- How the record refers to its company. Kept, so that a company that becomes known later is connected as well.
  company_id bigint,
  domain text,
  email text,
  email_domain text,
  company_name text,
  company_name_key text,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint crm_records_external unique (account_id, crm, record_type, external_id)
);
create index crm_records_by_domain on crm_records (account_id, domain) where domain is not null;
create index crm_records_by_email on crm_records (account_id, email) where email is not null;
create index crm_records_by_email_domain on crm_records (account_id, email_domain) where email_domain is not null;
create index crm_records_by_company_name on crm_records (account_id, company_name_key) where company_name_key is not null;
select place_by_account('crm_records');

-- Which company a CRM record is about: connected if certain, suggested if only likely.
create table crm_connections (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  company_id bigint not null references companies (id),
  record_id bigint not null,
  status text not null check (status in ('connected', 'suggested')),
  matched_on text not null,
  primary key (account_id, id),
  constraint crm_connections_pair unique (account_id, company_id, record_id),
  foreign key (account_id, record_id) references crm_records (account_id, id) on delete cascade
);
create index crm_connections_by_record on crm_connections (account_id, record_id);
select place_by_account('crm_connections');
