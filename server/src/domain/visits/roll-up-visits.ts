import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import { companyDayKey } from './company-day-key.ts';
import { dayNumber, gapChanges } from './company-gaps.ts';
import {
  type CompanyDayValues,
  type CompanyValue,
  companyDayValues,
  deletePresence,
  findPresence,
  insertPresence,
  listStoredValues,
  loadVisitsOfDays,
  type PresenceKey,
  type PresenceRow,
} from './company-presence.ts';
import { leadsToMove, loadLeadIndustries, type MovedLead, moveIndustries, storeIndustries } from './lead-industries.ts';
import { RollupCache } from './rollup-cache.ts';
import { RollupChanges } from './rollup-changes.ts';
import type { RollupGeneration, RollupState } from './rollup-generations.ts';
import { allVisits, type RollupLookup, type RollupValue, type RollupVisit, rollupValue, valuesOf } from './rollup-values.ts';
import { writeRollups } from './write-rollups.ts';

type Account = { accountId: string; rollups: RollupState };
export type VisitChange = { removed: readonly RollupVisit[]; written: readonly RollupVisit[] };

/**
 * Updates the rollups of the dashboard after visits were replaced, and records the changed companies for feeds. The visits must already be
 * written and the leads of their companies locked. Call it at the end of a transaction, to hold its locks only briefly: all lanes of an
 * account write the same rows.
 */
export async function rollUpVisits(
  trx: Transaction<DB>,
  { accountId, rollups: { generations, isRebuilding } }: Account,
  { removed, written }: VisitChange,
  cache = new RollupCache(),
): Promise<void> {
  if (removed.length === 0 && written.length === 0) return;
  const visits = [...removed, ...written];
  const industries = await loadLeadIndustries(trx, accountId, [...new Set(visits.flatMap(({ companyId }) => companyId ?? []))]);
  const lookup = await cache.lookUp(trx, accountId, visits);
  const industryOf = (companyId: string) => industries.get(companyId)?.stored ?? null;
  const moved = leadsToMove(industries, isRebuilding);
  // All lanes write the generations in the same order, so they cannot deadlock.
  for (const generation of generations) {
    await rollUpGeneration(trx, { accountId, generation, isRebuilding }, { removed, written }, { lookup, cache, industryOf, moved });
  }
  await storeIndustries(trx, accountId, moved);
  await recordFeedChanges(
    trx,
    accountId,
    visits.flatMap(({ companyId }) => companyId ?? []),
  );
}

type Sources = {
  lookup: RollupLookup;
  cache: RollupCache;
  /** The industry for which a lead's visits are counted. */
  industryOf(companyId: string): string | null;
  /** Leads whose visits move to another industry. */
  moved: readonly MovedLead[];
};

/** Updates one generation of the rollups. Ignores visits that it does not count yet. */
export async function rollUpGeneration(
  trx: Transaction<DB>,
  { accountId, generation, isRebuilding }: { accountId: string; generation: RollupGeneration; isRebuilding: boolean },
  change: VisitChange,
  { lookup, cache, industryOf: industryOfCompany, moved }: Sources,
): Promise<void> {
  const { timezone, untilMs } = generation;
  const isCounted = ({ startedAtMs }: RollupVisit) => startedAtMs < untilMs;
  const changes = new RollupChanges(timezone);
  const { grown, replaced, added } = classifyVisits({
    removed: change.removed.filter(isCounted),
    written: change.written.filter(isCounted),
  });
  const industryOf = (companyId: string | null) => (companyId === null ? null : industryOfCompany(companyId));
  for (const { before, after } of grown) changes.growVisit(before, after, lookup);
  for (const visit of replaced) changes.addVisit(visit, lookup, industryOf(visit.companyId), -1);
  for (const visit of added) changes.addVisit(visit, lookup, industryOf(visit.companyId), 1);
  const scope = { accountId, generation: generation.generation };
  const presence = await loadPresence(trx, scope, generation, { grown, replaced, added }, { lookup, cache });
  await updatePresence(trx, scope, presence, changes, industryOf);
  await moveIndustries(trx, { accountId, generation, isRebuilding }, moved, changes);
  await writeRollups(trx, scope, changes, cache);
}

