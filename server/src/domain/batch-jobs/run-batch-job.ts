import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { isTransientError } from '../../lib/transient-error.ts';
import { searchCompanyIds } from '../company-search/search-companies.ts';
import { searchContactIds } from '../contacts/search-contacts.ts';
import type { Context } from '../context.ts';
import { findCurrentIds } from '../lists/list-memberships.ts';
import { Problem } from '../problem.ts';
import { type AdvancedSearch, type BatchItem, type ItemStatus, isAdding } from './batch-job.ts';
import { type JobTarget, openTarget } from './job-target.ts';

const maxAttempts = 5;

const unexpectedError = { code: 'internal_server_error', title: 'The job could not be done.' };

type Outcome = { results: (BatchItem & { status: ItemStatus })[] | null; counts: Partial<Record<ItemStatus, number>> };

/**
 * Runs a batch job. The change and the job's completion are one transaction with the job's row locked, so the job takes effect exactly
 * once, however often it is started.
 */
export async function runBatchJob(ctx: Context, accountId: string, jobId: string): Promise<void> {
  const attempts = await takeJobAttempt(ctx, accountId, jobId);
  if (attempts === null) return;
  // A killed worker reports no error, so a job that exhausts the memory would otherwise be restarted forever.
  if (attempts > maxAttempts) {
    ctx.log.error({ jobId }, 'Batch job failed: the worker of the last attempt died');
    return fail(ctx, accountId, jobId, unexpectedError);
  }
  try {
    await ctx.db.transaction().execute((trx) => runLockedJob(ctx, trx, accountId, jobId));
  } catch (error) {
    if (error instanceof Problem) {
      const code = error.kind === 'read_only' ? 'access_denied' : 'entity_not_found';
      return fail(ctx, accountId, jobId, { code, title: error.details.title });
    }
    ctx.log.error({ err: error, jobId }, 'Batch job failed');
    if (attempts < maxAttempts) throw error;
    return fail(ctx, accountId, jobId, unexpectedError);
  }
}

/** Returns null when the job is complete or another worker is running it. */
async function takeJobAttempt(ctx: Context, accountId: string, jobId: string): Promise<number | null> {
  const { rows } = await sql<{ attempts: number }>`
    update batch_jobs set attempts = attempts + 1 where account_id = ${accountId} and id in (
      select id from batch_jobs where account_id = ${accountId} and id = ${jobId} and status = 'running' for update skip locked)
    returning attempts`.execute(ctx.db);
  return rows[0]?.attempts ?? null;
}

async function runLockedJob(ctx: Context, trx: Transaction<DB>, accountId: string, jobId: string) {
  const job = await trx
    .selectFrom('batch_jobs')
    .select(['status', 'type', 'configuration'])
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (job?.status !== 'running') return;
  const { configuration } = job;
  const target = await openTarget(trx, { accountId, type: job.type, now: ctx.clock.now() }, configuration);
  const isOn = isAdding(job.type);
  const { results, counts } =
    'items' in configuration
      ? await changeItems({ ...ctx, db: trx }, accountId, target, isOn, configuration.items)
      : await changeSearchResults(ctx, target, isOn, accountId, configuration.advanced_search);
  const summary = {
    ...(isOn
      ? { added: counts.added ?? 0, already_present: counts.already_present ?? 0 }
      : { removed: counts.removed ?? 0, not_present: counts.not_present ?? 0 }),
    not_found: counts.not_found ?? 0,
    scope_mismatch: counts.scope_mismatch ?? 0,
    failed_count: counts.failed ?? 0,
    ...(await target.counts()),
  };
  await trx
    .updateTable('batch_jobs')
    .set({
      status: 'completed',
      completed_at: ctx.clock.now(),
      results: results === null ? null : JSON.stringify(results),
      summary: JSON.stringify(summary),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .execute();
}

async function changeItems(ctx: Context, accountId: string, target: JobTarget, isOn: boolean, items: BatchItem[]): Promise<Outcome> {
  const requestedIds = [...new Set(items.filter(({ type }) => type === target.scope).map(({ id }) => BigInt(id).toString()))];
  const current = await findCurrentIds(ctx, accountId, target.scope, requestedIds);
  // Records that are no longer in the directory can still be removed from a list.
  const ids = isOn ? [...current.values()] : requestedIds.map((id) => current.get(id) ?? id);
  const { changed, failed } = await applyTo(ctx, target, [...new Set(ids)]);
  const counts: Outcome['counts'] = {};
  const results = items.map((item) => {
    const status = statusOf(item);
    counts[status] = (counts[status] ?? 0) + 1;
    return { ...item, status };
  });
  return { results, counts };

  function statusOf(item: BatchItem): ItemStatus {
    if (item.type !== target.scope) return 'scope_mismatch';
    const requestedId = BigInt(item.id).toString();
    const id = current.get(requestedId) ?? requestedId;
    if (failed.has(id)) return 'failed';
    // If an item is listed twice, only the first counts as changed.
    if (changed.delete(id)) return isOn ? 'added' : 'removed';
    if (!current.has(requestedId)) return 'not_found';
    return isOn ? 'already_present' : 'not_present';
  }
}

/**
 * Changes all records in one statement. If that fails, they are changed one by one, so that a record that cannot be changed does not affect
 * the others. Throws transient errors, and the error if no record can be changed: the job is then retried.
 */
async function applyTo(ctx: Context, target: JobTarget, ids: readonly string[]): Promise<{ changed: Set<string>; failed: Set<string> }> {
  const all = await tryToApply(ctx, target, ids);
  if (!('error' in all)) return { changed: new Set(all.changed), failed: new Set() };
  const changed = new Set<string>();
  const failed = new Set<string>();
  for (const id of ids) {
    const one = await tryToApply(ctx, target, [id]);
    if ('error' in one) failed.add(id);
    else for (const changedId of one.changed) changed.add(changedId);
  }
  if (failed.size === ids.length) throw all.error;
  ctx.log.error({ err: all.error, failed: failed.size }, 'Records of a batch job could not be changed');
  return { changed, failed };
}

async function tryToApply(ctx: Context, target: JobTarget, ids: readonly string[]): Promise<{ changed: string[] } | { error: unknown }> {
  await sql`savepoint records`.execute(ctx.db);
  try {
    const changed = await target.apply([...ids]);
    await sql`release savepoint records`.execute(ctx.db);
    return { changed };
  } catch (error) {
    if (isTransientError(error)) throw error;
    await sql`rollback to savepoint records`.execute(ctx.db);
    return { error };
  }
}

async function changeSearchResults(
  ctx: Context,
  target: JobTarget,
  isOn: boolean,
  accountId: string,
  search: AdvancedSearch,
): Promise<Outcome> {
  let found = 0;
  let changed = 0;
  const searchIds = target.scope === 'company' ? searchCompanyIds : searchContactIds;
  // Processes ids in chunks to bound memory.
  for await (const ids of searchIds(ctx, accountId, search)) {
    found += ids.length;
    changed += (await target.apply(ids)).length;
  }
  const counts = isOn ? { added: changed, already_present: found - changed } : { removed: changed, not_present: found - changed };
  return { results: null, counts };
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
