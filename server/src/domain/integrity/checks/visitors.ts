import { sql } from 'kysely';
import { seenIntervalMs } from '../../visits/touch-visitors.ts';
import type { Check } from '../check.ts';
import { expectNone } from '../compare.ts';

export const visitors: Check = {
  name: 'visitors',
  description: 'visitors that have visits, and the times they were first and last seen',
  skippedDuring: [],
  isRebuildable: false,
  run: (trx, { id }) =>
    expectNone(
      trx,
      sql`select concat_ws(' ', 'visitor', coalesce(w.id, seen.visitor_id)) as subject,
          case when w.id is not null then format('seen %s to %s', w.first_seen_at, w.last_seen_at) end as stored,
          case when seen.visitor_id is not null then format('%s visits from %s to %s', seen.visits, seen.first_at, seen.last_at) end as counted
        from (select id, first_seen_at, last_seen_at from visitors where account_id = ${id}) as w
        full join (
          select visitor_id, count(*) as visits, min(started_at) as first_at, max(started_at) as last_at
          from visits where account_id = ${id} group by visitor_id) as seen on seen.visitor_id = w.id
        where w.id is null or seen.visitor_id is null or w.first_seen_at > seen.first_at or w.last_seen_at + make_interval(secs => ${seenIntervalMs / 1000}) < seen.last_at`,
    ),
};
