import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { isOtherOffice, latestOffice, type SeenOffice } from '../identification/office.ts';
import { judgeVisitors } from '../reattribution/judge-visits.ts';
import { type Lesson, seenOn, teachingKinds } from '../reattribution/learned-address.ts';
import { loadLessons } from '../reattribution/load-learned-addresses.ts';
import { writeLessons } from '../reattribution/write-learned-addresses.ts';
import type { Origin } from '../visits/origin.ts';
import type { NewHits } from '../visits/store-visits.ts';
import type { PipelineContext } from './lanes/handle-lane.ts';

/** Hits beyond the limit of a day teach nothing about addresses: lessons follow from what is stored. */
export type HitsNotStored = { eventIds: ReadonlySet<string>; shrunkVisitors: ReadonlySet<string> };

/**
 * Remembers what the hits taught about visitors and addresses, and judges the visits anew that this concerns. Which company a visit
 * counts for is a function of all that is known of its visitor, so that it does not matter in which order it became known. Answers
 * the visitors whose visits were judged anew.
 */
export async function learnFromHits(
  ctx: PipelineContext,
  trx: Transaction<DB>,
  { rules, hits, visitors, offices }: NewHits,
  notStored: HitsNotStored,
): Promise<ReadonlySet<string>> {
  const { accountId } = rules;
  const knownOffices = new Map<string, SeenOffice>();
  const isAtWork = new Set<string>();
  for (const { hit, origin } of hits) {
    if (origin.knownOffice) knownOffices.set(hit.visitorId, origin.knownOffice);
    if (origin.office) isAtWork.add(hit.visitorId);
  }
  const visitorIds = new Set<string>();
  if (offices.size > 0) {
    for (const { id, isNew } of visitors) {
      const seen = offices.get(id);
      if (seen !== undefined && !isNew && hasMoved(knownOffices.get(id), seen)) visitorIds.add(id);
    }
  }
  const renewed = new Set<string>(notStored.shrunkVisitors);
  for (const { hit, origin } of hits) {
    if (origin.isNewEmployer) renewed.add(hit.visitorId);
    const isFromElsewhere = origin.office === null && (knownOffices.has(hit.visitorId) || isAtWork.has(hit.visitorId));
    if (origin.isNewEmployer || isFromElsewhere) visitorIds.add(hit.visitorId);
  }
  if (visitorIds.size > 0) await judgeVisitors(ctx, trx, accountId, [...visitorIds].sort());
  const lessons = [
    ...lessonsOf(hits, renewed, notStored.eventIds),
    ...(renewed.size === 0 ? [] : await loadLessons(trx, accountId, [...renewed])),
  ];
  await writeLessons(ctx, trx, accountId, { lessons, complete: renewed });
  return visitorIds;
}

/** Whether the place of work, or the day on which the visitor was seen there, is another than before. */
function hasMoved(known: SeenOffice | undefined, seen: SeenOffice): boolean {
  return known === undefined || (latestOffice(known, seen) === seen && isOtherOffice(known, seen));
}

/** What visitors teach who work where they did. Those who named another employer teach it at all of their addresses, not at these alone. */
function lessonsOf(hits: NewHits['hits'], renewed: ReadonlySet<string>, notStored: ReadonlySet<string>): Iterable<Lesson> {
  const lessons = new Map<string, Lesson>();
  for (const { hit, origin } of hits) {
    if (renewed.has(hit.visitorId) || !teaches(origin) || notStored.has(hit.event.id)) continue;
    const key = `${origin.addressKey} ${hit.visitorId}`;
    const seenOnMs = Math.max(seenOn(hit.event.occurredAtMs), lessons.get(key)?.seenOnMs ?? 0);
    lessons.set(key, { visitorId: hit.visitorId, addressKey: origin.addressKey!, domain: origin.workDomain!, seenOnMs });
  }
  return lessons.values();
}

function teaches({ addressKey, workDomain, verdict }: Origin): boolean {
  return addressKey !== null && workDomain !== null && verdict !== null && teachingKinds.has(verdict.kind);
}
