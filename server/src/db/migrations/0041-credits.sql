-- What an account has used of a month's credits. Whoever charges locks this row, so charges of an account come one by one.
create table credit_months (
  account_id bigint not null references accounts (id) on delete cascade,
  month date not null,
  used int not null,
  primary key (account_id, month)
);
select place_by_account('credit_months');

-- Records that a charge has opened. Open for twelve months from then on.
create table opened_records (
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('company', 'contact', 'ip')),
  record_id text not null,
  opened_at timestamptz not null,
  primary key (account_id, kind, record_id)
);
select place_by_account('opened_records');

-- The ledger: every charge, with the request that made it.
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
select place_by_account('credit_charges');
