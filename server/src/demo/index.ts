import type { Context } from '../domain/context.ts';
import { Random } from '../lib/random.ts';
import { openIpData } from '../providers/ip-data/open-ip-data.ts';
import { readNetworks, readSeedOrganizations } from '../providers/ip-data/read-seed.ts';
import { type Cast, chooseCast } from './cast.ts';
import { type DemoFile, writeDemoFile } from './demo-file.ts';
import { fillDirectory } from './fill-directory.ts';
import { findOrCreateDemo } from './find-or-create-demo.ts';
import { LiveTraffic } from './live-traffic.ts';
import { workOnLeads } from './populate-demo.ts';
import { sendPastVisits } from './send-past-visits.ts';
import { deleteUnfinishedDemo, whileUnfinished } from './unfinished-demo.ts';

export type Demo = { file: DemoFile; cast: Cast };

type DemoWish = {
  dataDir: string;
  /** Where to send the visits. */
  url: string;
  /** Days of history in a new demo. */
  pastDays: number;
  onProgress(share: number): void;
};

/** Creates the demo account and its history, or continues where an earlier start stopped. Null if the installation has other accounts. */
export async function openDemo(ctx: Context, { dataDir, url, pastDays, onProgress }: DemoWish): Promise<Demo | null> {
  await deleteUnfinishedDemo(ctx, dataDir);
  const file = await findOrCreateDemo(ctx, dataDir, pastDays);
  if (!file) return null;
  const { networks } = await openIpData(dataDir);
  const lines = readNetworks();
  const sources = { table: networks.table, organizations: readSeedOrganizations(lines), reviewed: lines };
  const cast = chooseCast(sources, new Random(file.seed));
  await sendPastVisits({ ctx, url, dataDir, demo: file, cast, onProgress });
  if (!file.isWorkedOn) {
    await whileUnfinished(dataDir, async () => {
      await fillDirectory(ctx, file.accountId, file.seed);
      await workOnLeads(ctx, file);
      writeDemoFile(dataDir, { ...file, isWorkedOn: true });
    });
  }
  return { file, cast };
}

export function startTrickle(ctx: Context, url: string, { file, cast }: Demo): () => void {
  const trickle = new LiveTraffic(url, file, cast, ctx.log);
  trickle.start();
  return () => trickle.stop();
}
