import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { LineOutcome } from './run-import.ts';

type ImportRunStatus = 'running' | 'done' | 'failed' | 'undoing' | 'undone';

export type ImportRun = {
  id: string;
  kind: string;
  format: string | null;
  fileName: string;
  status: ImportRunStatus;
  lastLine: number;
  read: number;
  added: number;
  updated: number;
  refused: number;
  startedAt: Date;
  endedAt: Date | null;
};

type NewRun = { kind: string; format: string | null; fileName: string; fingerprint: string };

/** Kinds of imports whose changes are recorded. */
export const undoableKinds: ReadonlySet<string> = new Set(['companies', 'contacts']);
const maxListed = 200;
const columns = [
  'id',
  'kind',
  'format',
  'file_name as fileName',
  'status',
  'last_line as lastLine',
  'read_lines as read',
  'added',
  'updated',
  'refused',
  'started_at as startedAt',
  'ended_at as endedAt',
] as const;

/**
 * Returns the unfinished run of the same file, or a new one. An unfinished run is resumed after its last line; if another process is still
 * working on it, recording progress fails with a conflict.
 */
export async function openImportRun(ctx: Context, { kind, format, fileName, fingerprint }: NewRun): Promise<ImportRun> {
  return ctx.db.transaction().execute(async (trx) => {
    // Two processes that start at the same time must not create two runs.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${kind} ${fingerprint}`}, 0))`.execute(trx);
    const unfinished = await trx
      .selectFrom('import_runs')
      .select(columns)
      .where('fingerprint', '=', fingerprint)
      .where('kind', '=', kind)
      .where('status', '=', 'running')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (unfinished) return runOf(unfinished);
    const id = firstOf(await ctx.ids.records(trx, 1));
    const started = { id, kind, format, file_name: fileName, fingerprint, status: 'running' as const, started_at: ctx.clock.now() };
    return runOf(await trx.insertInto('import_runs').values(started).returning(columns).executeTakeFirstOrThrow());
  });
}

/**
 * Returns a function that records the progress of a run in the transaction that stores the lines, so that no line is counted twice after a
 * crash. It returns the number of lines that the run has refused.
 */
export function runProgressRecorder(run: Pick<ImportRun, 'id' | 'lastLine'>) {
  let { lastLine } = run;
  return async (trx: Database, outcomes: LineOutcome[]): Promise<number> => {
    const counts = { added: 0, updated: 0, refused: 0 };
    for (const outcome of outcomes) counts['reasons' in outcome ? 'refused' : outcome.written]++;
    const updated = await trx
      .updateTable('import_runs')
      .set(({ eb }) => ({
        last_line: lastOf(outcomes).line,
        read_lines: eb('read_lines', '+', String(outcomes.length)),
        added: eb('added', '+', String(counts.added)),
        updated: eb('updated', '+', String(counts.updated)),
        refused: eb('refused', '+', String(counts.refused)),
      }))
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .where('last_line', '=', String(lastLine))
      .returning('refused')
      .executeTakeFirst();
    if (updated === undefined)
      throw new Problem('conflict', `Import ${run.id} is being run or undone by another process. See "leadlight import list".`);
    lastLine = lastOf(outcomes).line;
    return Number(updated.refused);
  };
}

/**
 * Ends a run or its undo, and deletes the rejected lines, which only a resumed run reports again. A run that is being undone is not changed
 * to `done` or `failed`.
 */
export async function endImportRun(ctx: Context, id: string, status: 'done' | 'failed' | 'undone'): Promise<void> {
  await ctx.db
    .with('deleted', (db) => db.deleteFrom('import_run_errors').where('import_id', '=', id))
    .updateTable('import_runs')
    .set({ status, ended_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('status', '=', status === 'undone' ? 'undoing' : 'running')
    .execute();
}

/** Ends the unfinished run of a file that will not be resumed. */
export async function failImportRunOf(ctx: Pick<Context, 'db' | 'clock'>, fingerprint: string): Promise<void> {
  await ctx.db
    .updateTable('import_runs')
    .set({ status: 'failed', ended_at: ctx.clock.now() })
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'running')
    .execute();
}

/** Lists runs, newest first. */
export async function listImportRuns(ctx: Context): Promise<ImportRun[]> {
  const rows = await ctx.db
    .selectFrom('import_runs')
    .select(columns)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(runOf);
}

export async function getImportRun(ctx: Context, id: string): Promise<ImportRun> {
  const row = /^\d{1,18}$/.test(id)
    ? await ctx.db.selectFrom('import_runs').select(columns).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw new Problem('not_found', `There is no import ${id}. See "leadlight import list".`);
  return runOf(row);
}

type Row = Omit<ImportRun, 'lastLine' | 'read' | 'added' | 'updated' | 'refused'> & {
  lastLine: string;
  read: string;
  added: string;
  updated: string;
  refused: string;
};

function runOf(row: Row): ImportRun {
  return {
    ...row,
    lastLine: Number(row.lastLine),
    read: Number(row.read),
    added: Number(row.added),
    updated: Number(row.updated),
    refused: Number(row.refused),
  };
}
