import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { StoredVisit, VisitsSince } from './load-visits-in-window.ts';
import type { PlacedHit } from './stored-events.ts';
import { type Seen, touchVisitors } from './touch-visitors.ts';
import type { VisitMerge } from './visit-merge.ts';
import { addVisits, deleteVisits, extendVisits, rewriteVisits, type VisitRow } from './write-visits.ts';

/** A visitor after the merge: the visits in the loaded range, when the visitor was first and last seen, and the hits beyond the limit. */
export type MergedVisitor = VisitsSince & { id: string; seen: Seen; hitsBeyondLimit: ReadonlySet<PlacedHit> };

/** Writes visitors, the pages, places and verdicts that visits refer to, and the changed visits. */
export async function storeVisits(merge: VisitMerge): Promise<void> {
  const { trx, rules, dictionaries, visitors, takenFrom, loaded, sessionized } = merge;
  const { accountId } = rules;
  const seen = await touchVisitors(trx, accountId, visitors);
  const removed: StoredVisit[] = [...takenFrom];
  const vanished: StoredVisit[] = [];
  const added: VisitRow[] = [];
  const extended: VisitRow[] = [];
  const rewritten: VisitRow[] = [];
  for (const [index, { others, visits, hitsBeyondLimit }] of sessionized.entries()) {
    const { sinceMs, affected } = itemAt(loaded, index);
    const current = [...others];
    const kept: StoredVisit[] = [];
    for (const { hits, unchanged, row } of visits) {
      if (unchanged !== null) {
        kept.push(unchanged);
        current.push(unchanged);
      } else if (row !== null) {
        const previous = affected.find(({ visit }) => haveSameKey(visit, row))?.visit;
        if (previous === undefined) added.push(row);
        // The columns derived from the first page view are retained, so the row must have their stored values.
        else if (firstOf(hits).event.kind === 'page_view') extended.push(Object.assign(row, initialColumns(previous)));
        else rewritten.push(row);
        current.push(storedVisit(row, hits));
      }
    }
    for (const { visit } of affected) {
      if (kept.includes(visit)) continue;
      removed.push(visit);
      if (!current.some((row) => haveSameKey(row, visit))) vanished.push(visit);
    }
    merge.merged.push({ id: itemAt(visitors, index).id, sinceMs, visits: current, seen: itemAt(seen, index), hitsBeyondLimit });
  }
  await deleteVisits(trx, accountId, vanished);
  await extendVisits(trx, accountId, extended);
  await rewriteVisits(trx, accountId, rewritten);
  await addVisits(trx, accountId, added);
  // Written last, because a concurrent batch that adds the same page, place or verdict waits until this transaction ends.
  await dictionaries.write(trx);
  merge.removed = removed;
  merge.written = extended.concat(rewritten, added);
}

type Key = Pick<StoredVisit, 'id' | 'startedAtMs'>;

function haveSameKey(one: Key, other: Key): boolean {
  return one.id === other.id && one.startedAtMs === other.startedAtMs;
}

function initialColumns({ companyId, verdictId, deviceType, source, medium, campaign }: StoredVisit) {
  return { companyId, verdictId, deviceType, source, medium, campaign };
}

function storedVisit(row: VisitRow, hits: readonly PlacedHit[]): StoredVisit {
  const { id, visitorId, startedAtMs, companyId, placeId, pageDepth, landingPageId, pageIds, events } = row;
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
    landingPageId,
    pageIds,
    verdictId,
    deviceType,
    source,
    medium,
    campaign,
    goals: row.goals,
    goalIds: row.goals.map(({ goalId }) => goalId),
    client: firstOf(hits).client,
    events,
  };
}
