-- Notes of users on days of the dashboard, such as the start of a campaign.
create table dashboard_annotations (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  day date not null,
  body text not null,
  author_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index dashboard_annotations_by_day on dashboard_annotations (account_id, day);
select place_by_account('dashboard_annotations');

-- Links that show the dashboard without signing in. Only the hash of the secret is stored. The account is found by the hash, so the table is
-- stored on the coordinator, without a foreign key to accounts.
create table dashboard_links (
  id bigint primary key,
  hash bytea not null unique,
  account_id bigint not null,
  name text not null,
  -- The number of days up to today, or fixed days.
  last_days int check (last_days between 1 and 366),
  from_day date,
  to_day date,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_opened_at timestamptz,
  constraint dashboard_links_days check ((last_days is null) = (from_day is not null and to_day is not null))
);
create index dashboard_links_by_account on dashboard_links (account_id);
create policy auth on dashboard_links using (current_user = 'leadlight_auth');
