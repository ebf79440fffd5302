import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Context } from '../context.ts';
import { dropReasons } from '../events/drop-reasons.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import type { TrackingStatus } from '../visits/tracking-status.ts';
import { getTrackingStatus } from './get-tracking-status.ts';

type TrackerState = {
  scriptHash: string;
  status: TrackingStatus;
  hostnames: string[];
  lastEventAt: Date | null;
  /** Events stored today and yesterday (UTC). */
  recentlyStored: number;
  /** Events dropped today and yesterday, by reason: dropped events are the most frequent cause of a tracker that seems not to work. */
  recentlyDropped: { reason: string; meaning: string; events: number }[];
  /** At most 1000. */
  leads: number;
};

/** Returns whether events of the tracker arrive and, if not, why. */
export async function getTrackerState(ctx: Context, accountId: string): Promise<TrackerState> {
  const since = new Date(ctx.clock.now().getTime() - dayMs).toISOString().slice(0, 10);
  const [script, account, status, counts, leads] = await Promise.all([
    ctx.db.selectFrom('tracking_scripts').select('script_hash').where('account_id', '=', accountId).executeTakeFirstOrThrow(),
    ctx.db.selectFrom('accounts').select('data_processing').where('id', '=', accountId).executeTakeFirstOrThrow(),
    getTrackingStatus(ctx, accountId),
    sql<{ outcome: string; events: number; last_at: Date }>`
      select outcome, sum(events)::int as events, max(last_at) as last_at from event_outcomes
      where account_id = ${accountId} and day >= ${since}::date group by outcome`.execute(ctx.db),
    sql<{ leads: number }>`select count(*)::int as leads from (
      select 1 from leads where account_id = ${accountId} and visits > 0 limit 1000) counted`.execute(ctx.db),
  ]);
  return {
    scriptHash: script.script_hash,
    status,
    hostnames: dataProcessingOf(account.data_processing).hostnames,
    lastEventAt: counts.rows.reduce<Date | null>((latest, { last_at }) => (latest === null || last_at > latest ? last_at : latest), null),
    recentlyStored: counts.rows.find(({ outcome }) => outcome === 'stored')?.events ?? 0,
    recentlyDropped: counts.rows
      .filter(({ outcome }) => outcome !== 'stored')
      .map(({ outcome, events }) => ({ reason: outcome, meaning: isKeyOf(dropReasons, outcome) ? dropReasons[outcome] : outcome, events })),
    leads: firstOf(leads.rows).leads,
  };
}
