import type { Context } from '../context.ts';
import { feedsUsing } from '../feeds/feeds-using.ts';
import type { Icp } from './icp.ts';
import { listIcps } from './list-icps.ts';

export type IcpInUse = Icp & {
  /** The names of the custom feeds that ask for it: while there are any it cannot be deleted. */
  usedBy: string[];
};

export async function listIcpsInUse(ctx: Pick<Context, 'db'>, accountId: string): Promise<IcpInUse[]> {
  const icps = await listIcps(ctx, accountId);
  return Promise.all(icps.map(async (icp) => ({ ...icp, usedBy: await feedsUsing(ctx, accountId, { field: 'icp', values: [icp.id] }) })));
}
