-- Two-factor authentication with one-time passwords (RFC 6238). Like users, these tables are on the coordinator.
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
