import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { findCountedValues } from '../visits/find-counted-values.ts';
import { loadRollupVisits } from '../visits/load-rollup-visits.ts';
import { movePageRollups } from '../visits/move-page-rollups.ts';
import { recountRollups } from '../visits/recount-rollups.ts';
import type { RollupValue } from '../visits/rollup-values.ts';
import { mentionedIn, redactionsOf } from './conditions.ts';
import { type EraseRows, eraseMentions } from './erase-mentions.ts';
import type { TextTable } from './text-tables.ts';

/** Erases mentions in texts that visits are counted by. The ids of the counts are hashes of these texts, so the counts must follow. */
const erasers: Record<string, (accountId: string) => EraseRows> = {
  pages: eraseInPages,
  visits: eraseInVisits,
  rollup_values: eraseValues,
};

export function eraserOf({ name }: TextTable, accountId: string): EraseRows {
  return erasers[name]?.(accountId) ?? eraseMentions;
}

/** The values of the rollups come last, because they can be deleted once no visit counts for them. */
export function inErasureOrder<Mentions extends { table: TextTable }>(mentions: readonly Mentions[]): Mentions[] {
  const isLast = ({ table }: Mentions) => Number(table.name === 'rollup_values');
  return mentions.toSorted((one, other) => isLast(one) - isLast(other));
}

function eraseInVisits(accountId: string): EraseRows {
  return async (trx, table, where, subject, report) => {
    const load = () => loadRollupVisits(trx, accountId, sql`from visits v where ${where}`);
    const removed = await load();
    await eraseMentions(trx, table, where, subject, report);
    await recountRollups(trx, accountId, { removed, written: await load() });
  };
}

function eraseInPages(accountId: string): EraseRows {
  return async (trx, table, where, subject, report) => {
    await invalidateCaches(trx, accountId);
    const redactedPath = redactionsOf(table, subject).find(({ column }) => column === 'path')?.value ?? sql`path`;
    const { rows: paths } = await sql<{ before: string; after: string }>`
      select distinct path as before, ${redactedPath} as after from pages where ${where} and path <> ${redactedPath}`.execute(trx);
    const pagesWithPath = hasPath(
      accountId,
      paths.map(({ before }) => before),
    );
    const pageIds = paths.length === 0 ? [] : await listPageIds(trx, pagesWithPath);
    await eraseMentions(trx, table, where, subject, report);
    if (paths.length === 0) return;
    // Pages with the same path that were stored after the search.
    await eraseMentions(trx, table, pagesWithPath, subject, report);
    await movePageRollups(trx, accountId, { paths, pageIds });
  };
}

/** Condition for the pages with one of the paths, which the index `pages_by_path` finds. */
function hasPath(accountId: string, paths: readonly string[]): RawBuilder<boolean> {
  const hashes = sql`array(select hashtextextended(path, 0) from unnest(${paths}::text[]) as given (path))`;
  return sql`account_id = ${accountId} and hashtextextended(path, 0) = any(${hashes}) and path = any(${paths}::text[])`;
}

/** Workers no longer use the pages and values of the account that they cached before. */
async function invalidateCaches(trx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`update accounts set page_redactions = page_redactions + 1 where id = ${accountId}`.execute(trx);
}

async function listPageIds(trx: Transaction<DB>, where: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from pages where ${where}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Deletes values that no visit counts for anymore. If a visit arrived after the search, its value is erased with it by the next erasure. */
function eraseValues(accountId: string): EraseRows {
  return async (trx, { columns }, where, subject, report) => {
    const mentioned = mentionedIn(columns, subject) ?? sql`false`;
    const { rows } = await sql<RollupValue>`
      select id, kind, name from rollup_values where ${where} and ${mentioned}`.execute(trx);
    const counted = await findCountedValues(trx, accountId, rows);
    const unused = rows.filter(({ id }) => !counted.has(id)).map(({ id }) => id);
    const { numAffectedRows } = await sql`
      delete from rollup_values where account_id = ${accountId} and id = any(${unused}::bigint[])`.execute(trx);
    if (numAffectedRows) await invalidateCaches(trx, accountId);
    report.addRemoved('rollup_values', numAffectedRows);
  };
}
