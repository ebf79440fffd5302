import { sql } from 'kysely';
import { findCurrentCompanyIds } from '../companies/find-current-company-ids.ts';
import type { Context } from '../context.ts';
import { refreshMatches } from './refresh-matches.ts';

type CompanyIcpMatch = {
  companyId: string;
  companyName: string;
  icpId: string;
  icpName: string;
  score: number;
  matched: string[];
  missed: string[];
};

/** Updates the profile matches of companies and lists them, in the order of the companies, best match first. */
export async function listCompanyMatches(
  ctx: Context,
  accountId: string,
  { companyIds, icpIds }: { companyIds: readonly string[]; icpIds?: readonly string[] },
): Promise<CompanyIcpMatch[]> {
  const ids = [...new Set((await findCurrentCompanyIds(ctx, accountId, companyIds)).values())];
  await refreshMatches(ctx, accountId, { companyIds: ids });
  const { rows } = await sql<CompanyIcpMatch>`
    select m.company_id as "companyId", c.name as "companyName", m.icp_id as "icpId", i.name as "icpName", m.score, m.matched, m.missed
    from icp_matches m join icps i on i.account_id = ${accountId} and i.id = m.icp_id join companies c on c.id = m.company_id
    where m.account_id = ${accountId} and m.company_id = any(${ids}::bigint[])
      ${icpIds === undefined ? sql`` : sql`and m.icp_id = any(${icpIds}::uuid[])`}
    order by array_position(${ids}::bigint[], m.company_id), m.score desc, i.created_at, m.icp_id`.execute(ctx.db);
  return rows;
}
