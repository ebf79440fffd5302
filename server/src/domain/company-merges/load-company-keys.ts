import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Returns the keys by which evidence refers to the company. */
export async function loadCompanyKeys(ctx: Pick<Context, 'db'>, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select 'domain:' || domain as key from company_domains where company_id = ${companyId}
    union select network_name from companies where id = ${companyId} and network_name is not null
    union select 'id:' || ${companyId}::text`.execute(ctx.db);
  return rows.map(({ key }) => key);
}
