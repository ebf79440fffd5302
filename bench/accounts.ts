import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { PipelineWorker } from '../server/src/worker/pipeline-worker.ts';
import { atLeast, atMost, type BenchReport, percentile, thousands } from './bench-report.ts';
import { databaseCpuMs } from './cpu-time.ts';
import { Traffic } from './traffic-load.ts';
import { withBenchService } from './with-bench-service.ts';

const targetLagMs = 2000;

/**
 * `npm run bench -- accounts [--accounts 2000] [--rate 1000] [--seconds 30]`: many accounts with little traffic each. Measures the time
 * from the acknowledgement of an event to its visit, CPU time and transactions per event.
 */
export default async function accounts(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      accounts: { type: 'string', default: '2000' },
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '30' },
    },
  });
  const [count, rate, seconds] = [Number(values.accounts), Number(values.rate), Number(values.seconds)];
  return withBenchService({ name: 'accounts', connections: 12 }, async ({ folder, service }) => {
    const { ctx } = service;
    await ensurePartitions(ctx);
    await loadSeed(ctx, shippedSeed(tmpdir()));
    const ids: string[] = [];
    for (let index = 0; index < count; index++)
      ids.push((await createAccount(ctx, { name: `Account ${index}`, plan: 'premium', timezone: 'UTC' })).id);
    const { rows: active } = await sql<{ accountId: string; scriptHash: string }>`
      select account_id as "accountId", script_hash as "scriptHash" from tracking_scripts where account_id = any(${ids}::bigint[])`.execute(
      ctx.db,
    );
    await sql`vacuum analyze`.execute(ctx.db);
    let batches = 0;
    const pipeline = new PipelineWorker(ctx, { onProcessed: () => batches++, onWaiting: () => {} }, 2);
    const countCommits = async () => {
      const { rows } = await sql<{ commits: number }>`
        select xact_commit::int as commits from pg_stat_database where datname = current_database()`.execute(ctx.db);
      return firstOf(rows).commits;
    };
    pipeline.start();
    const traffic = new Traffic(service, active, { rate, eventsPerRequest: 1 });
    await traffic.during(() => pause(5000));
    const before = { cpu: process.cpuUsage(), database: databaseCpuMs(folder), commits: await countCommits(), batches, sent: traffic.sent };
    const lags = await traffic.during(() => pause(seconds * 1000));
    const serverCpu = process.cpuUsage(before.cpu);
    const databaseMs = databaseCpuMs(folder) - before.database;
    const events = traffic.sent - before.sent;
    const commits = (await countCommits()) - before.commits;
    await pipeline.stop();
    const perEvent = (ms: number) => `${(ms / events).toFixed(2)} ms`;
    return {
      title: 'Many small accounts',
      goals: [
        atMost('largest time from acknowledgement to visit', lags.at(-1) ?? Number.POSITIVE_INFINITY, targetLagMs, 'ms', 0),
        atLeast('events acknowledged per second', events / seconds, 0.95 * rate, 0),
      ],
      tables: [
        {
          title: `${thousands(count)} accounts, ${thousands(Math.round(events / seconds))} events/s`,
          columns: ['', 'Value'],
          rows: [
            ...[0.5, 0.95, 1].map((share) => [
              `lag, ${share === 1 ? 'largest' : `p${share * 100}`}`,
              `${Math.round(percentile(lags, share))} ms`,
            ]),
            ['CPU time of the server per event', perEvent((serverCpu.user + serverCpu.system) / 1000)],
            ['CPU time of the database per event', perEvent(databaseMs)],
            ['batches per second', thousands(Math.round((batches - before.batches) / seconds))],
            ['transactions per second', thousands(Math.round(commits / seconds))],
          ],
        },
      ],
      charts: [],
    };
  });
}
