-- Credentials of programs and their limits. Read before the account is known, so stored on the coordinator.

-- API tokens of the earlier interface.
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

-- API keys of the versioned interface.
create table api_keys (
  id bigint primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  -- Null means every scope, also future ones.
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

-- Keys and tokens belong to users, who may be members of several accounts: within an account those of its own users are visible.
alter table api_keys enable row level security;
create policy own_users on api_keys using (exists (
  select 1 from memberships m
  where m.user_id = api_keys.user_id and m.account_id = nullif(current_setting('leadlight.account_id', true), '')::bigint));
create policy auth on api_keys using (current_user = 'leadlight_auth');

alter table api_tokens enable row level security;
create policy own_users on api_tokens using (exists (
  select 1 from memberships m
  where m.user_id = api_tokens.user_id and m.account_id = nullif(current_setting('leadlight.account_id', true), '')::bigint));
create policy auth on api_tokens using (current_user = 'leadlight_auth');

create function find_api_key(the_hash bytea) returns setof api_keys
language sql stable security definer rows 1 set search_path = public, pg_temp as
$$ select k.* from api_keys k where k.hash = the_hash $$;

create function find_api_token(the_hash bytea) returns setof api_tokens
language sql stable security definer rows 1 set search_path = public, pg_temp as
$$ select t.* from api_tokens t where t.hash = the_hash $$;

-- Revokes the credentials of a user whose e-mail address was never confirmed. The role that resets passwords cannot change credentials
-- itself. Does nothing for a confirmed user.
create function end_unconfirmed_credentials(the_user bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as
$$ begin
  perform 1 from users u where u.id = the_user and u.email_confirmed_at is null;
  if not found then return; end if;
  update api_keys k set revoked_at = at where k.user_id = the_user and k.revoked_at is null;
  delete from api_tokens t where t.user_id = the_user;
end $$;
revoke all on function find_api_key, find_api_token, end_unconfirmed_credentials from public;

-- Counters of the limits that reset with the minute or the month. Unlogged: losing them in a crash opens one window early.
create unlogged table request_windows (
  subject text not null,
  begins_at timestamptz not null,
  requests int not null,
  primary key (subject, begins_at)
);

-- Rate limit and monthly quota of each credential.
create table request_limits (
  subject text primary key,
  tokens double precision not null,
  filled_at timestamptz not null,
  month date not null,
  used int not null
) with (fillfactor = 50);

-- Takes a number of requests from a token bucket and from the monthly quota. The row is locked until the statement ends, so that all
-- processes share one count. The commit is asynchronous: a crash of the database may lose the last half second of counting.
create function take_requests(the_subject text, wanted int, rate int, burst int, quota int, at timestamptz)
returns table (by_rate int, granted int, tokens_left double precision, used_in_month int) language plpgsql as
$$
declare
  row_before request_limits%rowtype;
  this_month date := date_trunc('month', at at time zone 'UTC')::date;
  available double precision;
begin
  if wanted = 0 then return query select 0, 0, 0::double precision, 0; return; end if;
  perform set_config('synchronous_commit', 'off', true);
  select * into row_before from request_limits r where r.subject = the_subject for update;
  if not found then
    insert into request_limits values (the_subject, burst, at, this_month, 0) on conflict do nothing;
    select * into row_before from request_limits r where r.subject = the_subject for update;
  end if;
  -- Clocks of servers differ a little: time never runs backwards here.
  available := least(burst, row_before.tokens + greatest(0, extract(epoch from at - row_before.filled_at)) * rate);
  used_in_month := case when row_before.month >= this_month then row_before.used else 0 end;
  by_rate := least(wanted, floor(available + 1e-6)::int);
  granted := least(by_rate, greatest(0, quota - used_in_month));
  tokens_left := available - granted;
  used_in_month := used_in_month + granted;
  update request_limits r set tokens = tokens_left, filled_at = greatest(r.filled_at, at), month = greatest(r.month, this_month), used = used_in_month
    where r.subject = the_subject;
  return next;
end
$$;

-- Responses that are sent again when an Idempotency-Key is repeated.
create table idempotency_keys (
  subject text not null,
  key text not null,
  fingerprint bytea not null,
  created_at timestamptz not null,
  -- Null while the first request is in progress.
  status int,
  headers jsonb,
  body text,
  primary key (subject, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

-- OAuth clients.
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
create policy auth on oauth_apps using (current_user = 'leadlight_auth');

-- State of the authorization server: tokens, codes, grants, sessions, interactions. Looked up by a hash of the secret. Revoked and expired
-- tokens are kept for a while, so that the response can say what happened to them.
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
-- Consents and tokens are listed and revoked by user.
create index oauth_records_by_user on oauth_records ((payload ->> 'accountId'), model) where payload ->> 'accountId' is not null;

-- The keys that sign cookies and tokens, shared by all processes.
create table oauth_secrets (
  id int primary key check (id = 1),
  cookie_key text not null,
  jwks jsonb not null
);
