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
  -- The language in which the user reads the web application. Null: the language of the browser.
  language text check (language in ('en', 'de')),
  created_at timestamptz not null
);

create table memberships (
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  permissions text[] not null default '{}',
  -- Roles from a group of the identity provider follow the groups at every sign-in; roles granted here are kept.
  is_from_group boolean not null default false,
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

-- Two-factor authentication with one-time passwords (RFC 6238).
create table two_factor (
  user_id bigint primary key references users (id) on delete cascade,
  -- Encrypted with a key that is not in the database.
  secret bytea not null,
  -- Null until the user has entered the first code.
  confirmed_at timestamptz,
  -- The period of the last accepted code, so that no code works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- Single-use codes for a user without their device. Only hashes are stored.
create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);

-- Sign-ins with a correct password that wait for the second factor. Only hashes of the secrets are stored.
create table sign_in_challenges (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_by_user on sign_in_challenges (user_id);

-- Users of an identity provider (OpenID Connect), by its issuer and its id of the user, which never change.
create table oidc_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index oidc_identities_by_user on oidc_identities (user_id);

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

-- Passkeys (WebAuthn): public keys of devices with which users sign in. Like users, these tables are on the coordinator.
create table passkeys (
  id bigint primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the device says the key was used. A value that does not increase shows a copy of the key; many devices always send 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- Challenges that a device has to sign, each of them once. Only hashes are stored.
create table passkey_challenges (
  hash bytea primary key,
  -- The user who registers a passkey. Null: a sign-in, where the passkey tells who the user is.
  user_id bigint references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_user on passkey_challenges (user_id);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

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
