import { dayOf } from '../../lib/zoned-days.ts';

/** What the sums of a company by day need to know of a visit. */
export type CountedVisit = {
  id: string;
  companyId: string | null;
  startedAtMs: number;
  placeId: string;
  pageDepth: number;
  pageIds: readonly string[];
};

export type DayChange = {
  companyId: string;
  day: string;
  placeId: string;
  visits: number;
  pageViews: number;
  deepestVisit: number;
  firstVisitMs: number;
  lastVisitMs: number;
};

type DayChanges = {
  added: DayChange[];
  pages: { companyId: string; day: string; pageId: string }[];
  /** Companies that visited without a page view: they are leads, though nothing is counted for them yet. */
  companies: Set<string>;
  /** Days of companies in which something was taken away or moved. */
  recount: { companyId: string; startedAtMs: number }[];
};

/**
 * How the sums by company and day change when visits are replaced by others. Nearly always visits come or grow, and then what is
 * new can be added. Where a visit shrinks, moves or vanishes its day must be recounted, because no one can tell from a
 * greatest or an earliest value what it was without that visit.
 */
export function dayChanges(removed: readonly CountedVisit[], written: readonly CountedVisit[], timezone: string): DayChanges {
  const before = ofCompanies(removed);
  const after = ofCompanies(written);
  const changes: DayChanges = { added: [], pages: [], companies: new Set(), recount: [] };
  const recounted = new Set<string>();
  const countAnew = ({ companyId, startedAtMs }: CountedVisit) => {
    if (companyId === null || recounted.has(dayKey(companyId, dayOf(startedAtMs, timezone)))) return;
    recounted.add(dayKey(companyId, dayOf(startedAtMs, timezone)));
    changes.recount.push({ companyId, startedAtMs });
  };
  for (const visit of removed) {
    const now = after.get(visit.id);
    if (visit.companyId === null || (now !== undefined && grows(visit, now))) continue;
    countAnew(visit);
    if (now !== undefined) countAnew(now);
  }
  for (const visit of written) {
    if (visit.companyId === null) continue;
    const day = dayOf(visit.startedAtMs, timezone);
    if (recounted.has(dayKey(visit.companyId, day))) continue;
    const old = before.get(visit.id);
    const known = old !== undefined && grows(old, visit) ? old : undefined;
    if (known === undefined) changes.companies.add(visit.companyId);
    if (visit.pageDepth === 0) continue;
    if (visit.pageDepth !== known?.pageDepth)
      changes.added.push({
        companyId: visit.companyId,
        day,
        placeId: visit.placeId,
        visits: known === undefined || known.pageDepth === 0 ? 1 : 0,
        pageViews: visit.pageDepth - (known?.pageDepth ?? 0),
        deepestVisit: visit.pageDepth,
        firstVisitMs: visit.startedAtMs,
        lastVisitMs: visit.startedAtMs,
      });
    // A visit of which no page was counted yet brings all of its pages.
    const noted = new Set(known === undefined || known.pageDepth === 0 ? [] : known.pageIds);
    for (const pageId of visit.pageIds) if (!noted.has(pageId)) changes.pages.push({ companyId: visit.companyId, day, pageId });
  }
  return changes;
}

/** By their ids. Visits of no company count for nothing. */
function ofCompanies(visits: readonly CountedVisit[]): Map<string, CountedVisit> {
  const found = new Map<string, CountedVisit>();
  for (const visit of visits) if (visit.companyId !== null) found.set(visit.id, visit);
  return found;
}

function grows(before: CountedVisit, after: CountedVisit): boolean {
  return (
    before.companyId === after.companyId &&
    before.startedAtMs === after.startedAtMs &&
    before.placeId === after.placeId &&
    before.pageDepth <= after.pageDepth &&
    areAllIn(before.pageIds, after.pageIds)
  );
}

/** A visit that goes on keeps the pages it had, in their order. */
function areAllIn(before: readonly string[], after: readonly string[]): boolean {
  if (before.every((id, at) => id === after[at])) return true;
  const ids = new Set(after);
  return before.every((id) => ids.has(id));
}

function dayKey(companyId: string, day: string): string {
  return `${companyId} ${day}`;
}
