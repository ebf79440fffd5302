-- What is known of the world, the same for every account. Read by everyone, written seldom: reference tables.
create table industries (
  code text primary key,
  name text not null,
  parent_code text references industries (code),
  nace text[] not null,
  wz text[] not null
);
select place_everywhere('industries');

create table companies (
  id bigint primary key,
  name text not null,
  kind text not null default 'business' check (kind in ('business', 'education', 'government')),
  -- Where the record comes from: the seed, an import, or the name of a network's organisation.
  origin text not null,
  -- Finds the record of an organisation that has no known domain.
  network_name text unique,
  domain text unique,
  alternative_names text[] not null default '{}',
  description text,
  url text,
  alternative_urls text[] not null default '{}',
  email text,
  phone_numbers text[] not null default '{}',
  logo_url text,
  founded_year int,
  legal_form text,
  register jsonb,
  vat_id text,
  street_address text,
  postal_code text,
  city text,
  region text,
  region_code text,
  country_code text,
  latitude double precision,
  longitude double precision,
  industry_codes text[] not null default '{}',
  employee_count int,
  employee_range text,
  revenue jsonb,
  earnings jsonb,
  net_worth jsonb,
  social_media_profiles jsonb not null default '{}',
  keywords text[] not null default '{}',
  customer_orientation text check (customer_orientation in ('b2b', 'b2c', 'both')),
  merged_into bigint references companies (id),
  updated_at timestamptz not null
);
create index companies_name_trigram on companies using gin (name gin_trgm_ops);
select place_everywhere('companies');

-- Every domain that leads to a company, its main one too.
create table company_domains (
  domain text primary key,
  company_id bigint not null references companies (id)
);
create index company_domains_by_company on company_domains (company_id);
select place_everywhere('company_domains');

-- The networks that a company runs itself.
create table company_networks (
  asn bigint primary key,
  company_id bigint not null references companies (id)
);
create index company_networks_by_company on company_networks (company_id);
select place_everywhere('company_networks');
