import type { Context } from '../context.ts';
import type { Identifier } from '../identification/identifier.ts';
import { judgeVisitors } from '../identification/judge-visits.ts';
import { loadLessons } from '../identification/load-lessons.ts';
import { writeLessons } from '../identification/write-lessons.ts';
import { loadAccountRules } from '../ingestion/account-rules.ts';
import { holdLanes } from '../ingestion/lanes.ts';
import { silenceMs } from './attach-leaves.ts';
import { deleteUnseenVisitors } from './delete-unseen-visitors.ts';
import { Dictionaries } from './dictionaries.ts';
import { loadReach } from './load-reach.ts';
import { mergeHits } from './store-visits.ts';
import { deleteVisits } from './write-visits.ts';

/** A visitor without a stored id who consented at a time, and has an id since. */
export type Consented = { accountId: string; anonymousId: string; visitorId: string; atMs: number };

/** All that is known of the visitors is in the database. */
const unremembered = { office: null, isNew: false, remembered: undefined, strangerSeen: undefined };

/**
 * Gives a visitor what they did in the same visit before they consented: consent does not end a visit. Contract, Tracking. Done again
 * it changes nothing, so it is repeated for what arrives late.
 */
export async function joinVisitors(
  ctx: Context & { identifier: Identifier },
  { accountId, anonymousId, visitorId, atMs }: Consented,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    // Both visitors may be in different lanes; the pipeline leaves those that are held alone.
    await holdLanes(trx, accountId);
    const rules = await loadAccountRules(trx, accountId);
    if (!rules) return;
    const asked = { visitorId: anonymousId, reach: { fromMs: atMs - silenceMs, toMs: atMs } };
    const [reached] = await loadReach(trx, accountId, [asked]);
    const before = reached!.within.filter(({ hits }) => hits.some(({ event }) => event.occurredAtMs <= atMs));
    if (before.length === 0) {
      await deleteUnseenVisitors(trx, accountId, [anonymousId]);
      return;
    }
    const takenFrom = before.map(({ visit }) => visit);
    await deleteVisits(trx, accountId, takenFrom);
    const hits = before.flatMap((visit) => visit.hits).map((hit) => (hit.event.occurredAtMs <= atMs ? { ...hit, visitorId } : hit));
    const active = [...Map.groupBy(hits, (hit) => hit.visitorId)].map(([id, own]) => ({ ...unremembered, id, hits: own }));
    await mergeHits(trx, rules, new Dictionaries(accountId), active, takenFrom);
    await judgeVisitors(ctx, trx, accountId, [visitorId]);
    // One person teaches once, under the id that stays.
    const complete = new Set([anonymousId, visitorId]);
    await writeLessons(ctx, trx, accountId, { lessons: await loadLessons(trx, accountId, [...complete]), complete });
    await deleteUnseenVisitors(trx, accountId, [anonymousId]);
  });
}
