import { sql } from 'kysely';
import { withoutLeadingZeros } from '../../lib/without-leading-zeros.ts';
import type { Context } from '../context.ts';
import { visibleCompany } from './visible-company.ts';

/** Maps company ids to current ids, following merges, in the given order. Omits companies that the account cannot see. */
export async function findCurrentCompanyIds(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  companyIds: readonly string[],
): Promise<Map<string, string>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await sql<{ given: string; id: string }>`
    select id as given, coalesce(merged_into, id) as id from companies
    where id = any(${companyIds}::bigint[]) and ${visibleCompany(accountId, 'companies')}`.execute(ctx.db);
  const current = new Map(rows.map(({ given, id }) => [given, id]));
  return new Map(
    companyIds.flatMap((given) => {
      const id = current.get(withoutLeadingZeros(given));
      return id === undefined ? [] : [[given, id] as const];
    }),
  );
}
