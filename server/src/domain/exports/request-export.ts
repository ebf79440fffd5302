import { randomBytes } from 'node:crypto';
import { noteAudit } from '../audit/note-audit.ts';
import type { Context } from '../context.ts';
import type { Alias, ExportRequest, TableFormat, TableSelection } from './export-request.ts';

type WantedExport = {
  accountId: string;
  userId: string;
  feedId: string;
  startDate: string;
  endDate: string;
  aliases?: Alias[];
  /** The table of leads instead of the report. */
  table?: { format: TableFormat; selection: TableSelection };
};

/** Remembers the wish and the job that will fulfil it, both or none. */
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
        // Chosen now, so that a second attempt replaces what the first one left; told to nobody before the file is whole.
        file_name: `${randomBytes(32).toString('base64url')}.${wanted.table?.format ?? 'json'}`,
        aliases: JSON.stringify(wanted.aliases ?? []),
        format: wanted.table?.format ?? 'report',
        selection: wanted.table ? JSON.stringify(wanted.table.selection) : null,
      })
      .execute();
    await ctx.jobs.add(trx, 'make-export', { exportId: id }, { key: `export-${id}`, maxAttempts: 10 });
    const detail = {
      format: wanted.table?.format ?? 'report',
      feed_id: wanted.feedId,
      start_date: wanted.startDate,
      end_date: wanted.endDate,
    };
    await noteAudit(ctx, trx, {
      for: { accountId: wanted.accountId },
      action: 'export.requested',
      subject: { kind: 'export', id },
      detail,
    });
  });
  return { id, accountId: wanted.accountId, status: 'pending', createdAt, fileName: null };
}
