import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { StoredVisit, VisitsSince } from './load-reach.ts';
import type { PlacedHit } from './stored-events.ts';
import { type Seen, touchVisitors } from './touch-visitors.ts';
import type { VisitMerge } from './visit-merge.ts';
import { addVisits, deleteVisits, growVisits, rewriteVisits, type VisitRow } from './write-visits.ts';

/** A visitor after the merge: all visits in the loaded range, and when the visitor was seen. */
export type MergedVisitor = VisitsSince & { id: string; seen: Seen; beyond: ReadonlySet<PlacedHit> };

/** Writes visitors, the dictionary entries of visits, and changed visits. */
export async function storeVisits(merge: VisitMerge): Promise<void> {
  const { trx, rules, dictionaries, visitors, takenFrom, reached, cut } = merge;
  const { accountId } = rules;
  const seen = await touchVisitors(trx, accountId, visitors);
  const removed: StoredVisit[] = [...takenFrom];
  const vanished: StoredVisit[] = [];
  const added: VisitRow[] = [];
  const grown: VisitRow[] = [];
  const rewritten: VisitRow[] = [];
  for (const [at, { others, visits, beyond }] of cut.entries()) {
    const { sinceMs, within } = itemAt(reached, at);
    const now = others;
    const kept: StoredVisit[] = [];
    for (const { hits, unchanged, row } of visits) {
      if (unchanged !== null) {
        kept.push(unchanged);
        now.push(unchanged);
      } else if (row !== null) {
        const known = within.find(({ visit }) => haveSameKey(visit, row))?.visit;
        if (known === undefined) added.push(row);
        // Columns derived from the first page view are not written again.
        else if (firstOf(hits).event.kind === 'page_view') grown.push(Object.assign(row, firstColumns(known)));
        else rewritten.push(row);
        now.push(storedVisit(row, hits));
      }
    }
    for (const { visit } of within) {
      if (kept.includes(visit)) continue;
      removed.push(visit);
      if (!now.some((row) => haveSameKey(row, visit))) vanished.push(visit);
    }
    merge.merged.push({ id: itemAt(visitors, at).id, sinceMs, visits: now, seen: itemAt(seen, at), beyond });
  }
  await dictionaries.write(trx);
  await deleteVisits(trx, accountId, vanished);
  await growVisits(trx, accountId, grown);
  await rewriteVisits(trx, accountId, rewritten);
  await addVisits(trx, accountId, added);
  merge.removed = removed;
  merge.written = grown.concat(rewritten, added);
}

type Key = Pick<StoredVisit, 'id' | 'startedAtMs'>;

function haveSameKey(one: Key, other: Key): boolean {
  return one.id === other.id && one.startedAtMs === other.startedAtMs;
}

function firstColumns({ companyId, verdictId, deviceType, source, medium, campaign }: StoredVisit) {
  return { companyId, verdictId, deviceType, source, medium, campaign };
}

function storedVisit(row: VisitRow, hits: readonly PlacedHit[]): StoredVisit {
  const { id, visitorId, startedAtMs, companyId, placeId, pageDepth, pageIds, events } = row;
  const { verdictId, deviceType, source, medium, campaign } = row;
  const lastHitAtMs = lastOf(hits).event.occurredAtMs;
  const hitCount = hits.length;
  return {
    id,
    visitorId,
    startedAtMs,
    lastHitAtMs,
    hitCount,
    companyId,
    placeId,
    pageDepth,
    pageIds,
    verdictId,
    deviceType,
    source,
    medium,
    campaign,
    goalIds: row.goals.map(({ goalId }) => goalId),
    origin: firstOf(hits).origin,
    events,
  };
}
