-- Corrections of an account, each for an address block or for a domain.
create table corrections (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  block inet,
  domain text,
  effect text not null check (effect in ('company', 'not_a_company', 'ignore')),
  company_id bigint references companies (id),
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint corrections_target check (num_nonnulls(block, domain) = 1),
  constraint corrections_effect check ((effect = 'company') = (company_id is not null)),
  constraint corrections_block unique (account_id, block),
  constraint corrections_domain unique (account_id, domain)
);
select place_by_account('corrections');

-- The secret of the keyed hash that replaces an address. Without it nobody can compute the address from the key.
create table address_secrets (
  account_id bigint primary key references accounts (id) on delete cascade,
  secret bytea not null
);
select place_by_account('address_secrets');

-- Which employers the visitors at an address named with their e-mail. Deleted together with the addresses themselves. A visitor has one
-- employer at a time, that of the latest e-mail address, so there is at most one row for a visitor at an address.
create table learned_addresses (
  account_id bigint not null references accounts (id) on delete cascade,
  visitor_id text not null,
  address_key bigint not null,
  domain text not null,
  seen_at timestamptz not null,
  primary key (account_id, visitor_id, address_key)
);
create index learned_addresses_by_address on learned_addresses (account_id, address_key, domain);
create index learned_addresses_by_time on learned_addresses (seen_at);
select place_by_account('learned_addresses');

-- A run that judges past visits again, with its progress. After a restart it continues from its cursor.
create table reattributions (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  reason text not null,
  -- Which visits: all of them, or those of some address blocks, companies or visitors.
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
