import type { QueryClient } from '@tanstack/react-query';

/** The properties of a lead that users change. Rows of the list and the details of a company contain them. */
export type LeadState = { followed: boolean; hidden: boolean; assigneeId: string | null; tagIds: string[] };
type Lead = LeadState & { companyId: string };
type LeadPage = { rows: Lead[]; total: number };

/** Optimistic update: changes leads in all cached responses. Returns a function that rolls the change back. */
export function patchLeads(
  queryClient: QueryClient,
  base: string,
  companyIds: ReadonlySet<string>,
  patch: (lead: LeadState) => LeadState,
): () => void {
  const before = queryClient.getQueriesData({ queryKey: [base] }).filter(([, data]) => isPage(data) || isLead(data));
  for (const [key, data] of before) queryClient.setQueryData(key, patched(data, companyIds, patch));
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

/** The latest known state of leads in all cached responses. Leads that were not loaded have none. */
export function cachedLeads(queryClient: QueryClient, base: string, companyIds: readonly string[]): LeadState[] {
  const responses = queryClient.getQueryCache().findAll({ queryKey: [base] });
  const latestLast = responses.map(({ state }) => state).sort((a, b) => a.dataUpdatedAt - b.dataUpdatedAt);
  const leads = latestLast.flatMap(({ data }) => (isPage(data) ? data.rows : isLead(data) ? [data] : []));
  const known = new Map(leads.map((lead) => [lead.companyId, lead]));
  return companyIds.flatMap((id) => known.get(id) ?? []);
}

export function patched(data: unknown, companyIds: ReadonlySet<string>, patch: (lead: LeadState) => LeadState): unknown {
  if (isPage(data)) {
    const rows = data.rows.map((lead) => (companyIds.has(lead.companyId) ? { ...lead, ...patch(lead) } : lead));
    // A list shows either hidden leads or visible ones, so a lead that was hidden or unhidden is removed from it.
    const remaining = rows.filter((lead, index) => lead.hidden === data.rows[index]?.hidden);
    return { ...data, rows: remaining, total: data.total - (rows.length - remaining.length) };
  }
  return isLead(data) && companyIds.has(data.companyId) ? { ...data, ...patch(data) } : data;
}

function isPage(data: unknown): data is LeadPage {
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows) && data.rows.every(isLead);
}

function isLead(data: unknown): data is Lead {
  return typeof data === 'object' && data !== null && 'companyId' in data && 'tagIds' in data && 'followed' in data;
}
