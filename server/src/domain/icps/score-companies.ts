import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { profileMatches, profileScore } from './profile.ts';

export type ProfileScore = { icpId: string; icpName: string; score: number };

/** Scores companies against the current criteria of the ideal customer profiles that they match, best score first. */
export async function scoreCompanies(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  companyIds: readonly string[],
): Promise<Map<string, ProfileScore[]>> {
  const found = new Map<string, ProfileScore[]>();
  if (companyIds.length === 0) return found;
  const profiles = await ctx.db
    .selectFrom('icps')
    .select(['id', 'name', 'filters'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const { id, name, filters } of profiles) {
    const { rows } = await sql<{ company_id: string; score: number }>`
      select c.id as company_id, ${profileScore(filters)} as score from companies c
      where c.id = any(${companyIds}::bigint[]) and ${profileMatches(filters)}`.execute(ctx.db);
    for (const { company_id, score } of rows)
      found.set(company_id, [...(found.get(company_id) ?? []), { icpId: id, icpName: name, score }]);
  }
  for (const scores of found.values()) scores.sort((a, b) => b.score - a.score);
  return found;
}
