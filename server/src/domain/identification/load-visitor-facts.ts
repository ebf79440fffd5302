import type { Database } from '../../db/connect.ts';
import type { CompanyReference } from './company-reference.ts';
import { directoryReference } from './directory-reference.ts';
import type { VisitorFacts } from './facts.ts';

export type KnownVisitor = { email: string | null; office: { company: CompanyReference; confidence: number; atMs: number } | null };

/** Who the visitors said they are, and where they were seen at work. Visitors of whom neither is known are left out. */
export async function loadVisitorFacts(db: Database, accountId: string, visitorIds: readonly string[]): Promise<Map<string, KnownVisitor>> {
  if (visitorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('visitors as visitor')
    .leftJoin('companies as company', 'company.id', 'visitor.office_company_id')
    .select(['visitor.id', 'visitor.email', 'visitor.office_confidence', 'visitor.office_at'])
    .select(['company.id as company_id', 'company.name', 'company.domain', 'company.network_name', 'company.country_code'])
    .where('visitor.account_id', '=', accountId)
    .where('visitor.id', 'in', [...visitorIds])
    .where((row) => row.or([row('visitor.email', 'is not', null), row('visitor.office_company_id', 'is not', null)]))
    .execute();
  return new Map(
    rows.map((row) => {
      const { id, email, office_confidence, office_at, company_id, name } = row;
      const isKnown = company_id !== null && name !== null && office_confidence !== null && office_at !== null;
      const company = isKnown ? directoryReference({ ...row, id: company_id, name }) : null;
      return [id, { email, office: company === null ? null : { company, confidence: office_confidence!, atMs: office_at!.getTime() } }];
    }),
  );
}

/** The visitor as known at a time: a place of work counts the less the further away in time it was seen. */
export function visitorFactsAt({ email, office }: KnownVisitor, timeMs: number): VisitorFacts {
  return { email, office: office === null ? null : { ...office, ageDays: Math.abs(timeMs - office.atMs) / 86_400_000 } };
}
