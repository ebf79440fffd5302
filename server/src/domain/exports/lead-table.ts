import type { CsvValue } from '../../lib/csv-text.ts';
import type { LeadRow } from '../leads/lead-row.ts';

/** Display names for ids in a row. */
export type Names = { tags: ReadonlyMap<string, string>; members: ReadonlyMap<string, string> };

const separator = '; ';

/** Columns of an exported lead table. Users rely on the names, so they never change; new columns are added at the end. */
export const leadColumns: readonly { name: string; read: (row: LeadRow, names: Names) => CsvValue }[] = [
  { name: 'company_id', read: (row) => row.companyId },
  { name: 'name', read: (row) => row.name },
  { name: 'domain', read: (row) => row.domain },
  { name: 'industry', read: (row) => row.industry },
  { name: 'employee_range', read: (row) => row.employeeRange },
  { name: 'city', read: (row) => row.place?.city ?? null },
  { name: 'country_code', read: (row) => row.place?.countryCode ?? null },
  { name: 'quality', read: (row) => row.quality.score },
  { name: 'visits', read: (row) => row.visits },
  { name: 'page_views', read: (row) => row.pageViews },
  { name: 'first_visit_at', read: (row) => row.firstVisitAt },
  { name: 'last_visit_at', read: (row) => row.lastVisitAt },
  { name: 'source', read: (row) => row.source },
  { name: 'medium', read: (row) => row.medium },
  { name: 'followed', read: (row) => row.followed },
  { name: 'tags', read: ({ tagIds }, { tags }) => join(tagIds.flatMap((id) => tags.get(id) ?? [])) },
  { name: 'icps', read: ({ icps }) => join(icps.map(({ icpName }) => icpName)) },
  { name: 'assignee', read: ({ assigneeId }, { members }) => (assigneeId === null ? null : (members.get(assigneeId) ?? null)) },
];

function join(words: string[]): string | null {
  return words.length === 0 ? null : words.join(separator);
}