type ClassifiedVisits = {
  /** Visits that still count for everything they counted for before. */
  grown: { before: RollupVisit; after: RollupVisit }[];
  replaced: RollupVisit[];
  added: RollupVisit[];
};

function classifyVisits({ removed, written }: VisitChange): ClassifiedVisits {
  const before = new Map(removed.map((visit) => [visit.id, visit]));
  const classified: ClassifiedVisits = { grown: [], replaced: [], added: [] };
  for (const after of written) {
    const previous = before.get(after.id);
    if (previous !== undefined && keepsAll(previous, after)) {
      classified.grown.push({ before: previous, after });
      before.delete(after.id);
    } else classified.added.push(after);
  }
  const kept = new Set(classified.grown.map((pair) => pair.before));
  classified.replaced = removed.filter((visit) => !kept.has(visit));
  return classified;
}

type Scope = { accountId: string; generation: number };

type Presence = {
  /** Stored rows of the recounted days. */
  before: Awaited<ReturnType<typeof listStoredValues>>;
  /** Values of new visits and new values of growing ones, or all values of a recounted day, by company and day. */
  after: Map<string, CompanyDayValues>;
  /** Keys of the companies and days that are recounted, because a visit was removed or replaced. */
  recount: Set<string>;
};

async function loadPresence(
  trx: Transaction<DB>,
  scope: Scope,
  { timezone, untilMs }: RollupGeneration,
  { grown, replaced, added }: ClassifiedVisits,
  { lookup, cache }: { lookup: RollupLookup; cache: RollupCache },
): Promise<Presence> {
  const { accountId } = scope;
  const days = new Map<string, { companyId: string; day: string }>();
  for (const visit of replaced) {
    if (visit.companyId === null || visit.pageDepth === 0) continue;
    const day = dayOf(visit.startedAtMs, timezone);
    days.set(companyDayKey(visit.companyId, day), { companyId: visit.companyId, day });
  }
  const after = companyDayValues(
    [...added, ...grown.flatMap(({ before, after }) => (hasMore(before, after) ? after : []))],
    lookup,
    timezone,
  );
  for (const { before } of grown) {
    if (before.companyId === null) continue;
    // What a grown visit counted for before is already stored. Only the row of all visits can change, because it has the hours.
    const values = after.get(companyDayKey(before.companyId, dayOf(before.startedAtMs, timezone)))?.values;
    if (values) for (const { id } of valuesOf(before, lookup)) if (id !== allVisits.id) values.delete(id);
  }
  if (days.size === 0) return { before: [], after, recount: new Set() };
  const recountedDays = [...days.values()];
  const stored = await loadVisitsOfDays(trx, accountId, timezone, recountedDays);
  const visits = stored.filter(({ startedAtMs }) => startedAtMs < untilMs);
  const counted = companyDayValues(visits, await cache.lookUp(trx, accountId, visits), timezone);
  for (const [key, { companyId, day }] of days) {
    after.set(key, counted.get(key) ?? { companyId, day, values: new Map(), hours: 0 });
  }
  return { before: await listStoredValues(trx, scope, recountedDays), after, recount: new Set(days.keys()) };
}

/** Whether a visit still counts for everything it counted for before. */
function keepsAll(before: RollupVisit, after: RollupVisit): boolean {
  return (
    before.companyId === after.companyId &&
    before.startedAtMs === after.startedAtMs &&
    before.pageDepth > 0 &&
    after.pageDepth > 0 &&
    before.placeId === after.placeId &&
    before.verdictId === after.verdictId &&
    before.deviceType === after.deviceType &&
    before.source === after.source &&
    before.medium === after.medium &&
    before.campaign === after.campaign &&
    before.pageIds.every((id) => after.pageIds.includes(id)) &&
    before.goalIds.every((id) => after.goalIds.includes(id))
  );
}

