-- Users and how they sign in. These tables are read before the account is known, so they are stored on the coordinator and have no foreign
-- key to accounts: on a cluster a cascade from there would never run.
create table users (
  id bigint primary key,
  email text not null unique check (email = lower(email)),
  -- When the user was shown to receive mail at the address, or the operator vouched for it. Null: not confirmed.
  email_confirmed_at timestamptz,
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
create policy auth on memberships using (current_user = 'leadlight_auth');

-- A link that adds a user to an account. Only the hash of its secret is stored.
create table invitations (
  id bigint primary key,
  hash bytea not null unique,
  account_id bigint not null,
  email text not null check (email = lower(email)),
  -- Whether the link was sent to the invited address and nowhere else, so that using it confirms the address.
  is_mailed boolean not null default false,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  invited_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_email unique (account_id, email)
);
create policy auth on invitations using (current_user = 'leadlight_auth');

-- Sessions of the web application.
create table sessions (
  id bigint primary key,
  hash bytea not null unique,
  user_id bigint not null references users (id) on delete cascade,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

-- Links mailed to users who forgot their password. Only the hash of the secret is stored.
create table password_resets (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);

-- Hashes of the links that create the first account of an installation. Deleted once it exists.
create table set_up_tokens (
  hash bytea primary key,
  created_at timestamptz not null
);

-- Requests look a credential up by what was presented: no role of requests can list credentials or read a password hash.
create function find_sign_in(the_email text) returns table (user_id bigint, password_hash text)
language sql stable security definer set search_path = public, pg_temp as
$$ select u.id, u.password_hash from users u where u.email = the_email $$;
revoke all on function find_sign_in from public;

-- Rate limits by address or e-mail: sign-in, set-up, password reset. Each row is a leaky bucket that drains evenly over its window, so
-- that no window boundary resets it. Unlogged: losing the rows in a crash lets a few more attempts through.
create unlogged table attempt_limits (
  subject text primary key,
  used double precision not null,
  counted_at timestamptz not null
) with (fillfactor = 50);

-- Counts one attempt. A refused attempt is not counted, so that retrying does not prolong the wait.
create function take_attempt(the_subject text, most int, window_seconds int, at timestamptz)
returns table (is_taken boolean, used_now double precision, retry_after_seconds int) language plpgsql as
$$
declare
  row_before attempt_limits%rowtype;
begin
  insert into attempt_limits values (the_subject, 0, at) on conflict do nothing;
  select * into row_before from attempt_limits l where l.subject = the_subject for update;
  used_now := greatest(0, row_before.used - greatest(0, extract(epoch from at - row_before.counted_at)) * most / window_seconds);
  is_taken := used_now + 1 <= most + 1e-6;
  retry_after_seconds := case when is_taken then 0 else greatest(1, ceil((used_now + 1 - most) * window_seconds / most - 1e-3)) end;
  if is_taken then used_now := used_now + 1; end if;
  update attempt_limits l set used = used_now, counted_at = greatest(l.counted_at, at) where l.subject = the_subject;
  return next;
end
$$;
