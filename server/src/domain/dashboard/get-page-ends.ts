import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Interval } from './interval.ts';
import { rollupTables } from './rollups.ts';

type PageEnd = { name: string; visits: number };
export type PageEnds = { entryPages: PageEnd[]; exitPages: PageEnd[] };

const maxPages = 8;

/** Returns the pages on which most visits began and ended. */
export async function getPageEnds(ctx: Context, interval: Interval): Promise<PageEnds> {
  const rollups = await rollupTables(ctx, interval);
  const by = async (kind: 'entry_page' | 'exit_page') => {
    const { rows } = await sql<PageEnd>`
      select s.name, s.visits from ${rollups(kind)} as s order by s.visits desc, s.name limit ${maxPages}`.execute(ctx.db);
    return rows;
  };
  const [entryPages, exitPages] = await Promise.all([by('entry_page'), by('exit_page')]);
  return { entryPages, exitPages };
}
