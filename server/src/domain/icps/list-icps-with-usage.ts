import type { Context } from '../context.ts';
import { listFeedsUsing } from '../feed-filters/list-feeds-using.ts';
import type { Icp } from './icp.ts';
import { listIcps } from './list-icps.ts';

type IcpWithUsage = Icp & {
  /** Names of the custom feeds that use the profile. A profile that is in use cannot be deleted. */
  usedBy: string[];
};

/** Lists profiles with the feeds that use them. */
export async function listIcpsWithUsage(ctx: Pick<Context, 'db'>, accountId: string): Promise<IcpWithUsage[]> {
  const icps = await listIcps(ctx, accountId);
  return Promise.all(
    icps.map(async (icp) => ({
      ...icp,
      usedBy: await listFeedsUsing(ctx, accountId, { field: 'icp', values: [icp.id] }),
    })),
  );
}
