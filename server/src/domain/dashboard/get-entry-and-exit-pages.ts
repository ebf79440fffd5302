import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Interval } from './interval.ts';
import { prepareRollupTables } from './rollups.ts';

/** `identified` is the number of visits with an identified company. */
type PageVisits = { name: string; visits: number; identified: number };
export type EntryAndExitPages = { entryPages: PageVisits[]; exitPages: PageVisits[] };

const maxPages = 8;

/** Returns the pages on which most visits began and ended. */
export async function getEntryAndExitPages(ctx: Context, interval: Interval): Promise<EntryAndExitPages> {
  const rollups = await prepareRollupTables(ctx, interval);
  const listPages = async (kind: 'entry_page' | 'exit_page') => {
    const { rows } = await sql<PageVisits>`
      select s.name, s.visits, s.identified from ${rollups(kind)} as s order by s.visits desc, s.name limit ${maxPages}`.execute(ctx.db);
    return rows;
  };
  const [entryPages, exitPages] = await Promise.all([listPages('entry_page'), listPages('exit_page')]);
  return { entryPages, exitPages };
}
