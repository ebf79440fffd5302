import { sql, type Updateable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { required } from '../../lib/required.ts';
import type { Context } from '../context.ts';
import { getFeed } from '../feeds/get-feed.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import type { NewFile } from '../file-store.ts';
import { Problem } from '../problem.ts';
import { getOutreach } from '../settings/outreach.ts';
import type { Alias, ExportFormat, TableSelection } from './export-request.ts';
import { writeLeadTable } from './write-lead-table.ts';
import { writeReport } from './write-report.ts';

/** A worker without a heartbeat for this long is considered dead, and another one starts over. */
export const leaseMs = 60_000;
const maxAttempts = 3;

type Claimed = {
  id: string;
  account_id: string;
  feed_id: string;
  start_date: string;
  end_date: string;
  file_name: string;
  aliases: Alias[];
  attempts: number;
  format: ExportFormat;
  selection: TableSelection | null;
};

/**
 * Writes the file of an export. Only the worker that claimed the request works on it. The file is published when it is complete, so a
 * killed worker leaves only an unfinished file that cannot be downloaded.
 */
export async function runExport(ctx: Context, exportId: string): Promise<void> {
  const claimed = await claim(ctx, exportId);
  if (!claimed) return;
  // A killed worker reports no error, so an export that exhausts the memory would otherwise be restarted forever.
  if (claimed.attempts > maxAttempts) return fail(ctx, claimed, new Error('The worker of the last attempt died.'));
  try {
    await write(ctx, claimed);
  } catch (error) {
    // A Problem would recur on a retry; other errors may be transient.
    if (error instanceof Problem || claimed.attempts >= maxAttempts) return fail(ctx, claimed, error);
    await updateClaimed(ctx.db, claimed, { heartbeat_at: null });
    throw error;
  }
}

async function fail(ctx: Context, claimed: Claimed, error: unknown): Promise<void> {
  ctx.log.error({ err: error, exportId: claimed.id }, 'Export failed');
  await updateClaimed(ctx.db, claimed, { status: 'failed', finished_at: ctx.clock.now() });
}

async function claim(ctx: Context, exportId: string): Promise<Claimed | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<Claimed>`
    update export_requests set heartbeat_at = ${now}, attempts = attempts + 1, done_rows = 0
    where id = ${exportId} and status = 'pending' and (heartbeat_at is null or heartbeat_at < ${new Date(now.getTime() - leaseMs)})
    returning id, account_id, feed_id, start_date, end_date, file_name, aliases, attempts, format, selection`.execute(ctx.db);
  return rows[0] ?? null;
}

/** Updates the request unless another worker has taken it over. Returns whether it was updated. */
async function updateClaimed(db: Database, { id, attempts }: Claimed, change: Updateable<DB['export_requests']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('export_requests')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function write(ctx: Context, claimed: Claimed): Promise<void> {
  const { account_id: accountId } = claimed;
  const account = await ctx.db.selectFrom('accounts').select(['id', 'timezone']).where('id', '=', accountId).executeTakeFirst();
  if (!account) throw new Problem('not_found', `There is no account ${accountId}.`);
  const onBatch = async (doneRows: number, totalRows: number | null, skippedRows = 0) => {
    const progress = { heartbeat_at: ctx.clock.now(), done_rows: doneRows, total_rows: totalRows, skipped_rows: skippedRows };
    await updateClaimed(ctx.db, claimed, progress);
  };
  const { format, selection, feed_id: feedId, start_date: from, end_date: to } = claimed;
  const file = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const inside = { ...ctx, db: trx };
      if (format !== 'report')
        return writeLeadTable(inside, { accountId, from, to, feedId, format, selection: required(selection), onBatch });
      const feed = await getFeed(inside, accountId, feedId);
      const allLeads = await loadFeedScope(inside, account, visitIntervalOf(from, to, account.timezone), { feed });
      const { skip_do_not_contact } = await getOutreach(inside, accountId);
      const scope = { ...allLeads, onlyContactable: skip_do_not_contact };
      if (!ctx.reportFormat) throw new Error('No report format is configured in this process.');
      return writeReport(trx, ctx.files, { scope, feed, aliases: claimed.aliases, format: ctx.reportFormat, onBatch });
    });
  await publish(ctx, claimed, file);
}

/**
 * Publishes the file and completes the request. Discards the file if another worker has taken over, so that all downloads are identical.
 */
async function publish(ctx: Context, claimed: Claimed, file: NewFile): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const isStillClaimed = await updateClaimed(trx, claimed, { status: 'processed', finished_at: ctx.clock.now() });
    if (isStillClaimed) await file.finish(claimed.file_name);
    else await file.discard();
  });
}
