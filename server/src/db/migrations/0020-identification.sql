-- Blocks of addresses that the directory assigns to companies.
create table company_ip_ranges (
  block inet not null,
  company_id bigint not null references companies (id),
  source text not null,
  updated_at timestamptz not null,
  primary key (block, company_id)
);
create index company_ip_ranges_by_block on company_ip_ranges using gist (block inet_ops);
create index company_ip_ranges_by_company on company_ip_ranges (company_id);
select place_everywhere('company_ip_ranges');

-- What an account has corrected. A rule is for a block of addresses or for a domain.
create table identification_rules (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  block inet,
  domain text,
  effect text not null check (effect in ('company', 'not_a_company', 'ignore')),
  company_id bigint references companies (id),
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint identification_rules_target check (num_nonnulls(block, domain) = 1),
  constraint identification_rules_effect check ((effect = 'company') = (company_id is not null)),
  constraint identification_rules_block unique (account_id, block),
  constraint identification_rules_domain unique (account_id, domain)
);
select place_by_account('identification_rules');

-- Turns an address into a key that tells it from others and from which nobody without the secret finds back.
create table address_secrets (
  account_id bigint primary key references accounts (id) on delete cascade,
  secret bytea not null
);
select place_by_account('address_secrets');

-- Which employers the visitors at an address named with their e-mail. Forgotten with the addresses themselves.
create table learned_addresses (
  account_id bigint not null references accounts (id) on delete cascade,
  address_key bigint not null,
  domain text not null,
  visitor_id text not null,
  seen_at timestamptz not null,
  primary key (account_id, address_key, domain, visitor_id)
);
create index learned_addresses_by_time on learned_addresses (seen_at);
select place_by_account('learned_addresses');

-- A run that judges past visits anew, and how far it is. It goes on from its cursor after a restart.
create table reattributions (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  reason text not null,
  -- Which visits: all of them, those of some blocks, companies or visitors.
  scope jsonb not null,
  status text not null check (status in ('waiting', 'running', 'completed', 'failed')),
  visits_judged int not null default 0,
  visits_changed int not null default 0,
  cursor_started_at timestamptz,
  cursor_id uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (account_id, id)
);
select place_by_account('reattributions');

alter table visits add column address_key bigint;
create index visits_by_address on visits (account_id, address_key) where address_key is not null;

-- Where a visitor was last seen on a company's own network.
alter table visitors add column office_company_id bigint;
alter table visitors add column office_confidence real;
alter table visitors add column office_at timestamptz;
