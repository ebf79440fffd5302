import Type from 'typebox';
import { getAccount } from '../../domain/accounts/get-account.ts';
import { createAnnotation, deleteAnnotation, listAnnotations, maxAnnotationLength } from '../../domain/dashboard/annotations.ts';
import { getBreakdowns } from '../../domain/dashboard/get-breakdowns.ts';
import { getDataFlow } from '../../domain/dashboard/get-data-flow.ts';
import { getDrillDown } from '../../domain/dashboard/get-drill-down.ts';
import { getGoalFunnel } from '../../domain/dashboard/get-goal-funnel.ts';
import { getOverview } from '../../domain/dashboard/get-overview.ts';
import { getPageEnds } from '../../domain/dashboard/get-page-ends.ts';
import { getTrends } from '../../domain/dashboard/get-trends.ts';
import { listLiveVisits } from '../../domain/live/list-live-visits.ts';
import { Problem } from '../../domain/problem.ts';
import type { AppContext } from '../context.ts';
import { route } from '../route.ts';
import { Day, IntervalQuery } from './shapes.ts';

const maxDays = 1100;
const OverviewQuery = Type.Object({ from: Day, to: Day, compareFrom: Type.Optional(Day), compareTo: Type.Optional(Day) });
const Name = Type.String({ minLength: 1, maxLength: 500 });
/** An empty campaign or medium means visits without one. */
const DrillDownQuery = Type.Object({
  from: Day,
  to: Day,
  source: Name,
  medium: Type.String({ maxLength: 500, default: '' }),
  campaign: Type.Optional(Type.String({ maxLength: 500 })),
});
const LiveQuery = Type.Object({ feed: Type.Optional(Type.String({ maxLength: 40 })) });
const NewAnnotation = Type.Object({ day: Day, body: Type.String({ minLength: 1, maxLength: maxAnnotationLength }) });

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
    query: OverviewQuery,
    handle: async ({ ctx, accountId, query: { from, to, compareFrom, compareTo } }) => {
      const interval = await intervalOf(ctx, accountId, { from, to });
      if (compareFrom === undefined || compareTo === undefined) return getOverview(ctx, interval);
      return getOverview(ctx, interval, await intervalOf(ctx, accountId, { from: compareFrom, to: compareTo }));
    },
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
    path: '/page-ends',
    need: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getPageEnds(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'GET',
    path: '/drill-down',
    need: 'view',
    query: DrillDownQuery,
    handle: async ({ ctx, accountId, query: { source, medium, campaign, ...days } }) =>
      getDrillDown(ctx, await intervalOf(ctx, accountId, days), {
        source,
        medium: medium || null,
        ...(campaign === undefined ? {} : { campaign: campaign || null }),
      }),
  }),
  route({
    method: 'GET',
    path: '/goals/:goalId/funnel',
    need: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, params, query }) => getGoalFunnel(ctx, await intervalOf(ctx, accountId, query), params.goalId),
  }),
  route({
    method: 'GET',
    path: '/annotations',
    need: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => listAnnotations(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'POST',
    path: '/annotations',
    need: 'edit',
    body: NewAnnotation,
    handle: ({ ctx, accountId, user, body, res }) => {
      res.code(201);
      return createAnnotation(ctx, accountId, { ...body, authorId: user.id });
    },
  }),
  route({
    method: 'DELETE',
    path: '/annotations/:annotationId',
    need: 'edit',
    handle: ({ ctx, accountId, params }) => deleteAnnotation(ctx, accountId, params.annotationId),
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
  route({
    method: 'GET',
    path: '/live',
    need: 'view',
    query: LiveQuery,
    handle: ({ ctx, accountId, query }) => listLiveVisits(ctx, accountId, query.feed ?? null),
  }),
];
