import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { deleteImportsOf } from '../imports/delete-imports-of.ts';
import { Problem } from '../problem.ts';
import { closeAccount } from './close-account.ts';
import { getAccount } from './get-account.ts';
import { type AccountTable, listAccountTables } from './list-account-tables.ts';

type Deletion = { users: number; files: number; jobs: number; rows: Record<string, number> };
type DeletionOptions = { onProgress?(table: string, deletedRows: number): void };

/** Maximum number of rows deleted in one transaction. */
const batchRows = 2000;
/** Maximum number of further passes over all tables. Each pass deletes the rows that running jobs wrote during the previous one. */
const maxRounds = 10;

/**
 * Deletes an account and all its data while the server is running. Closes the account first, then deletes jobs, files and rows in small
 * transactions, and finally the account row, so an interrupted deletion can be resumed by calling it again. Rows that running jobs wrote in
 * the meantime are deleted at the end. Entries without personal data remain in the operator's audit log.
 */
export async function deleteAccount(ctx: Context, accountId: string, { onProgress }: DeletionOptions = {}): Promise<Deletion> {
  const { id } = await getAccount(ctx, accountId);
  const deletion: Deletion = { ...(await closeAccount(ctx, id)), files: 0, jobs: 0, rows: {} };
  deletion.jobs += await deleteJobs(ctx, id);
  const fileNames = new Set<string>();
  await deleteFiles(ctx, id, fileNames);
  const tables = lanesLast(await listAccountTables(ctx.db));
  const addDeleted = (table: string, rows: number) => {
    const total = (deletion.rows[table] ?? 0) + rows;
    deletion.rows[table] = total;
    onProgress?.(table, total);
  };
  // Import runs belong to no account, so they must be ended before the rows that identify them are deleted.
  const imports = await deleteImportsOf(ctx, id);
  if (imports > 0) addDeleted('imports', imports);
  for (let round = 0; (await deleteRows(ctx, id, tables, addDeleted)) > 0; round++) {
    if (round === maxRounds) {
      throw new Problem('conflict', `Account ${id} is still being written to: wait until its jobs have ended, and delete it again.`);
    }
    await deleteFiles(ctx, id, fileNames);
  }
  deletion.files = fileNames.size;
  await blankOwnCompanies(ctx, id);
  deletion.jobs += await deleteJobs(ctx, id);
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    const { rows, ...counts } = deletion;
    const detail = { ...counts, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) };
    await recordAudit(ctx, trx, { for: 'operator', action: 'account.deleted', subject: { kind: 'account', id }, detail });
  });
  await deleteRows(ctx, id, tables, addDeleted);
  return deletion;
}

/** The pipeline finds waiting events through the lanes, so the lanes are deleted last. */
function lanesLast(tables: AccountTable[]): AccountTable[] {
  const isLane = ({ name }: AccountTable) => name === 'inbox_lanes';
  return [...tables.filter((table) => !isLane(table)), ...tables.filter(isLane)];
}

async function deleteRows(
  ctx: Context,
  accountId: string,
  tables: AccountTable[],
  onDeleted: (table: string, rows: number) => void,
): Promise<number> {
  let deleted = 0;
  for (const { name, keys } of tables) {
    const key = sql.join(keys.map((column) => sql.ref(column)));
    for (let rows = batchRows; rows === batchRows; ) {
      const result = await sql`
        delete from ${sql.table(name)} where account_id = ${accountId} and (${key}) in (
          select ${key} from ${sql.table(name)} where account_id = ${accountId} limit ${batchRows})`.execute(ctx.db);
      rows = Number(result.numAffectedRows ?? 0n);
      if (rows > 0) onDeleted(name, rows);
      deleted += rows;
    }
  }
  return deleted;
}

/** Adds the account's files to `names` and deletes them all. Exports may have created files again before their rows were deleted. */
async function deleteFiles(ctx: Context, accountId: string, names: Set<string>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select file_name as name from export_requests where account_id = ${accountId} and file_name is not null
    union select stored_name from imports where account_id = ${accountId}`.execute(ctx.db);
  for (const { name } of rows) names.add(name);
  for (const name of names) await ctx.files.remove(name);
}

/** Deletes the waiting jobs of an account. Running jobs are not interrupted. */
async function deleteJobs(ctx: Context, accountId: string): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs where payload ->> 'accountId' = ${accountId}))`.execute(ctx.db);
  return rows.length;
}

/**
 * Blanks the companies that only this account can see. Their rows are not deleted, because PostgreSQL would search the tables of all
 * accounts for references to each of them.
 */
async function blankOwnCompanies(ctx: Context, accountId: string): Promise<void> {
  await sql`
    update companies set owner_account_id = 0, name = '', domain = null, country_code = null, origin = 'deleted', fact_origins = '{}',
      merged_into = null, updated_at = ${ctx.clock.now()}
    where owner_account_id = ${accountId}`.execute(ctx.db);
}
