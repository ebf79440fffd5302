import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import { findWaitingLanes } from '../domain/ingestion/lanes/find-waiting-lanes.ts';
import { itemAt } from '../lib/item-at.ts';
import { Random } from '../lib/random.ts';
import { type DemoFile, writeDemoFile } from './demo-file.ts';
import { type DemoVisitors, maxDemoDays } from './demo-visitors.ts';
import { postEvents } from './post-events.ts';
import { dayOfTraffic, daysUpTo } from './traffic.ts';

const eventsPerRequest = 1000;

type PastVisits = { ctx: Context; url: string; dataDir: string; demo: DemoFile; visitors: DemoVisitors; onProgress(share: number): void };

/**
 * Sends the simulated visits of the days up to the creation of the demo. Each day has its own random seed, so an interrupted demo can continue: a day that is
 * sent twice has the same event ids and counts once.
 */
export async function sendPastVisits({ ctx, url, dataDir, demo, visitors, onProgress }: PastVisits): Promise<void> {
  const days = daysUpTo(new Date(demo.endsOn), maxDemoDays);
  const now = ctx.clock.now().toISOString();
  const alreadySent = demo.daysSent;
  for (let index = demo.daysSent; index < days.length; index++) {
    const events = dayOfTraffic(itemAt(days, index), visitors, new Random(demo.seed * 1000 + index), index).filter(
      ({ occurred_at }) => occurred_at <= now,
    );
    for (let from = 0; from < events.length; from += eventsPerRequest)
      await postEvents(url, demo, events.slice(from, from + eventsPerRequest));
    demo.daysSent = index + 1;
    writeDemoFile(dataDir, demo);
    onProgress((index + 1 - alreadySent) / (days.length + 1 - alreadySent));
  }
  // Wait until the pipeline has processed the visits.
  while ((await findWaitingLanes(ctx)).some(({ accountId }) => accountId === demo.accountId)) await pause(100);
  onProgress(1);
}