function hasMore(before: RollupVisit, after: RollupVisit): boolean {
  return after.pageIds.length > before.pageIds.length || after.goalIds.length > before.goalIds.length;
}

async function updatePresence(
  trx: Transaction<DB>,
  scope: Scope,
  { before, after, recount }: Presence,
  changes: RollupChanges,
  industryOf: (companyId: string) => string | null,
): Promise<void> {
  const values = new Map<string, RollupValue>([[allVisits.id, allVisits]]);
  for (const { kind, valueId } of before) if (kind !== 'all') values.set(valueId, { kind, id: valueId, name: null });
  const present: PresenceKey[] = [];
  const gone: PresenceKey[] = [];
  for (const { companyId, day, values: valuesOfDay } of after.values()) {
    for (const [valueId, value] of valuesOfDay) {
      values.set(valueId, value);
      present.push({ companyId, valueId, day });
    }
  }
  for (const { companyId, valueId, day } of before) {
    if (!after.get(companyDayKey(companyId, day))?.values.has(valueId)) gone.push({ companyId, valueId, day });
  }
  const removed = new Set(gone.map(keyOf));
  const found = await findPresence(trx, scope, [...present, ...gone]);
  const added: CompanyValue[] = [];
  for (const row of found) {
    const { companyId, valueId, day } = row;
    const dayValues = getOrThrow(after, companyDayKey(companyId, day));
    const storedHours = row.hours ?? 0;
    const isAll = valueId === allVisits.id;
    const hours = !isAll ? 0 : recount.has(companyDayKey(companyId, day)) ? dayValues.hours : storedHours | dayValues.hours;
    if (isAll) countHours(changes, day, storedHours, hours);
    if (!removed.has(keyOf(row)) && (row.hours === null || hours !== storedHours)) added.push({ companyId, valueId, day, hours });
  }
  for (const rows of Map.groupBy(found, ({ companyId, valueId }) => `${companyId} ${valueId}`).values()) {
    const { companyId, valueId } = firstOf(rows);
    const value = getOrThrow(values, valueId);
    for (const { day, gap, companies } of gapChangesOf(rows, removed)) {
      changes.addCompanies(value, day, gap, companies);
      const industry = valueId === allVisits.id ? industryOf(companyId) : null;
      if (industry !== null) changes.addCompanies(rollupValue('industry', industry), day, gap, companies);
    }
  }
  await deletePresence(trx, scope, gone);
  await insertPresence(trx, scope, added);
}

/** Returns the changes of the gaps of one company and value. */
function gapChangesOf(rows: readonly PresenceRow[], removed: ReadonlySet<string>) {
  const before = new Set<number>();
  const after = new Set<number>();
  for (const row of rows) {
    for (const day of [row.before, row.after]) if (day !== null) before.add(dayNumber(day));
    if (row.hours !== null) before.add(dayNumber(row.day));
  }
  for (const day of before) after.add(day);
  for (const row of rows) {
    if (removed.has(keyOf(row))) after.delete(dayNumber(row.day));
    else after.add(dayNumber(row.day));
  }
  return gapChanges(sorted(before), sorted(after));
}

function sorted(days: Iterable<number>): number[] {
  return [...days].sort((a, b) => a - b);
}

function countHours(changes: RollupChanges, day: string, before: number, after: number) {
  for (let hour = 0, bits = before ^ after; bits !== 0; hour++, bits >>>= 1) {
    if (bits & 1) changes.addCompaniesOfHour(day, hour, (after >>> hour) & 1 ? 1 : -1);
  }
}

function keyOf({ companyId, valueId, day }: PresenceKey): string {
  return `${companyId} ${valueId} ${day}`;
}
