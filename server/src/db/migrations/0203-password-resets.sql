-- Links that were mailed to users who forgot their password. Only the hash of the secret is stored.
create table password_resets (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_user on password_resets (user_id);
