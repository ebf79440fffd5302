-- Who may come in. These tables are looked up before the account is known, so they live on the coordinator and hold no
-- foreign key to accounts: a cascade would never reach them there.
create table users (
  id bigint primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  phone_number text,
  country_code text,
  created_at timestamptz not null
);

create table memberships (
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  permissions text[] not null default '{}',
  created_at timestamptz not null,
  primary key (user_id, account_id)
);
create index memberships_by_account on memberships (account_id);

-- Credentials of the earlier interface.
create table api_tokens (
  id bigint primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  disabled_at timestamptz
);
create index api_tokens_by_user on api_tokens (user_id);

-- Credentials of the versioned interface.
create table api_keys (
  id bigint primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  -- Null means every scope there is or will be.
  scopes text[],
  rate_per_second int not null,
  burst int not null,
  monthly_quota int not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_user on api_keys (user_id);

-- Counters of the limits that reset when a minute or a month begins. Losing them in a crash opens one window early.
create unlogged table request_windows (
  subject text not null,
  begins_at timestamptz not null,
  requests int not null,
  primary key (subject, begins_at)
);
