import { randomBytes } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { enqueueExport } from './enqueue-export.ts';
import type { Alias, ExportRequest, TableFormat, TableSelection } from './export-request.ts';

type NewExport = {
  accountId: string;
  userId: string;
  feedId: string;
  startDate: string;
  endDate: string;
  aliases?: Alias[];
  /** Requests the lead table instead of the report. */
  table?: { format: TableFormat; selection: TableSelection };
};

/** Stores the request and queues its job in one transaction. */
export async function requestExport(ctx: Context, request: NewExport): Promise<ExportRequest> {
  const id = ctx.ids.uuid();
  const createdAt = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('export_requests')
      .values({
        id,
        account_id: request.accountId,
        user_id: request.userId,
        feed_id: request.feedId,
        start_date: request.startDate,
        end_date: request.endDate,
        status: 'pending',
        created_at: createdAt,
        // The name is set here, so a retry overwrites the file of the first attempt. It is not disclosed before the file is complete.
        file_name: `${randomBytes(32).toString('base64url')}.${request.table?.format ?? 'json'}`,
        aliases: JSON.stringify(request.aliases ?? []),
        format: request.table?.format ?? 'report',
        selection: request.table ? JSON.stringify(request.table.selection) : null,
      })
      .execute();
    await enqueueExport(ctx, trx, request.accountId, id);
    const detail = {
      format: request.table?.format ?? 'report',
      feed_id: request.feedId,
      start_date: request.startDate,
      end_date: request.endDate,
    };
    await recordAudit(ctx, trx, {
      for: { accountId: request.accountId },
      action: 'export.requested',
      subject: { kind: 'export', id },
      detail,
    });
  });
  return { id, accountId: request.accountId, status: 'pending', createdAt, fileName: null };
}
