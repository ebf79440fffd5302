-- A batch of a small account has one or two events, so each statement that the pipeline saves counts.

-- Locks a lane until the transaction ends, sets its claim id and returns the previous one; null if another transaction holds the lane. All
-- following statements of the transaction look rows up by key: plans are cached per connection, and one made while a table was small must
-- not use a sequential scan later.
create function claim_lane(account bigint, number smallint, claim bigint) returns bigint language plpgsql as $$
declare
  previous bigint;
begin
  set local enable_seqscan = off;
  select l.claim_id into previous from inbox_lanes l where l.account_id = account and l.lane = number for update skip locked;
  if not found then
    return null;
  end if;
  update inbox_lanes l set claim_id = claim where l.account_id = account and l.lane = number;
  return previous;
end $$;

-- Claims a lane and reads its oldest requests in order, up to a number of rows; none is added once the number of events is reached. The
-- statement that reads starts after the lane is locked, so it sees everything that the previous holder has committed.
create function read_lane(account bigint, number smallint, claim bigint, max_rows int, max_events int)
returns table (claimed bigint, id bigint, received_at timestamptz, events int, body text) language plpgsql as $$
declare
  previous bigint := claim_lane(account, number, claim);
begin
  if previous is null then
    return;
  end if;
  return query
    select previous, oldest.id, oldest.received_at, oldest.events, oldest.body from (
      select i.id, i.received_at, i.events, i.body, sum(i.events) over (order by i.id) - i.events as events_before from inbox i
      where i.account_id = account and i.lane = number order by i.id limit max_rows) as oldest
    where oldest.events_before < max_events order by oldest.id;
end $$;

-- Adds the events of a batch to the numbers of received events and of outcomes.
create function count_events(account bigint, number smallint, received_days date[], received bigint[], days date[], outcomes text[],
  counts bigint[], counted_at timestamptz) returns void language plpgsql as $$
begin
  insert into event_receipts as known (account_id, day, lane, events)
    select account, batch.day, number, batch.events from unnest(received_days, received) as batch (day, events)
    on conflict (account_id, day, lane) do update set events = known.events + excluded.events;
  insert into event_outcomes as known (account_id, day, outcome, lane, events, last_at)
    select account, batch.day, batch.outcome, number, batch.events, counted_at from unnest(days, outcomes, counts) as batch (day, outcome, events)
    on conflict (account_id, day, outcome, lane) do update set events = known.events + excluded.events, last_at = excluded.last_at;
end $$;
