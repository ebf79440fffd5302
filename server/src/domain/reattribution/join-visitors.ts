import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { IdentifierContext } from '../identification/company-identifier.ts';
import { lockLanes } from '../lanes/lanes.ts';
import { loadAccountRules } from '../visits/account-rules.ts';
import { deleteUnseenVisitors } from '../visits/delete-unseen-visitors.ts';
import { Dictionaries } from '../visits/dictionaries.ts';
import { loadVisitsInWindow } from '../visits/load-visits-in-window.ts';
import { PageCache } from '../visits/page-cache.ts';
import { RollupCache } from '../visits/rollup-cache.ts';
import { sessionTimeoutMs } from '../visits/session-timeout.ts';
import { createVisitMerge, mergeVisits } from '../visits/visit-merge.ts';
import { deleteVisits } from '../visits/write-visits.ts';
import { loadLearnedAddresses } from './load-learned-addresses.ts';
import { reevaluateVisitors } from './reevaluate-visits.ts';
import { writeLearnedAddresses } from './write-learned-addresses.ts';

/** A visitor who gave consent at `atMs`: `anonymousId` before, `visitorId` since then. */
export type Consented = { accountId: string; anonymousId: string; visitorId: string; atMs: number };

/** Makes the merge read everything about the visitors from the database. */
const uncached = { workplace: null, isNew: false, cachedVisits: undefined, anonymousSeen: undefined };

/**
 * Assigns the events of a visit from before the consent to the visitor with consent, because consent does not end a visit.
 * Idempotent, so it can be repeated for late events.
 */
export async function joinVisitors(ctx: IdentifierContext, { accountId, anonymousId, visitorId, atMs }: Consented): Promise<void> {
  // Most people have no visit before their consent, and locking the lanes would stop the pipeline of the account for nothing.
  const { rows } = await sql`select 1 from visitors where account_id = ${accountId} and id = ${anonymousId}`.execute(ctx.db);
  if (rows.length === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    // The two visitor ids may be in different lanes. The pipeline skips lanes that are locked.
    await lockLanes(trx, accountId);
    const rules = await loadAccountRules(trx, accountId);
    if (!rules) return;
    const request = { visitorId: anonymousId, window: { fromMs: atMs - sessionTimeoutMs, toMs: atMs } };
    const pages = new PageCache();
    const loaded = firstOf(await loadVisitsInWindow(trx, accountId, [request], pages));
    const before = loaded.affected.filter(({ hits }) => hits.some(({ event }) => event.occurredAtMs <= atMs));
    if (before.length === 0) {
      await deleteUnseenVisitors(trx, accountId, [anonymousId]);
      return;
    }
    const movedVisits = before.map(({ visit }) => visit);
    await deleteVisits(trx, accountId, movedVisits);
    const hits = before.flatMap((visit) => visit.hits).map((hit) => (hit.event.occurredAtMs <= atMs ? { ...hit, visitorId } : hit));
    const visitors = [...Map.groupBy(hits, (hit) => hit.visitorId)].map(([id, visitorHits]) => ({ ...uncached, id, hits: visitorHits }));
    const dictionaries = new Dictionaries(accountId);
    await mergeVisits(createVisitMerge({ trx, rules, dictionaries, pages, rollups: new RollupCache(), visitors }, movedVisits));
    await reevaluateVisitors(ctx, trx, accountId, [visitorId]);
    // Learned addresses of the anonymous id move to the id of the visitor.
    const complete = new Set([anonymousId, visitorId]);
    await writeLearnedAddresses(ctx, trx, accountId, { learned: await loadLearnedAddresses(trx, accountId, [...complete]), complete });
    await deleteUnseenVisitors(trx, accountId, [anonymousId]);
  });
}
