import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { loadLeadIndustries } from './lead-industries.ts';
import { loadRollupVisits } from './load-rollup-visits.ts';
import type { RebuildProgress } from './rebuild-progress.ts';
import { rollUpGeneration } from './roll-up-visits.ts';
import { RollupCache } from './rollup-cache.ts';
import { nextGeneration } from './rollup-generations.ts';

type Account = { accountId: string; timezone: string; generation: number };

/**
 * Counts the next visits in the new generation of rollups, oldest first, in the same way as the pipeline counts new visits. When all visits
 * are counted, the new generation replaces the current one.
 */
export async function countPastVisits(
  trx: Transaction<DB>,
  { accountId, timezone, generation }: Account,
  progress: RebuildProgress,
  limit: number,
): Promise<RebuildProgress> {
  const since = progress.counted_until === null ? sql`true` : sql`started_at >= ${progress.counted_until}`;
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from visits where account_id = ${accountId} and ${since} order by started_at limit ${limit}`.execute(trx);
  const last = rows.at(-1);
  if (last !== undefined) {
    // Visits that start at the same time are counted together.
    const until = new Date(last.started_at.getTime() + 1);
    await countVisits(trx, { accountId, timezone, generation: nextGeneration(generation) }, { from: progress.counted_until, until });
    if (rows.length === limit) return { ...progress, counted_until: until };
  }
  await trx
    .updateTable('accounts')
    .set({ rollup_generation: nextGeneration(generation) })
    .where('id', '=', accountId)
    .execute();
  await trx.updateTable('day_rebuilds').set({ timezone }).where('account_id', '=', accountId).execute();
  return { ...progress, step: 'visit_days', counted_until: null, last_id: null, from_day: null };
}

async function countVisits(
  trx: Transaction<DB>,
  { accountId, timezone, generation }: Account,
  { from, until }: { from: Date | null; until: Date },
): Promise<void> {
  const since = from === null ? sql`true` : sql`v.started_at >= ${from}`;
  const visits = await loadRollupVisits(trx, accountId, sql`from visits v where ${since} and v.started_at < ${until}`);
  const cache = new RollupCache();
  const industries = await loadLeadIndustries(trx, accountId, [...new Set(visits.flatMap(({ companyId }) => companyId ?? []))]);
  await rollUpGeneration(
    trx,
    { accountId, generation: { generation, timezone, untilMs: until.getTime() }, isRebuilding: true },
    { removed: [], written: visits },
    {
      lookup: await cache.lookUp(trx, accountId, visits),
      cache,
      industryOf: (companyId) => industries.get(companyId)?.stored ?? null,
      moved: [],
    },
  );
}
