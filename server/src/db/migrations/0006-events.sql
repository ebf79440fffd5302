-- The tracking script names its account by this hash, so it is looked up before the account is known.
create table tracking_scripts (
  script_hash text primary key,
  account_id bigint not null unique
);
create policy auth on tracking_scripts using (current_user = 'leadlight_auth');

-- A visitor without a stored id is identified by a hash with the salt of the day. Once the salt is deleted, the hash cannot be recomputed.
create table visitor_salts (
  day date primary key,
  salt bytea not null,
  created_at timestamptz not null
);

-- What the collector has acknowledged and the pipeline has not processed yet. A row is one request of one visitor. Rows live for about a
-- second: autovacuum runs often, so that dead rows do not slow down reading the next ones, and rows are stored uncompressed on their page
-- as long as they fit, because compressing them costs more than writing them.
create table inbox (
  account_id bigint not null,
  id bigint not null,
  lane smallint not null,
  received_at timestamptz not null,
  events int not null,
  body text not null,
  primary key (account_id, lane, id)
) with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_threshold = -1, toast_tuple_target = 8160
);
select place_by_account('inbox');

-- One worker at a time locks a lane, so that the events of a visitor are processed in order.
create table inbox_lanes (
  account_id bigint not null references accounts (id) on delete cascade,
  lane smallint not null,
  -- A random number, replaced by everybody who locks the lane. A worker that finds its own number knows that nobody else has changed the
  -- visitors of the lane, so that its cache of them is current.
  claim_id bigint not null default 0,
  primary key (account_id, lane)
);
select place_by_account('inbox_lanes');

-- Dead letters: requests that the pipeline failed to process, with the error. Kept for a while, so that they can be processed again.
create table dead_letters (
  account_id bigint not null,
  id bigint not null,
  lane smallint not null,
  received_at timestamptz not null,
  failed_at timestamptz not null,
  events int not null,
  body text not null,
  error text not null,
  primary key (account_id, lane, id)
);
select place_by_account('dead_letters');

-- Deduplication: ids of stored events. Kept as long as the sender may repeat the event, which is longer for servers than for browsers.
create table event_ids (
  account_id bigint not null,
  event_id uuid not null,
  keep_until timestamptz not null,
  primary key (account_id, event_id)
);
create index event_ids_by_time on event_ids using brin (keep_until timestamptz_minmax_multi_ops);
select place_by_account('event_ids');

-- Stores ids and returns true if all of them are new, else stores none. Checking each id first would cost as much again, and repeated
-- events are rare. On a cluster a function cannot roll back what a node has refused, so there the caller checks each id.
create function insert_new_event_ids(account bigint, ids uuid[], until timestamptz) returns boolean language plpgsql as $$
begin
  if exists (select 1 from pg_extension where extname = 'citus') then
    return false;
  end if;
  insert into event_ids (account_id, event_id, keep_until) select account, id, until from unnest(ids) as given (id);
  return true;
exception when unique_violation then
  return false;
end $$;

-- Events of a day by outcome. One row per lane, so that the lanes of an account do not wait for each other.
create table event_outcomes (
  account_id bigint not null,
  day date not null,
  outcome text not null,
  lane smallint not null,
  events bigint not null,
  last_at timestamptz not null,
  primary key (account_id, day, outcome, lane)
);
select place_by_account('event_outcomes');

-- Events received on a day, counted from the requests as they leave the inbox and independently of event_outcomes: both sums must be equal.
create table event_receipts (
  account_id bigint not null,
  day date not null,
  lane smallint not null,
  events bigint not null,
  primary key (account_id, day, lane)
);
select place_by_account('event_receipts');
