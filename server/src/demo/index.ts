import type { Context } from '../domain/context.ts';
import { Random } from '../lib/random.ts';
import { openIpData } from '../providers/ip-data/open-ip-data.ts';
import { readNetworks, readSeedOrganizations } from '../providers/ip-data/read-seed.ts';
import { type Cast, chooseCast } from './cast.ts';
import { type DemoFile, writeDemoFile } from './demo-file.ts';
import { fillDirectory } from './fill-directory.ts';
import { workOnLeads } from './furnish-demo.ts';
import { makeDemo } from './make-demo.ts';
import { playPast } from './play-past.ts';
import { Trickle } from './trickle.ts';
import { deleteUnfinishedDemo, whileUnfinished } from './unfinished-demo.ts';

export type Demo = { file: DemoFile; cast: Cast };

type DemoWish = {
  dataDir: string;
  /** Where the visits are sent. */
  url: string;
  /** How long the past of a new demo is. */
  pastDays: number;
  onProgress(share: number): void;
};

/** Makes the demo account and its past, or finds them as they were left. Null when the installation is in real use. */
export async function openDemo(ctx: Context, { dataDir, url, pastDays, onProgress }: DemoWish): Promise<Demo | null> {
  await deleteUnfinishedDemo(ctx, dataDir);
  const file = await makeDemo(ctx, dataDir, pastDays);
  if (!file) return null;
  const { networks } = await openIpData(dataDir);
  const lines = readNetworks();
  // Companies of which enough is known to fill the screens.
  const organizations = readSeedOrganizations(lines).filter(({ city, industry }) => city !== null && industry !== null);
  const sources = { table: networks.table, organizations, reviewed: lines };
  const cast = chooseCast(sources, new Random(file.seed));
  await playPast({ ctx, url, dataDir, demo: file, cast, onProgress });
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
  const trickle = new Trickle(url, file, cast, ctx.log);
  trickle.start();
  return () => trickle.stop();
}
