create table accounts (
  id bigint primary key,
  name text not null,
  plan text not null check (plan in ('lite', 'trial', 'premium')),
  timezone text not null,
  company_id bigint references companies (id),
  monthly_credits int not null default 1000 check (monthly_credits >= 0),
  cookie_consent jsonb not null default '{}',
  data_processing jsonb not null default '{}',
  -- How the account handles companies that are not to be contacted.
  outreach jsonb not null default '{}',
  -- Shown in the web application, on shared dashboards and in mails.
  brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  -- When a user hid the first-run checklist.
  checklist_hidden_at timestamptz,
  -- An account with simulated visits, to try the product. Null: an ordinary account.
  sample_status text check (sample_status in ('filling', 'ready')),
  created_at timestamptz not null,
  -- Set when the deletion of the account begins: from then on it takes no events and cannot be used. The row is deleted last, so that an
  -- interrupted deletion can be resumed.
  closed_at timestamptz
);
select place_by_account('accounts', 'id');

create table account_logos (
  account_id bigint primary key references accounts (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null,
  -- Part of the address of the image, so that browsers can keep it and nobody can guess it.
  hash text not null,
  updated_at timestamptz not null
);
select place_by_account('account_logos');

-- Credits used in a month. A charge locks this row, so that the charges of an account are serialized.
create table credit_months (
  account_id bigint not null references accounts (id) on delete cascade,
  month date not null,
  used int not null,
  primary key (account_id, month)
);
select place_by_account('credit_months');

-- Records revealed by a charge. They stay revealed for twelve months.
create table opened_records (
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('company', 'contact', 'ip')),
  record_id text not null,
  opened_at timestamptz not null,
  primary key (account_id, kind, record_id)
);
select place_by_account('opened_records');

-- The ledger: every charge, with the request that caused it.
create table credit_charges (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  charged_at timestamptz not null,
  kind text not null,
  record_id text not null,
  credits int not null,
  operation text not null,
  request_id uuid not null,
  primary key (account_id, id)
);
create index credit_charges_by_time on credit_charges (account_id, charged_at);
create index credit_charges_by_request on credit_charges (account_id, request_id);
select place_by_account('credit_charges');

-- Requests of an account by operation and month.
create table usage_counts (
  account_id bigint not null,
  month date not null,
  operation text not null,
  requests int not null,
  errors int not null,
  credits_charged int not null,
  primary key (account_id, month, operation)
);
select place_by_account('usage_counts');
