-- The tracker names its account by this hash, so it is looked up before the account is known.
create table tracking_scripts (
  script_hash text primary key,
  account_id bigint not null unique
);

-- A visitor without a stored id is a hash with the salt of the day; with the salt gone nobody can make the hash again.
create table visitor_salts (
  day date primary key,
  salt bytea not null,
  created_at timestamptz not null
);

-- What the collector has acknowledged and the pipeline has not handled yet. One row holds one request of one visitor.
create table inbox (
  account_id bigint not null,
  id bigint not null,
  lane smallint not null,
  received_at timestamptz not null,
  events int not null,
  body text not null,
  primary key (account_id, lane, id)
);
select place_by_account('inbox');

-- One worker at a time holds a lane, so the events of a visitor are handled in order.
create table inbox_lanes (
  account_id bigint not null references accounts (id) on delete cascade,
  lane smallint not null,
  primary key (account_id, lane)
);
select place_by_account('inbox_lanes');

-- Event ids that were stored, so that a repeated one is stored once.
create table event_ids (
  account_id bigint not null,
  event_id uuid not null,
  seen_at timestamptz not null,
  primary key (account_id, event_id)
);
create index event_ids_by_time on event_ids using brin (seen_at);
select place_by_account('event_ids');

-- What became of every received event. Each lane counts for itself, or the lanes of an account would wait for one row.
create table event_counts (
  account_id bigint not null,
  day date not null,
  outcome text not null,
  lane smallint not null,
  events bigint not null,
  last_at timestamptz not null,
  primary key (account_id, day, outcome, lane)
);
select place_by_account('event_counts');
