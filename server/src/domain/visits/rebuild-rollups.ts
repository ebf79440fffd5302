import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../lanes/lanes.ts';
import { StepSize } from '../lanes/step-size.ts';
import { yieldToPipeline } from '../lanes/yield-to-pipeline.ts';
import { clearGeneration } from './clear-generation.ts';
import { countPastVisits } from './count-past-visits.ts';
import { rebuildCompanies } from './rebuild-companies.ts';
import { rebuildIndustries, rebuildVisitDays, recountLeadWindow } from './rebuild-derived-rollups.ts';
import type { RebuildProgress, RebuildStep } from './rebuild-progress.ts';
import { nextGeneration } from './rollup-generations.ts';

type RebuildOptions = {
  /** Creates the `StepSize` of a step: how many visits, companies, days or rows one transaction handles. */
  newSize?: (step: RebuildStep) => StepSize;
  /** Called between transactions, to let the pipeline process the lanes of the account. */
  betweenSteps?(): Promise<void>;
};

/** `holdsLanes` is false for work on rows that the pipeline does not write. */
const steps: Record<RebuildStep, { run: RebuildWork; holdsLanes: boolean; sizes: ConstructorParameters<typeof StepSize>[0] }> = {
  clear: { run: clearUnused('companies'), holdsLanes: false, sizes: { first: 500, max: 10_000 } },
  companies: { run: rebuildCompanies, holdsLanes: true, sizes: { first: 200 } },
  visits: { run: countPastVisits, holdsLanes: true, sizes: { first: 200 } },
  visit_days: { run: rebuildVisitDays, holdsLanes: true, sizes: { first: 50, min: 10, max: 200 } },
  industries: { run: rebuildIndustries, holdsLanes: true, sizes: { first: 50, min: 5, max: 500 } },
  lead_windows: { run: recountLeadWindow, holdsLanes: false, sizes: {} },
  clear_previous: { run: clearUnused(null), holdsLanes: false, sizes: { first: 500, max: 10_000 } },
};

type ZonedAccount = { accountId: string; timezone: string; generation: number };

/** Returns the progress to store, or null if the rebuild is complete. */
type RebuildWork = (
  trx: Transaction<DB>,
  account: ZonedAccount,
  progress: RebuildProgress,
  limit: number,
) => Promise<RebuildProgress | null>;

/**
 * Backfill: rebuilds the rollups of an account in short transactions, first those of companies, then those of the dashboard as another
 * generation, which replaces the current one once it is complete. Until then, the current generation is read and updated as usual. Progress
 * is stored in the database, so another run continues an interrupted rebuild, and two concurrent runs share the work.
 */
export async function rebuildRollups(ctx: Context, accountId: string, options: RebuildOptions = {}): Promise<void> {
  const { newSize = (step: RebuildStep) => new StepSize(steps[step].sizes), betweenSteps = () => yieldToPipeline(ctx, accountId) } =
    options;
  const sizes = new Map<RebuildStep, StepSize>();
  const sizeOf = (step: RebuildStep) => {
    const size = sizes.get(step) ?? newSize(step);
    sizes.set(step, size);
    return size;
  };
  while (!(await ctx.db.transaction().execute((trx) => rebuildPart(ctx, trx, accountId, sizeOf)))) await betweenSteps();
}

/** Returns true if the rebuild is complete. */
async function rebuildPart(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  sizeOf: (step: RebuildStep) => StepSize,
): Promise<boolean> {
  const expected = await trx.selectFrom('day_rebuilds').select('step').where('account_id', '=', accountId).executeTakeFirst();
  if (!expected) return true;
  const { run, holdsLanes } = steps[expected.step];
  if (holdsLanes) await lockLanes(trx, accountId);
  const { rows } = await sql<RebuildProgress>`
    select step, last_id, from_day, companies_done, companies, counted_until from day_rebuilds
    where account_id = ${accountId} for update`.execute(trx);
  const [progress] = rows;
  if (!progress) return true;
  // A concurrent run has finished the step.
  if (progress.step !== expected.step) return false;
  const { timezone, rollup_generation: generation } = await trx
    .selectFrom('accounts')
    .select(['timezone', 'rollup_generation'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const size = sizeOf(progress.step);
  const next = await size.measure(() => run(trx, { accountId, timezone, generation }, progress, size.rows));
  if (next === null) await trx.deleteFrom('day_rebuilds').where('account_id', '=', accountId).execute();
  else {
    await trx
      .updateTable('day_rebuilds')
      .set({ ...next, heartbeat_at: ctx.clock.now() })
      .where('account_id', '=', accountId)
      .execute();
  }
  return next === null;
}

/** Deletes the generation that is not read. The pipeline does not write it, so this needs no lanes. */
function clearUnused(next: RebuildStep | null): RebuildWork {
  return async (trx, { accountId, generation }, progress, limit) => {
    const unused = { accountId, generation: nextGeneration(generation) };
    const lastCompanyId = await clearGeneration(trx, unused, { limit, lastCompanyId: progress.last_id });
    if (lastCompanyId !== null) return { ...progress, last_id: lastCompanyId };
    if (next === null) return null;
    const { rows } = await sql<{ companies: number }>`
      select count(*)::int as companies from leads where account_id = ${accountId}`.execute(trx);
    return { ...progress, step: next, last_id: null, companies: firstOf(rows).companies };
  };
}
