-- Applications that act for users or for their account. Looked up before the account is known, so it lives on the coordinator.
create table oauth_apps (
  client_id text primary key,
  account_id bigint not null,
  name text not null,
  secret_hash text not null,
  redirect_uris text[] not null,
  scopes text[] not null,
  grants text[] not null,
  rate_per_second int not null,
  burst int not null,
  monthly_quota int not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create index oauth_apps_by_account on oauth_apps (account_id);

-- What the authorization server remembers: tokens, codes, grants, sessions, interactions. Found by a hash of the secret.
-- Revoked and expired tokens stay for a while, so that their bearers are told what became of them.
create table oauth_records (
  model text not null,
  id_hash bytea not null,
  uid text,
  grant_id text,
  payload jsonb not null,
  expires_at timestamptz,
  consumed_at timestamptz,
  revoked_at timestamptz,
  primary key (model, id_hash)
);
create index oauth_records_by_grant on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_by_uid on oauth_records (model, uid) where uid is not null;
create index oauth_records_by_expiry on oauth_records (expires_at);

-- The keys that sign cookies; all processes share them.
create table oauth_secrets (
  id int primary key check (id = 1),
  cookie_key text not null,
  jwks jsonb not null
);
