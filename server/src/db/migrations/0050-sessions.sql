-- Who is signed in to the web application. Looked up before the account is known, so it lives on the coordinator.
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

-- A link that lets a person into an account. Only the hash of its secret is kept.
create table invitations (
  id bigint primary key,
  hash bytea not null unique,
  account_id bigint not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  invited_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_email unique (account_id, email)
);
