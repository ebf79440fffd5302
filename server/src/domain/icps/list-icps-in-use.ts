import type { Context } from '../context.ts';
import { feedsUsing } from '../feed-filters/feeds-using.ts';
import type { Icp } from './icp.ts';
import { listIcps } from './list-icps.ts';
import { countMatches } from './refresh-matches.ts';

type IcpInUse = Icp & {
  /** The names of the custom feeds that ask for it: while there are any it cannot be deleted. */
  usedBy: string[];
};

/** The profiles with what depends on them, their matches counted at this moment. */
export async function listIcpsInUse(ctx: Pick<Context, 'db'>, accountId: string): Promise<IcpInUse[]> {
  const icps = await listIcps(ctx, accountId);
  return Promise.all(
    icps.map(async (icp) => ({
      ...icp,
      matchCount: await countMatches(ctx, accountId, icp),
      usedBy: await feedsUsing(ctx, accountId, { field: 'icp', values: [icp.id] }),
    })),
  );
}
