import { dayMs } from '../../lib/day-ms.ts';
import { isUuid } from '../../lib/is-uuid.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { loadAuthorNames } from '../users/load-user-names.ts';
import { type ExportFormat, type ExportStatus, exportRetentionDays } from './export-request.ts';
import { recordDownload } from './get-export.ts';

type ListedExport = {
  id: string;
  format: ExportFormat;
  status: ExportStatus;
  feedId: string;
  from: string;
  to: string;
  doneRows: number;
  /** Null until the worker has started. */
  totalRows: number | null;
  /** Companies left out because they are marked “do not contact”. Not counted for reports. */
  skippedRows: number;
  createdAt: Date;
  expiresAt: Date;
  requestedBy: string;
};

const maxListed = 200;
const retentionMs = exportRetentionDays * dayMs;

/** Lists the exports of an account that have not expired, in any status and from all interfaces, newest first. */
export async function listExports(ctx: Context, accountId: string): Promise<ListedExport[]> {
  const rows = await ctx.db
    .selectFrom('export_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - retentionMs))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();
  const nameOf = await loadAuthorNames(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({
    id: row.id,
    format: row.format,
    status: row.status,
    feedId: row.feed_id,
    from: row.start_date,
    to: row.end_date,
    doneRows: row.done_rows,
    totalRows: row.total_rows,
    skippedRows: row.skipped_rows,
    createdAt: row.created_at,
    expiresAt: new Date(row.created_at.getTime() + retentionMs),
    requestedBy: nameOf(row.user_id),
  }));
}

/** Opens the finished file of an export, with the name for the download, and records the download. */
export async function openExport(ctx: Context, accountId: string, exportId: string) {
  const row = await ctx.db
    .selectFrom('export_requests')
    .select(['file_name', 'format', 'status', 'start_date', 'end_date'])
    .where('account_id', '=', accountId)
    .where('id', '=', checkExportId(exportId))
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - retentionMs))
    .executeTakeFirst();
  const file = row?.status === 'processed' && row.file_name ? await ctx.files.open(row.file_name) : null;
  if (!row || !file) throw noExport(exportId);
  await recordDownload(ctx, { id: exportId, accountId });
  const { format } = row;
  const extension = format === 'report' ? 'json' : format;
  return { ...file, format, name: `leads-${row.start_date}-${row.end_date}.${extension}` };
}

function checkExportId(id: string): string {
  if (!isUuid(id)) throw noExport(id);
  return id;
}

function noExport(id: string): Problem {
  return new Problem('not_found', `There is no finished export ${JSON.stringify(id)}. Exports are kept for ${exportRetentionDays} days.`);
}
