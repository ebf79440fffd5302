import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Icp } from './icp.ts';

/** Lists ideal customer profiles, oldest first. */
export async function listIcps(ctx: Pick<Context, 'db'>, accountId: string): Promise<Icp[]> {
  const { rows } = await icpsWhere(ctx, accountId);
  return rows;
}

export async function getIcp(ctx: Pick<Context, 'db'>, accountId: string, icpId: string): Promise<Icp> {
  const { rows } = await icpsWhere(ctx, accountId, icpId);
  if (!rows[0]) throw new Problem('not_found', `There is no ideal customer profile ${icpId}.`);
  return rows[0];
}

function icpsWhere(ctx: Pick<Context, 'db'>, accountId: string, icpId?: string) {
  return sql<Icp>`
    select i.id, i.name, i.description, i.filters, i.created_at as "createdAt", i.updated_at as "updatedAt",
      i.match_count as "matchCount"
    from icps i where i.account_id = ${accountId} ${icpId === undefined ? sql`` : sql`and i.id = ${icpId}`}
    order by i.created_at, i.id`.execute(ctx.db);
}
