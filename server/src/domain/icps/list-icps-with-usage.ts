import type { Context } from '../context.ts';
import { listFeedsUsing } from '../feed-filters/list-feeds-using.ts';
import type { Icp } from './icp.ts';
import { listIcps } from './list-icps.ts';
import { knowsManyCompanies, refreshMatches } from './refresh-matches.ts';

type IcpWithUsage = Icp & {
  /** Names of the custom feeds that use the profile. A profile that is in use cannot be deleted. */
  usedBy: string[];
};

/** Lists profiles with the feeds that use them. The matches of the latest leads are counted, unless that would take too long for a request. */
export async function listIcpsWithUsage(ctx: Pick<Context, 'db' | 'clock'>, accountId: string): Promise<IcpWithUsage[]> {
  if (!(await knowsManyCompanies(ctx, accountId))) await refreshMatches(ctx, accountId);
  const icps = await listIcps(ctx, accountId);
  return Promise.all(
    icps.map(async (icp) => ({
      ...icp,
      usedBy: await listFeedsUsing(ctx, accountId, { field: 'icp', values: [icp.id] }),
    })),
  );
}
