-- Another number each time somebody held the lane: a worker that finds its own number again knows that nobody else has changed the
-- visitors of the lane since.
alter table inbox_lanes add column turn bigint not null default 0;

-- Notes ids that are all new and says so; where one is known it notes none. Asking the index before each single one costs as much again
-- as noting it, and repeated events are rare. On a cluster a node that refused one cannot take the rest back within a function.
create function note_new_events(account bigint, ids uuid[], until timestamptz) returns boolean language plpgsql as $$
begin
  if exists (select 1 from pg_extension where extname = 'citus') then
    return false;
  end if;
  insert into event_ids (account_id, event_id, keep_until) select account, id, until from unnest(ids) as given (id);
  return true;
exception when unique_violation then
  return false;
end $$;
