import { randomBytes } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { enqueueExport } from './enqueue-export.ts';
import type { Alias, ExportRequest, TableFormat, TableSelection } from './export-request.ts';

type WantedExport = {
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
export async function requestExport(ctx: Context, wanted: WantedExport): Promise<ExportRequest> {
  const id = ctx.ids.uuid();
  const createdAt = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('export_requests')
      .values({
        id,
        account_id: wanted.accountId,
        user_id: wanted.userId,
        feed_id: wanted.feedId,
        start_date: wanted.startDate,
        end_date: wanted.endDate,
        status: 'pending',
        created_at: createdAt,
        // Fixed here, so a retry overwrites the file of the first attempt. Not disclosed before the file is complete.
        file_name: `${randomBytes(32).toString('base64url')}.${wanted.table?.format ?? 'json'}`,
        aliases: JSON.stringify(wanted.aliases ?? []),
        format: wanted.table?.format ?? 'report',
        selection: wanted.table ? JSON.stringify(wanted.table.selection) : null,
      })
      .execute();
    await enqueueExport(ctx, trx, id);
    const detail = {
      format: wanted.table?.format ?? 'report',
      feed_id: wanted.feedId,
      start_date: wanted.startDate,
      end_date: wanted.endDate,
    };
    await recordAudit(ctx, trx, {
      for: { accountId: wanted.accountId },
      action: 'export.requested',
      subject: { kind: 'export', id },
      detail,
    });
  });
  return { id, accountId: wanted.accountId, status: 'pending', createdAt, fileName: null };
}
