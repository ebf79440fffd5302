import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { textArray } from '../../lib/array-literal.ts';
import type { CompanyReference } from './company-reference.ts';
import { type DirectoryRow, directoryReference } from './directory-reference.ts';
import type { VisitorFacts } from './facts.ts';

export type KnownVisitor = {
  email: string | null;
  office: { companyId: string; company: CompanyReference; confidence: number; atMs: number } | null;
};

/** Who the visitors said they are, and where they were seen at work. Visitors who were never seen are left out. */
export async function loadVisitorFacts(db: Database, accountId: string, visitorIds: readonly string[]): Promise<Map<string, KnownVisitor>> {
  if (visitorIds.length === 0) return new Map();
  const { rows } = await sql<VisitorRow>`
    select visitor.id as visitor_id, visitor.email, visitor.office_confidence, visitor.office_at,
      c.id, c.name, c.domain, c.network_name, c.country_code, array(select d.domain from company_domains d where d.company_id = c.id) as domains
    from visitors visitor
    left join companies seen on seen.id = visitor.office_company_id
    left join companies c on c.id = coalesce(seen.merged_into, seen.id)
    where visitor.account_id = ${accountId} and visitor.id = any(${textArray(visitorIds)}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.visitor_id, { email: row.email, office: officeOf(row) }]));
}

type VisitorRow = { [Column in keyof DirectoryRow]: DirectoryRow[Column] | null } & {
  visitor_id: string;
  email: string | null;
  office_confidence: number | null;
  office_at: Date | null;
};

function officeOf({ office_confidence, office_at, ...company }: VisitorRow): KnownVisitor['office'] {
  if (company.id === null || office_confidence === null || office_at === null) return null;
  return {
    companyId: company.id,
    company: directoryReference(company as DirectoryRow),
    confidence: office_confidence,
    atMs: office_at.getTime(),
  };
}

/**
 * The visitor as known at a time: a place of work counts the less the further away in time it was seen. Whole days are compared, so
 * that one more visit to the same office on the same day changes nothing.
 */
export function visitorFactsAt({ email, office }: KnownVisitor, timeMs: number): VisitorFacts {
  return { email, office: office === null ? null : { ...office, ageDays: Math.abs(dayOf(timeMs) - dayOf(office.atMs)) } };
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / 86_400_000);
}
