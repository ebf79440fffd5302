import { sql } from 'kysely';
import type { Context } from '../domain/context.ts';
import { advisoryLocks } from '../lib/advisory-locks.ts';
import { firstOf } from '../lib/first-of.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { type DemoFile, writeDemoFile } from './demo-file.ts';
import type { DemoVisitors } from './demo-visitors.ts';
import { findDemo, findOrCreateDemo } from './find-or-create-demo.ts';
import { importDemoRecords } from './import-demo-records.ts';
import { LiveTraffic } from './live-traffic.ts';
import { loadDemoVisitors } from './load-demo-visitors.ts';
import { simulateLeadActivity } from './populate-demo.ts';
import { sendPastVisits } from './send-past-visits.ts';
import { deleteUnfinishedDemo, isDemoUnfinished, whileUnfinished } from './unfinished-demo.ts';

type Demo = { file: DemoFile; visitors: DemoVisitors };

type DemoOptions = {
  dataDir: string;
  /** Where to send the visits. */
  url: string;
  /** Days of history in a new demo. */
  pastDays: number;
  onProgress(share: number): void;
};

/**
 * Opens the demo account, and creates it with its history if there are no accounts. An interrupted start resumes sending the history; if it
 * was interrupted in another step, the account is deleted and created again. Returns null if there are only other accounts.
 */
export async function openDemo(ctx: Context, options: DemoOptions): Promise<Demo | null> {
  const { dataDir } = options;
  const { file, canCreate } = await findDemo(ctx, dataDir);
  const isComplete = file ? file.isWorkedOn : !canCreate;
  if (!isComplete || isDemoUnfinished(dataDir)) return whileLocked(ctx, () => completeDemo(ctx, options));
  return file && { file, visitors: await loadDemoVisitors(dataDir, file.seed) };
}

/** A server that starts and the command `demo` must not create the demo at the same time. */
async function whileLocked<Result>(ctx: Context, work: () => Promise<Result>): Promise<Result> {
  return ctx.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_held: boolean }>`select pg_try_advisory_lock(${advisoryLocks.demo}::bigint) as is_held`.execute(
      connection,
    );
    if (!firstOf(rows).is_held) throw new OperatorError('The demo is still being created: try again in a few minutes.');
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.demo}::bigint)`.execute(connection);
    }
  });
}

async function completeDemo(ctx: Context, { dataDir, url, pastDays, onProgress }: DemoOptions): Promise<Demo | null> {
  await deleteUnfinishedDemo(ctx, dataDir);
  const file = await findOrCreateDemo(ctx, dataDir, pastDays);
  if (!file) return null;
  const visitors = await loadDemoVisitors(dataDir, file.seed);
  await sendPastVisits({ ctx, url, dataDir, demo: file, visitors, onProgress });
  if (!file.isWorkedOn) {
    await whileUnfinished(dataDir, async () => {
      await importDemoRecords(ctx, file.accountId, file.seed);
      await simulateLeadActivity(ctx, file);
      writeDemoFile(dataDir, { ...file, isWorkedOn: true });
    });
  }
  return { file, visitors };
}

/** Starts sending live visits. Returns a function that stops it. */
export function startLiveTraffic(ctx: Context, url: string, { file, visitors }: Demo): () => void {
  const traffic = new LiveTraffic(url, file, visitors, ctx.log);
  traffic.start();
  return () => traffic.stop();
}
