import { sql } from 'kysely';
import { findCurrentCompanyIds } from '../companies/find-current-company-ids.ts';
import type { Context } from '../context.ts';
import { profileCriteriaThat, profileMatches, profileScore } from './profile.ts';

type Match = { companyId: string; companyName: string; score: number; matched: string[]; missed: string[] };

type CompanyIcpMatch = Match & { icpId: string; icpName: string };

/**
 * Compares companies with the ideal customer profiles and lists the matches, in the order of the companies, best match first. Matches are
 * not stored, because only those of companies that the account knows count for a profile.
 */
export async function listCompanyMatches(
  ctx: Context,
  accountId: string,
  { companyIds, icpIds }: { companyIds: readonly string[]; icpIds?: readonly string[] },
): Promise<CompanyIcpMatch[]> {
  const ids = [...new Set((await findCurrentCompanyIds(ctx, accountId, companyIds)).values())];
  const profiles = await ctx.db
    .selectFrom('icps')
    .select(['id', 'name', 'filters'])
    .where('account_id', '=', accountId)
    .where((eb) => (icpIds === undefined ? eb.lit(true) : eb('id', 'in', icpIds)))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const matches: CompanyIcpMatch[] = [];
  for (const { id, name, filters } of profiles) {
    const { rows } = await sql<Match>`
      select c.id as "companyId", c.name as "companyName", ${profileScore(filters)} as score,
        ${profileCriteriaThat(filters, 'hold')} as matched, ${profileCriteriaThat(filters, 'fail')} as missed
      from companies c where c.id = any(${ids}::bigint[]) and ${profileMatches(filters)}`.execute(ctx.db);
    matches.push(...rows.map((row) => ({ ...row, icpId: id, icpName: name })));
  }
  return matches.sort((a, b) => ids.indexOf(a.companyId) - ids.indexOf(b.companyId) || b.score - a.score);
}
