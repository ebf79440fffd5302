import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { enqueueAccountMovesJobName } from './enqueue-account-moves.ts';
import { loadCompanyKeys } from './load-company-keys.ts';
import { lockMerges } from './lock-merges.ts';
import { tablesOfCompanies } from './tables-of-companies.ts';

/**
 * Merges two companies of the directory. The previous id redirects to the current one. The data of accounts, including visits, is moved in
 * the background (`move-account-data.ts`). Joins the caller's transaction when `ctx.db` is one.
 */
export async function mergeCompanies(ctx: Context, previousId: string, currentId: string, reason?: string): Promise<void> {
  await lockMerges(ctx.db);
  const previous = await getCurrentId(ctx, previousId);
  const current = await getCurrentId(ctx, currentId);
  if (previous === current) throw new Problem('conflict', `The companies ${previousId} and ${currentId} are already merged.`);
  const companyKeys = await loadCompanyKeys(ctx, previous);
  await sql`update companies set merged_into = ${current}, updated_at = ${ctx.clock.now()} where id = ${previous} or merged_into = ${previous}`.execute(
    ctx.db,
  );
  for (const table of tablesOfCompanies) {
    await sql`update ${sql.table(table)} set company_id = ${current} where company_id = ${previous}`.execute(ctx.db);
  }
  await sql`
    insert into company_name_keys (name_key, company_id, is_main) select name_key, ${current}::bigint, false from company_name_keys
    where company_id = ${previous} on conflict do nothing`.execute(ctx.db);
  await sql`delete from company_name_keys where company_id = ${previous}`.execute(ctx.db);
  await sql`delete from company_candidates where status = 'open' and (company_id = ${previous} or candidate_id = ${previous})`.execute(
    ctx.db,
  );
  await sql`update companies set group_company_id = nullif(${current}::bigint, id) where group_company_id = ${previous}`.execute(ctx.db);
  await moveRows(ctx, 'company_ip_ranges', ['block', 'source', 'updated_at'], previous, current);
  await moveRows(
    ctx,
    'financial_reports',
    ['year', 'currency', 'revenue', 'earnings', 'net_worth', 'total_assets', 'employees', 'source'],
    previous,
    current,
  );
  const merged = { kind: 'company', id: previous };
  await recordAudit(ctx, ctx.db, { for: 'operator', action: 'company.merged', subject: merged, detail: { into: current } });
  const move = { previousId: previous, companyKeys, reason: reason ?? `company ${previous} was merged into ${current}` };
  await ctx.jobs.add(ctx.db, enqueueAccountMovesJobName, move, { key: `${enqueueAccountMovesJobName}:${previous}`, isAwaited: true });
}

async function getCurrentId(ctx: Context, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('companies')
    .select(['id', 'merged_into'])
    .where('id', '=', checkRecordId(id, 'company'))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no company ${id}.`);
  return row.merged_into ?? row.id;
}

/** Moves rows to the current company. On conflict, its own row wins. */
async function moveRows(
  ctx: Context,
  table: 'company_ip_ranges' | 'financial_reports',
  columns: string[],
  previous: string,
  current: string,
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (company_id, ${list}) select ${current}::bigint, ${list} from ${sql.table(table)} where company_id = ${previous} on conflict do nothing`.execute(
    ctx.db,
  );
  await sql`delete from ${sql.table(table)} where company_id = ${previous}`.execute(ctx.db);
}
