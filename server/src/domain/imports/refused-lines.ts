import type { Database } from '../../db/connect.ts';
import { storableText } from '../../lib/storable-text.ts';
import type { Context } from '../context.ts';
import type { RefusedRecord } from './import-record.ts';
import type { LineOutcome } from './run-import.ts';

/** Maximum number of rejected lines that an import reports with their reasons; the rest are only counted. */
export const maxRefusedLines = 10_000;

/**
 * Returns the rejected lines of a batch that are reported; `total` is the number of rejected lines after the batch. Their reasons may quote
 * text of the file that the database cannot store.
 */
export function refusedLinesOf(outcomes: readonly LineOutcome[], total: number): RefusedRecord[] {
  const refused = outcomes.flatMap((outcome) => ('reasons' in outcome ? outcome : []));
  const remaining = Math.max(0, maxRefusedLines - (total - refused.length));
  return refused.slice(0, remaining).map(({ line, reasons }) => ({ line, reasons: reasons.map(storableText) }));
}

/** Stores the rejected lines of a run in the transaction of their batch, so that a resumed run can report them. */
export async function storeRefusedLines(trx: Database, runId: string, outcomes: readonly LineOutcome[], total: number): Promise<void> {
  const rows = refusedLinesOf(outcomes, total).map(({ line, reasons }) => ({ import_id: runId, line: String(line), reasons }));
  if (rows.length > 0) await trx.insertInto('import_run_errors').values(rows).execute();
}

/** Lists the rejected lines of an unfinished run in the order of the file. */
export async function listRefusedLines(ctx: Pick<Context, 'db'>, runId: string): Promise<RefusedRecord[]> {
  const rows = await ctx.db
    .selectFrom('import_run_errors')
    .select(['line', 'reasons'])
    .where('import_id', '=', runId)
    .orderBy('line')
    .limit(maxRefusedLines)
    .execute();
  return rows.map(({ line, reasons }) => ({ line: Number(line), reasons }));
}
