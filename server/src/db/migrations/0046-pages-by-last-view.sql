-- The pages of a visit are stored in order of their last view, so that the last one is the exit page even if the visitor returned to an
-- earlier page. The first one need not be the landing page, which is in landing_page_id.
update visits set page_ids = reordered.page_ids
from (
  select v.account_id, v.started_at, v.id,
    array(
      select (hit ->> 'p')::bigint from json_array_elements(v.events::json -> 'hits') with ordinality as hits (hit, position)
      where hit ->> 'k' = 'page_view' and hit ->> 'p' is not null group by 1 order by max(position)) as page_ids
  from visits v where v.page_depth > cardinality(v.page_ids)) as reordered
where visits.account_id = reordered.account_id and visits.started_at = reordered.started_at and visits.id = reordered.id
  and visits.page_ids <> reordered.page_ids;

-- Counts the exit pages of these visits again. The service rebuilds the rollups in the background.
insert into day_rebuilds (account_id, requested_at, heartbeat_at)
select a.id, now(), '1970-01-01' from accounts a
where exists (select 1 from visits v where v.account_id = a.id and v.page_depth > cardinality(v.page_ids))
on conflict (account_id) do update set step = 'clear', last_id = null, from_day = null, companies_done = 0, counted_until = null,
  requested_at = excluded.requested_at, heartbeat_at = excluded.heartbeat_at;
