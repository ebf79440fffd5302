-- What the pipeline could not handle because of a fault, with what it said. Kept for a while, so that it can be handled after all.
create table inbox_failures (
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
select place_by_account('inbox_failures');

-- An id is kept as long as its sender may repeat it, which is longer for servers than for browsers.
alter table event_ids rename column seen_at to keep_until;
drop index event_ids_by_time;
create index event_ids_by_time on event_ids using brin (keep_until timestamptz_minmax_multi_ops);

-- Rows come and go within a second: what is dead must not pile up in the way of what is next.
alter table inbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0, autovacuum_vacuum_insert_threshold = -1);

-- How many events an account received on a day, counted from the requests as they are taken out of the inbox and not from what
-- became of their events: the two must come out equal.
create table event_receipts (
  account_id bigint not null,
  day date not null,
  lane smallint not null,
  events bigint not null,
  primary key (account_id, day, lane)
);
select place_by_account('event_receipts');
