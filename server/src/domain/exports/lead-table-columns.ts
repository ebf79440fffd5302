import type { CsvValue } from '../../lib/format-csv.ts';
import type { FoundLead } from '../leads/search-leads.ts';

/** Display names for ids in a row. */
type Names = { tags: ReadonlyMap<string, string>; members: ReadonlyMap<string, string> };

const separator = '; ';

/** Columns of an exported lead table. Users rely on the names, so they never change; new columns are added at the end. */
export const leadTableColumns: readonly { name: string; read: (lead: FoundLead, names: Names) => CsvValue }[] = [
  { name: 'company_id', read: (lead) => lead.companyId },
  { name: 'name', read: (lead) => lead.name },
  { name: 'domain', read: (lead) => lead.domain },
  { name: 'industry', read: (lead) => lead.industries[0] ?? null },
  { name: 'employee_range', read: (lead) => lead.employeeRange?.replaceAll('.', '') ?? null },
  { name: 'city', read: (lead) => lead.activity.place?.city ?? null },
  { name: 'country_code', read: (lead) => lead.activity.place?.countryCode ?? null },
  { name: 'quality', read: (lead) => lead.activity.quality.score },
  { name: 'visits', read: (lead) => lead.activity.visits },
  { name: 'page_views', read: (lead) => lead.activity.pageViews },
  { name: 'first_visit_at', read: (lead) => lead.firstVisitAt },
  { name: 'last_visit_at', read: (lead) => lead.activity.lastVisitAt },
  { name: 'source', read: (lead) => lead.trafficSource?.source ?? null },
  { name: 'medium', read: (lead) => lead.trafficSource?.medium ?? null },
  { name: 'followed', read: (lead) => lead.followed },
  { name: 'tags', read: ({ tagIds }, { tags }) => join(tagIds.flatMap((id) => tags.get(id) ?? [])) },
  { name: 'icps', read: ({ icps }) => join(icps.map(({ icpName }) => icpName)) },
  { name: 'assignee', read: ({ assigneeId }, { members }) => (assigneeId === null ? null : (members.get(assigneeId) ?? null)) },
];

function join(items: string[]): string | null {
  return items.length === 0 ? null : items.join(separator);
}
