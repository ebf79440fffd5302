import { dayMs } from '../../lib/day-ms.ts';
import { isUuid } from '../../lib/is-uuid.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { type ExportRequest, exportRetentionDays } from './export-request.ts';

/** Finds a report export by id. The caller must check access to its account. */
export async function getExport(ctx: Context, id: string): Promise<ExportRequest> {
  return isUuid(id) ? find(ctx, 'id', id) : notFound('export request', id);
}

/** Finds a finished report export by the name of its file. */
export async function getExportOfFile(ctx: Context, fileName: string): Promise<ExportRequest> {
  const found = await find(ctx, 'file_name', fileName);
  return found.status === 'processed' ? found : notFound('file', fileName);
}

async function find(ctx: Context, column: 'id' | 'file_name', value: string): Promise<ExportRequest> {
  const row = await ctx.db
    .selectFrom('export_requests')
    .select(['id', 'account_id', 'status', 'created_at', 'file_name'])
    .where(column, '=', value)
    .where('format', '=', 'report')
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - exportRetentionDays * dayMs))
    .executeTakeFirst();
  if (!row) return notFound(column === 'id' ? 'export request' : 'file', value);
  const { status } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    status,
    createdAt: row.created_at,
    fileName: status === 'processed' ? row.file_name : null,
  };
}

function notFound(kind: string, name: string): never {
  throw new Problem('not_found', `There is no ${kind} ${JSON.stringify(name)}.`);
}

/** Records a download in the audit log. */
export function recordDownload(ctx: Context, { id, accountId }: Pick<ExportRequest, 'id' | 'accountId'>): Promise<void> {
  return recordAudit(ctx, ctx.db, { for: { accountId }, action: 'export.downloaded', subject: { kind: 'export', id } });
}
