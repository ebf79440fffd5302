import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { companySearchConditions } from '../companies/company-search-conditions.ts';
import { contactSearchConditions } from '../contacts/contact-search.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { BatchItem, Configuration, ItemStatus } from './batch-job.ts';
import { getList, type List, refuseReadOnly } from './list.ts';

const mostAttempts = 5;

type Outcome = { results: (BatchItem & { status: ItemStatus })[] | null; removed: number };

/**
 * Does the work of a batch job. The change and the end of the job are one transaction, and the job's row is locked: so it
 * happens once, however often it is begun, and a restart in the middle leaves nothing half done.
 */
export async function runBatchJob(ctx: Context, accountId: string, jobId: string): Promise<void> {
  const { attempts } = (await countAttempt(ctx, accountId, jobId)) ?? { attempts: null };
  if (attempts === null) return;
  try {
    await ctx.db.transaction().execute((trx) => work(ctx, trx, accountId, jobId));
  } catch (error) {
    if (error instanceof Problem) {
      const code = error.kind === 'read_only' ? 'access_denied' : 'entity_not_found';
      return fail(ctx, accountId, jobId, { code, title: error.details.title });
    }
    ctx.log.error({ err: error, jobId }, 'A batch job failed');
    if (attempts < mostAttempts) throw error;
    return fail(ctx, accountId, jobId, { code: 'internal_server_error', title: 'The job could not be done.' });
  }
}

function countAttempt(ctx: Context, accountId: string, jobId: string) {
  return ctx.db
    .updateTable('batch_jobs')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .returning('attempts')
    .executeTakeFirst();
}

async function work(ctx: Context, trx: Transaction<DB>, accountId: string, jobId: string) {
  const job = await trx
    .selectFrom('batch_jobs')
    .select(['status', 'configuration'])
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (job.status !== 'running') return;
  const configuration = job.configuration as Configuration;
  const list = await getList({ db: trx }, accountId, configuration.list_id);
  refuseReadOnly(list);
  // Jobs on one list follow each other, so that the size each of them reports is true.
  await sql`select 1 from lists where account_id = ${accountId} and id = ${list.number} for update`.execute(trx);
  const outcome =
    'items' in configuration
      ? await removeItems(trx, accountId, list, configuration.items)
      : await removeFound(trx, accountId, list, configuration.advanced_search);
  const size = await sql<{ size: number }>`
    select count(*)::int as size from list_items where account_id = ${accountId} and list_id = ${list.number}`.execute(trx);
  await trx
    .updateTable('batch_jobs')
    .set({
      status: 'completed',
      completed_at: ctx.clock.now(),
      results: outcome.results === null ? null : JSON.stringify(outcome.results),
      summary: JSON.stringify(summaryOf(outcome, size.rows[0]!.size)),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .execute();
}

async function removeItems(trx: Transaction<DB>, accountId: string, list: List, items: BatchItem[]): Promise<Outcome> {
  const wanted = [...new Set(items.filter(({ type }) => type === list.scope).map(({ id }) => id))];
  const { rows } = await sql<{ item_id: string }>`
    delete from list_items where account_id = ${accountId} and list_id = ${list.number} and item_id = any(${wanted}::bigint[])
    returning item_id`.execute(trx);
  const removed = new Set(rows.map(({ item_id }) => item_id));
  const records = list.scope === 'company' ? sql.table('companies') : sql.table('contacts');
  const known = await sql<{ id: string }>`select id from ${records} where id = any(${wanted}::bigint[])`.execute(trx);
  const existing = new Set(known.rows.map(({ id }) => id));
  const results = items.map((item) => {
    if (item.type !== list.scope) return { ...item, status: 'scope_mismatch' as const };
    // An item that is named twice is removed by its first mention.
    if (removed.delete(item.id)) return { ...item, status: 'removed' as const };
    return { ...item, status: existing.has(item.id) ? ('not_present' as const) : ('not_found' as const) };
  });
  return { results, removed: rows.length };
}

async function removeFound(
  trx: Transaction<DB>,
  accountId: string,
  list: List,
  search: Extract<Configuration, { advanced_search: unknown }>['advanced_search'],
): Promise<Outcome> {
  const found =
    list.scope === 'company'
      ? sql`select c.id from companies c where ${companySearchConditions(accountId, search)}`
      : sql`select k.id from contacts k where ${contactSearchConditions(search)}`;
  const { rows } = await sql`
    delete from list_items where account_id = ${accountId} and list_id = ${list.number} and item_id in (${found})
    returning item_id`.execute(trx);
  return { results: null, removed: rows.length };
}

function summaryOf({ results, removed }: Outcome, listSizeAfter: number) {
  const count = (status: ItemStatus) => results?.filter((result) => result.status === status).length ?? 0;
  return {
    removed,
    not_found: count('not_found'),
    not_present: count('not_present'),
    scope_mismatch: count('scope_mismatch'),
    failed_count: count('failed'),
    list_size_after: listSizeAfter,
  };
}

async function fail(ctx: Context, accountId: string, jobId: string, error: { code: string; title: string }): Promise<void> {
  await ctx.db
    .updateTable('batch_jobs')
    .set({ status: 'failed', completed_at: ctx.clock.now(), errors: JSON.stringify([error]) })
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .execute();
}
