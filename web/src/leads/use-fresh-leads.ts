import { useEffect, useRef } from 'react';
import type { Lead } from '../api/responses.ts';

const freshMs = 60_000;

/** The companies of the rows that had a visit in the last minute which was not shown before. */
export function useFreshLeads(rows: readonly (Lead | undefined)[]): ReadonlySet<string> {
  const shownVisits = useRef<Map<string, string> | null>(null);
  const visits = new Map(shownVisits.current);
  const fresh = new Set<string>();
  for (const lead of rows) {
    if (!lead) continue;
    const { companyId, lastVisitAt } = lead;
    const isNew = shownVisits.current && shownVisits.current.get(companyId) !== lastVisitAt;
    if (isNew && Date.now() - Date.parse(lastVisitAt) < freshMs) fresh.add(companyId);
    visits.set(companyId, lastVisitAt);
  }
  useEffect(() => {
    if (visits.size > 0) shownVisits.current = visits;
  });
  return fresh;
}
