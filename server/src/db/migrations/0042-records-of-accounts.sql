-- The company at the head of a group, and the wish of a company to be left alone.
alter table companies add column group_company_id bigint;
alter table companies add column do_not_contact boolean not null default false;
create index companies_by_group on companies (group_company_id) where group_company_id is not null;

-- Fields that an account adds to companies and contacts. The id is a slug made from the name.
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

-- Work on many records that one request began. The change and the end of the job are one transaction.
create table batch_jobs (
  account_id bigint not null references accounts (id) on delete cascade,
  id uuid not null,
  type text not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  configuration jsonb not null,
  results jsonb,
  summary jsonb,
  errors jsonb,
  attempts int not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (account_id, id)
);
select place_by_account('batch_jobs');

-- What an account asked of each operation in a month.
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

-- Answers that a repeated Idempotency-Key brings back. Belongs to a credential, so it lives on the coordinator.
create table idempotency_keys (
  subject text not null,
  key text not null,
  fingerprint bytea not null,
  created_at timestamptz not null,
  -- Null while the first request is under way.
  status int,
  headers jsonb,
  body text,
  primary key (subject, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);
