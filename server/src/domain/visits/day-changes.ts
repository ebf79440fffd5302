import { dayOf } from '../../lib/zoned-days.ts';
import { companyDayKey } from './company-day-key.ts';

/** The data of a visit that the daily rollups of companies need. */
export type CountedVisit = {
  id: string;
  companyId: string | null;
  startedAtMs: number;
  placeId: string;
  pageDepth: number;
  /** Distinct, in order of their last view. */
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

export type CompanyPage = { companyId: string; day: string; pageId: string };

type DayChanges = {
  /** Those of days in `recount` may be missing. */
  added: DayChange[];
  /** Those of days in `recount` may be missing. */
  pages: CompanyPage[];
  /** Companies with new visits; those in `recount` may be missing. Even a visit without a page view, which is not counted, makes its company a lead. */
  companies: Set<string>;
  /** Company days to recount, because a visit shrank, moved or disappeared; each is given by the start time of one of its visits. */
  recount: { companyId: string; startedAtMs: number }[];
};

/**
 * Computes how the daily rollups of companies change when visits are replaced. New and growing visits, the usual case, are added to the
 * rollups. If a visit shrinks, moves or disappears, its day must be recounted, because a minimum or maximum cannot be
 * corrected by subtraction.
 */
export function dayChanges(removed: readonly CountedVisit[], written: readonly CountedVisit[], timezone: string): DayChanges {
  const before = ofCompanies(removed);
  const after = ofCompanies(written);
  const changes: DayChanges = { added: [], pages: [], companies: new Set(), recount: [] };
  const recounted = new Set<string>();
  const recount = ({ companyId, startedAtMs }: CountedVisit) => {
    if (companyId === null || recounted.has(companyDayKey(companyId, dayOf(startedAtMs, timezone)))) return;
    recounted.add(companyDayKey(companyId, dayOf(startedAtMs, timezone)));
    changes.recount.push({ companyId, startedAtMs });
  };
  for (const visit of removed) {
    const now = after.get(visit.id);
    if (visit.companyId === null || (now !== undefined && grows(visit, now))) continue;
    recount(visit);
    if (now !== undefined) recount(now);
  }
  for (const visit of written) {
    if (visit.companyId === null) continue;
    const day = dayOf(visit.startedAtMs, timezone);
    if (recounted.has(companyDayKey(visit.companyId, day))) continue;
    const old = before.get(visit.id);
    const previous = old !== undefined && grows(old, visit) ? old : undefined;
    if (previous === undefined) changes.companies.add(visit.companyId);
    if (visit.pageDepth === 0) continue;
    if (visit.pageDepth !== previous?.pageDepth)
      changes.added.push({
        companyId: visit.companyId,
        day,
        placeId: visit.placeId,
        visits: previous === undefined || previous.pageDepth === 0 ? 1 : 0,
        pageViews: visit.pageDepth - (previous?.pageDepth ?? 0),
        deepestVisit: visit.pageDepth,
        firstVisitMs: visit.startedAtMs,
        lastVisitMs: visit.startedAtMs,
      });
    // A visit that was not counted yet, because it had no page view, contributes all of its pages.
    const previousPageIds = new Set(previous === undefined || previous.pageDepth === 0 ? [] : previous.pageIds);
    for (const pageId of visit.pageIds) if (!previousPageIds.has(pageId)) changes.pages.push({ companyId: visit.companyId, day, pageId });
  }
  return changes;
}

/** Returns the visits with a company, by id. */
function ofCompanies(visits: readonly CountedVisit[]): Map<string, CountedVisit> {
  const visitsById = new Map<string, CountedVisit>();
  for (const visit of visits) if (visit.companyId !== null) visitsById.set(visit.id, visit);
  return visitsById;
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

/** Checks the usual case first: a continued visit starts with the same pages. */
function areAllIn(before: readonly string[], after: readonly string[]): boolean {
  if (before.every((id, index) => id === after[index])) return true;
  const ids = new Set(after);
  return before.every((id) => ids.has(id));
}
