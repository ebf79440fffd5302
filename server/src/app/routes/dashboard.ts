import { getAccount } from '../../domain/accounts/get-account.ts';
import { getBreakdowns } from '../../domain/dashboard/get-breakdowns.ts';
import { getDataFlow } from '../../domain/dashboard/get-data-flow.ts';
import { getOverview } from '../../domain/dashboard/get-overview.ts';
import { getTrends } from '../../domain/dashboard/get-trends.ts';
import { listLiveVisits } from '../../domain/live/list-live-visits.ts';
import { Problem } from '../../domain/problem.ts';
import type { AppContext } from '../context.ts';
import { route } from '../route.ts';
import { IntervalQuery } from './shapes.ts';

const maxDays = 1100;

/** Limits daily figures to about three years. */
function checkLength({ from, to }: { from: string; to: string }): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) throw new Problem('invalid_input', { title: 'The last day is before the first one.', parameter: 'to' });
  if (days > maxDays) throw new Problem('invalid_input', { title: `Select at most ${maxDays} days.`, parameter: 'to' });
}

async function intervalOf(ctx: AppContext, accountId: string, { from, to }: { from: string; to: string }) {
  checkLength({ from, to });
  const { timezone } = await getAccount(ctx, accountId);
  return { accountId, from, to, timezone };
}

export const dashboardRoutes = [
  route({
    method: 'GET',
    path: '/overview',
    need: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getOverview(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'GET',
    path: '/breakdowns',
    need: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getBreakdowns(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'GET',
    path: '/trends',
    need: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getTrends(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'GET',
    path: '/data-flow',
    need: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getDataFlow(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({ method: 'GET', path: '/live', need: 'view', handle: ({ ctx, accountId }) => listLiveVisits(ctx, accountId) }),
];
