-- The pipeline processes lanes of several accounts in one transaction; these functions take the rows of all of them.

-- Stores ids and returns true if all of them are new, else stores none. Checking each id first would cost as much again, and repeated
-- events are rare. On a cluster a function cannot roll back what a node has refused, so there the caller checks each id.
drop function insert_new_event_ids(bigint, uuid[], timestamptz);
create function insert_new_event_ids(accounts bigint[], ids uuid[], until timestamptz) returns boolean language plpgsql as $$
begin
  if has_citus() then
    return false;
  end if;
  insert into event_ids (account_id, event_id, keep_until) select account, id, until from unnest(accounts, ids) as given (account, id);
  return true;
exception when unique_violation then
  return false;
end $$;

-- Deletes requests of a lane from the event queue. A join with the requests of several lanes might be planned as a scan of the whole queue.
create function delete_from_lane(account bigint, number smallint, ids bigint[]) returns void language plpgsql as $$
begin
  delete from inbox i where i.account_id = account and i.lane = number and i.id = any(ids);
end $$;

-- Adds events of lanes to the numbers of received events and of outcomes.
drop function count_events(bigint, smallint, date[], bigint[], date[], text[], bigint[], timestamptz);
create function count_events(received_accounts bigint[], received_lanes smallint[], received_days date[], received bigint[],
  accounts bigint[], lanes smallint[], days date[], outcomes text[], counts bigint[], counted_at timestamptz)
returns void language plpgsql as $$
begin
  insert into event_receipts as known (account_id, day, lane, events)
    select batch.account, batch.day, batch.lane, batch.events
    from unnest(received_accounts, received_lanes, received_days, received) as batch (account, lane, day, events)
    on conflict (account_id, day, lane) do update set events = known.events + excluded.events;
  insert into event_outcomes as known (account_id, day, outcome, lane, events, last_at)
    select batch.account, batch.day, batch.outcome, batch.lane, batch.events, counted_at
    from unnest(accounts, lanes, days, outcomes, counts) as batch (account, lane, day, outcome, events)
    on conflict (account_id, day, outcome, lane) do update set events = known.events + excluded.events, last_at = excluded.last_at;
end $$;
