import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { textArray } from '../../lib/array-literal.ts';
import { prepared } from '../../lib/prepared.ts';
import type { CompanyReference } from './company-reference.ts';
import type { VisitorFacts } from './facts.ts';
import { type CurrentCompanies, loadCompanyReferences } from './load-company-references.ts';

export type KnownVisitor = {
  email: string | null;
  workplace: { companyId: string; company: CompanyReference; confidence: number; atMs: number } | null;
};

/** Loads e-mail addresses and last seen workplaces of visitors. Unknown visitors are omitted. */
export async function loadVisitorFacts(db: Database, accountId: string, visitorIds: readonly string[]): Promise<Map<string, KnownVisitor>> {
  if (visitorIds.length === 0) return new Map();
  const { rows } = await prepared(
    'load_visitors',
    sql<VisitorRow>`
    select id, email, workplace_company_id, workplace_confidence, workplace_at from visitors
    where account_id = ${accountId} and id = any(${textArray(visitorIds)}::text[])`,
  ).execute(db);
  const workplaces = await loadCompanyReferences(db, new Set(rows.flatMap(({ workplace_company_id }) => workplace_company_id ?? [])));
  return new Map(rows.map((row) => [row.id, { email: row.email, workplace: workplaceOf(row, workplaces) }]));
}

type VisitorRow = {
  id: string;
  email: string | null;
  workplace_company_id: string | null;
  workplace_confidence: number | null;
  workplace_at: Date | null;
};
function workplaceOf(
  { workplace_company_id, workplace_confidence, workplace_at }: VisitorRow,
  workplaces: CurrentCompanies,
): KnownVisitor['workplace'] {
  const workplace = workplace_company_id === null ? undefined : workplaces.get(workplace_company_id);
  if (workplace === undefined || workplace_confidence === null || workplace_at === null) return null;
  return { ...workplace, confidence: workplace_confidence, atMs: workplace_at.getTime() };
}

/**
 * Returns the facts about a visitor at a given time; a workplace counts less the further away in time it was seen. Compares whole days, so
 * another visit to the same workplace on the same day changes nothing.
 */
export function visitorFactsAt({ email, workplace }: KnownVisitor, timeMs: number): VisitorFacts {
  return { email, workplace: workplace === null ? null : { ...workplace, ageDays: Math.abs(dayOf(timeMs) - dayOf(workplace.atMs)) } };
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / 86_400_000);
}
