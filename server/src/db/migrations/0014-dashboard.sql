-- The dashboard. It reads rollups that are updated when visits are written.

-- What visits are summed by: sources, campaigns, device types, countries, paths, goals, networks, industries. Ids are hashes of the
-- contents. The kinds "all" and "place" have no entries: "all" has the id 0, a place its own id.
create table rollup_values (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint not null,
  kind text not null check (kind in ('source', 'campaign', 'device', 'country', 'page', 'entry_page', 'exit_page', 'goal', 'network', 'industry')),
  name text not null,
  primary key (account_id, id)
);
select place_by_account('rollup_values');

-- The days (in the account's time zone) on which a company had visits with a value. Value 0 stands for any visit; its row also has the
-- hours since the start of the day, one bit each.
create table company_values (
  account_id bigint not null,
  company_id bigint not null,
  value_id bigint not null,
  day date not null,
  hours int not null default 0,
  primary key (account_id, company_id, value_id, day)
);
select place_by_account('company_values');

-- `companies` counts distinct companies by the time since their previous day with the same value, so that distinct companies of any
-- interval are a sum over its days: element k is the number of companies whose previous day was at least the k-th threshold before the
-- first day of this row, or that had none (the thresholds are in company-gaps.ts). Missing elements are equal to the last one.
create table visit_rollups (
  account_id bigint not null,
  unit text not null check (unit in ('day', 'month')),
  kind text not null check (kind in ('all', 'source', 'campaign', 'device', 'country', 'place', 'page', 'entry_page', 'exit_page', 'goal', 'network', 'industry')),
  day date not null,
  value_id bigint not null,
  visits int not null,
  identified int not null,
  page_views int not null,
  goals int not null,
  companies int[] not null,
  primary key (account_id, unit, kind, day, value_id)
) with (fillfactor = 70);
select place_by_account('visit_rollups');

-- The same by hour, for charts of one day. Hours start with the day.
create table visit_rollup_hours (
  account_id bigint not null,
  kind text not null check (kind in ('all', 'campaign', 'goal')),
  hour timestamptz not null,
  value_id bigint not null,
  visits int not null,
  identified int not null,
  companies int not null,
  primary key (account_id, kind, hour, value_id)
) with (fillfactor = 70);
select place_by_account('visit_rollup_hours');

-- Adds two series whose missing elements are equal to their last one.
create function add_series(one int[], other int[]) returns int[] language sql immutable parallel safe as $$
  select array_agg(one[least(at, cardinality(one))] + other[least(at, cardinality(other))] order by at)
  from generate_series(1, greatest(cardinality(one), cardinality(other))) as at
$$;

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
