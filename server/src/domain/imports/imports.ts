import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { loadAuthorNames } from '../users/load-user-names.ts';
import { unknownColumns } from './column-checker.ts';
import { enqueueImport } from './enqueue-import.ts';
import { checkImportId, type ImportFile, importRetentionDays, noImport } from './import-file.ts';
import { columnsOf, type ImportKind } from './import-kinds.ts';
import type { RefusedRecord } from './import-record.ts';

const maxListed = 100;

/** Lists imports, newest first. */
export async function listImports(ctx: Context, accountId: string): Promise<ImportFile[]> {
  const rows = await ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();
  const nameOf = await loadAuthorNames(
    ctx,
    rows.map(({ created_by }) => created_by),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    bytes: row.bytes,
    status: row.status,
    preview: row.preview,
    mapping: row.mapping,
    fault: row.fault,
    read: row.read_lines,
    progress: row.lines === 0 ? null : Math.min(1, row.last_line / row.lines),
    added: row.added,
    updated: row.updated,
    refused: row.refused,
    ignoredColumns: row.ignored_columns,
    sharedDomains: row.shared_domains,
    createdBy: nameOf(row.created_by),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }));
}

export async function getImportKind(ctx: Context, accountId: string, importId: string): Promise<ImportKind> {
  const row = await ctx.db
    .selectFrom('imports')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('id', '=', checkImportId(importId))
    .executeTakeFirst();
  if (!row) throw noImport(importId);
  return row.kind;
}

/** Imports a file that was checked, or resumes a failed import where it stopped. */
export async function startImport(
  ctx: Context,
  accountId: string,
  importId: string,
  { ignoreUnknownColumns }: { ignoreUnknownColumns: boolean },
): Promise<void> {
  const id = checkImportId(importId);
  const start = async (trx: Context['db']) => {
    if (!ignoreUnknownColumns) await refuseUnknownColumns(trx, accountId, id);
    const started = await trx
      .updateTable('imports')
      .set({
        status: 'running',
        ignore_unknown_columns: sql`ignore_unknown_columns or ${ignoreUnknownColumns}`,
        fault: null,
        ended_at: null,
        heartbeat_at: ctx.clock.now(),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('status', 'in', ['checked', 'failed'])
      .returning(['kind', 'file_name', 'bytes'])
      .executeTakeFirst();
    if (!started) throw new Problem('conflict', 'This import is already running, has finished or was deleted.');
    await enqueueImport(ctx, trx, accountId, id);
    return started;
  };
  await withAudit(ctx, start, ({ kind, file_name, bytes }) => ({
    for: { accountId },
    action: 'import.started',
    subject: { kind: 'import', id },
    detail: { kind, file_name, bytes },
  }));
}

async function refuseUnknownColumns(db: Context['db'], accountId: string, id: string): Promise<void> {
  const row = await db
    .selectFrom('imports')
    .select(['kind', 'preview'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const unknown = row?.preview?.ignoredColumns ?? [];
  if (row && unknown.length > 0) throw unknownColumns(row.kind, unknown, columnsOf(row.kind));
}

/** Deletes an import and its file. A running import stops after the current batch; lines that were already imported remain. */
export async function deleteImport(ctx: Context, accountId: string, importId: string): Promise<void> {
  const removed = await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('imports')
      .where('account_id', '=', accountId)
      .where('id', '=', checkImportId(importId))
      .returning(['id', 'stored_name'])
      .executeTakeFirst();
    // The job ends the run of the import, and deletes the file if this process is killed before it does.
    if (row) await enqueueImport(ctx, trx, accountId, row.id);
    return row;
  });
  if (!removed) throw noImport(importId);
  await ctx.files.remove(removed.stored_name);
}

/** Lists rejected lines in the order of the file. */
export async function listImportErrors(ctx: Context, accountId: string, importId: string): Promise<RefusedRecord[]> {
  return ctx.db
    .selectFrom('import_errors')
    .select(['line', 'reasons'])
    .where('account_id', '=', accountId)
    .where('import_id', '=', checkImportId(importId))
    .orderBy('line')
    .execute();
}

/** Deletes imports with their files after `importRetentionDays` days, because the files may contain personal data. */
export async function deleteOldImports(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - importRetentionDays * dayMs);
  const old = await ctx.db.selectFrom('imports').select(['account_id', 'id']).where('created_at', '<', before).execute();
  for (const { account_id, id } of old) await deleteImport(ctx, account_id, id);
}
