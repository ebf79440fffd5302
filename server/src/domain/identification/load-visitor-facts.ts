import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { plainArray, textArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { prepared } from '../../lib/prepared.ts';
import { utcDayNumber } from '../../lib/utc-day-number.ts';
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
  const rows = await runCombined(db, loadVisitors, { accountId, visitorIds });
  const workplaces = await loadCompanyReferences(db, new Set(rows.flatMap(({ workplace_company_id }) => workplace_company_id ?? [])));
  return new Map(rows.map((row) => [row.id, { email: row.email, workplace: workplaceOf(row, workplaces) }]));
}

async function loadVisitors(
  db: Database,
  requests: readonly { accountId: string; visitorIds: readonly string[] }[],
): Promise<VisitorRow[][]> {
  const [only] = requests;
  if (only !== undefined && requests.length === 1) {
    const { rows } = await prepared(
      'load_visitors',
      sql<VisitorRow>`
    select ${columns} from visitors where account_id = ${only.accountId} and id = any(${textArray(only.visitorIds)}::text[])`,
    ).execute(db);
    return [rows];
  }
  // `offset 0` is an optimization fence: one index lookup per visitor, regardless of the planner's estimates.
  const { rows } = await prepared(
    'load_visitors_of_accounts',
    sql<VisitorRow & { account_id: string }>`
    select requests.account_id, v.* from unnest(${plainArray(requests.flatMap(({ accountId, visitorIds }) => visitorIds.map(() => accountId)))}::bigint[],
      ${textArray(requests.flatMap(({ visitorIds }) => visitorIds))}::text[]) as requests (account_id, visitor_id)
    cross join lateral (select ${columns} from visitors where account_id = requests.account_id and id = requests.visitor_id offset 0) as v`,
  ).execute(db);
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return requests.map(({ accountId }) => byAccount.get(accountId) ?? []);
}

const columns = sql`id, email, workplace_company_id, workplace_confidence, workplace_at`;

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
 * Returns the facts about a visitor at a given time. A workplace counts less the longer before or after that time it was seen. Compares
 * whole days, so that another visit from the same workplace on the same day changes nothing.
 */
export function visitorFactsAt({ email, workplace }: KnownVisitor, timeMs: number): VisitorFacts {
  return {
    email,
    workplace: workplace === null ? null : { ...workplace, ageDays: Math.abs(utcDayNumber(timeMs) - utcDayNumber(workplace.atMs)) },
  };
}
