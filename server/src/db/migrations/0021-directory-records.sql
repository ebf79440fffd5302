-- What is known of companies beyond their own row. The same for every account.
create table company_locations (
  id bigint primary key,
  company_id bigint not null references companies (id),
  name text,
  street_address text,
  postal_code text,
  city text,
  region text,
  region_code text,
  country_code text not null,
  latitude double precision,
  longitude double precision
);
create index company_locations_by_company on company_locations (company_id);
select place_everywhere('company_locations');

create table contacts (
  id bigint primary key,
  company_id bigint not null references companies (id),
  -- By which an import finds the contact again; the first of the e-mail addresses.
  email text unique,
  first_name text,
  last_name text,
  full_name text not null,
  title text,
  department text not null default 'other',
  hierarchy_level text not null default 'unknown',
  affiliation text not null default 'current' check (affiliation in ('current', 'former')),
  emails jsonb not null default '[]',
  phone_numbers text[] not null default '{}',
  social_media_profiles jsonb not null default '{}',
  country_code text,
  do_not_contact boolean not null default false,
  updated_at timestamptz not null
);
create index contacts_by_company on contacts (company_id);
create index contacts_name_trigram on contacts using gin (full_name gin_trgm_ops);
select place_everywhere('contacts');

-- The id is made from company, category, title and date: the same signal imported twice is one.
create table signals (
  id bigint primary key,
  company_id bigint not null references companies (id),
  category text not null,
  title text not null,
  summary text,
  event_date date,
  published_at timestamptz not null,
  source_url text,
  confidence real
);
create index signals_by_company on signals (company_id, published_at desc);
select place_everywhere('signals');

create table financial_reports (
  company_id bigint not null references companies (id),
  year int not null,
  currency text not null,
  revenue numeric,
  earnings numeric,
  net_worth numeric,
  total_assets numeric,
  employees int,
  source text,
  primary key (company_id, year)
);
select place_everywhere('financial_reports');

-- What an account's CRM holds, and which company it is about: connected when certain, suggested when only likely.
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
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint crm_records_external unique (account_id, crm, record_type, external_id)
);
select place_by_account('crm_records');

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
select place_by_account('crm_connections');
