import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createCorrection } from '../server/src/domain/corrections/corrections.ts';
import { runReattribution } from '../server/src/domain/reattribution/run-reattribution.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { PipelineWorker } from '../server/src/worker/pipeline-worker.ts';
import { atMost, type BenchReport, percentile, thousands } from './bench-report.ts';
import type { BenchService, Reader } from './lists-service.ts';
import { loadDirectory, loadScreensAccount } from './screens-dataset.ts';
import { Traffic } from './traffic-load.ts';
import { withBenchService } from './with-bench-service.ts';

const block = '203.0.113.0/24';
const targetLagMs = 2000;

/**
 * `npm run bench -- correction [--visits 100000] [--rate 500]`: corrects a network with many past visits of an account while
 * events arrive, and measures the time from the acknowledgement of an event to its visit.
 */
export default async function correction(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: { visits: { type: 'string', default: '100000' }, rate: { type: 'string', default: '500' } },
  });
  const visits = Number(values.visits);
  const rate = Number(values.rate);
  return withBenchService({ name: 'correction', connections: 12 }, async ({ service }) => {
    const account = await load(service, visits);
    const pipeline = new PipelineWorker(service.ctx, { onProcessed: () => {}, onWaiting: () => {} }, 2);
    pipeline.start();
    const traffic = new Traffic(service, [account], { rate, eventsPerRequest: 5 });
    const before = await traffic.during(() => pause(10_000));
    const startMs = performance.now();
    let changed = 0;
    const meanwhile = await traffic.during(async () => {
      const { reattributionId } = await createCorrection(service.ctx, account.accountId, { target: block, effect: 'not_a_company' });
      await runReattribution(service.ctx, account.accountId, reattributionId);
      const { rows } = await sql<{ visits: number }>`
        select visits_changed as visits from reattributions where account_id = ${account.accountId} and id = ${reattributionId}`.execute(
        service.ctx.db,
      );
      changed = rows[0]?.visits ?? 0;
    });
    const seconds = (performance.now() - startMs) / 1000;
    await pipeline.stop();
    if (changed < visits * 0.9) throw new Error(`Only ${changed} visits were changed.`);
    const row = (name: string, lags: readonly number[]) => [
      name,
      String(lags.length),
      ...[0.5, 0.95, 1].map((share) => `${Math.round(percentile(lags, share))} ms`),
    ];
    return {
      title: 'Past visits corrected while events arrive',
      goals: [atMost('largest lag during the correction', meanwhile.at(-1) ?? Number.POSITIVE_INFINITY, targetLagMs, 'ms', 0)],
      tables: [
        {
          title: `${thousands(changed)} visits corrected in ${Math.round(seconds)} s, ${thousands(rate)} events/s`,
          columns: ['Time from acknowledgement to visit', 'Samples', 'p50', 'p95', 'Largest'],
          rows: [row('before', before), row('during the correction', meanwhile)],
        },
      ],
      charts: [],
    };
  });
}

/** Creates an account with one company, whose network has half of all visits. */
async function load(service: BenchService, visits: number): Promise<Reader> {
  const { ctx } = service;
  const yearAgo = new Date(ctx.clock.now().getTime() - 365 * 86_400_000);
  for (const at of [ctx.clock.now(), yearAgo]) await ensurePartitions({ ...ctx, clock: { now: () => at } });
  await loadSeed(ctx, shippedSeed(tmpdir()));
  await loadDirectory(ctx.db, 1);
  const account = await service.newAccount('Corrected');
  const period = { end: ctx.clock.now(), days: 60, recentDays: 30, recentShare: 0.5 };
  await loadScreensAccount(service, account, { visits: visits * 2, leads: 1 }, { period });
  await sql`
    update verdicts set network = ${JSON.stringify({ cidr: block })} where account_id = ${account.accountId} and company_id is not null`.execute(
    ctx.db,
  );
  await sql`vacuum analyze`.execute(ctx.db);
  return account;
}
