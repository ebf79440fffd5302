import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { mergeCompanies } from './merge-companies.ts';

/** Merges companies that belong to one account into the shared company of the same domain, if one has been added since. */
export async function mergeConfirmedCompanies(ctx: Context): Promise<{ merged: number }> {
  const { rows } = await sql<{ id: string; shared: string }>`
    select own.id, coalesce(c.merged_into, c.id) as shared
    from companies own join company_domains d on d.domain = own.domain join companies c on c.id = d.company_id
    where own.owner_account_id is not null and own.merged_into is null order by own.id`.execute(ctx.db);
  for (const { id, shared } of rows) await ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, id, shared));
  return { merged: rows.length };
}
