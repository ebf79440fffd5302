import type { Context } from '../domain/context.ts';
import { type DemoFile, writeDemoFile } from './demo-file.ts';
import type { DemoVisitors } from './demo-visitors.ts';
import { fillDirectory } from './fill-directory.ts';
import { findOrCreateDemo } from './find-or-create-demo.ts';
import { LiveTraffic } from './live-traffic.ts';
import { loadDemoVisitors } from './load-demo-visitors.ts';
import { simulateLeadActivity } from './populate-demo.ts';
import { sendPastVisits } from './send-past-visits.ts';
import { deleteUnfinishedDemo, whileUnfinished } from './unfinished-demo.ts';

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
export async function openDemo(ctx: Context, { dataDir, url, pastDays, onProgress }: DemoOptions): Promise<Demo | null> {
  await deleteUnfinishedDemo(ctx, dataDir);
  const file = await findOrCreateDemo(ctx, dataDir, pastDays);
  if (!file) return null;
  const visitors = await loadDemoVisitors(dataDir, file.seed);
  await sendPastVisits({ ctx, url, dataDir, demo: file, visitors, onProgress });
  if (!file.isWorkedOn) {
    await whileUnfinished(dataDir, async () => {
      await fillDirectory(ctx, file.accountId, file.seed);
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
