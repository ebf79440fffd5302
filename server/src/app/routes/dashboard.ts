import Type from 'typebox';
import { createAnnotation, deleteAnnotation, listAnnotations, maxAnnotationLength } from '../../domain/dashboard/annotations.ts';
import { getBreakdowns } from '../../domain/dashboard/get-breakdowns.ts';
import { getDataFlow } from '../../domain/dashboard/get-data-flow.ts';
import { getDrillDown } from '../../domain/dashboard/get-drill-down.ts';
import { getEntryAndExitPages } from '../../domain/dashboard/get-entry-and-exit-pages.ts';
import { getGoalFunnel } from '../../domain/dashboard/get-goal-funnel.ts';
import { getOverview } from '../../domain/dashboard/get-overview.ts';
import { getTrends } from '../../domain/dashboard/get-trends.ts';
import { listCountedVisits } from '../../domain/dashboard/list-counted-visits.ts';
import { listGoalResults } from '../../domain/dashboard/list-goal-results.ts';
import { publicKinds } from '../../domain/identification/network-kind.ts';
import { noCompanyReasons } from '../../domain/identification/no-company-reason.ts';
import { getLiveVisit } from '../../domain/live/get-live-visit.ts';
import { listLiveVisits } from '../../domain/live/list-live-visits.ts';
import { route, sharedRoute } from '../route.ts';
import { intervalOf } from './interval-of.ts';
import { Day, IntervalQuery } from './shapes.ts';

const OverviewQuery = Type.Object({ from: Day, to: Day, compareFrom: Type.Optional(Day), compareTo: Type.Optional(Day) });
const Name = Type.String({ minLength: 1, maxLength: 500 });
/** An empty campaign or medium selects visits without one. */
const DrillDownQuery = Type.Object({
  from: Day,
  to: Day,
  source: Name,
  medium: Type.String({ maxLength: 500, default: '' }),
  campaign: Type.Optional(Type.String({ maxLength: 500 })),
});
const VisitsQuery = Type.Object({
  from: Day,
  to: Day,
  kind: Type.Optional(Type.Enum([...publicKinds])),
  reason: Type.Optional(Type.Enum([...noCompanyReasons])),
  before: Type.Optional(Type.String({ maxLength: 200 })),
});
const visitsPerPage = 50;
const LiveQuery = Type.Object({ feed: Type.Optional(Type.String({ maxLength: 40 })) });
const NewAnnotation = Type.Object({ day: Day, body: Type.String({ minLength: 1, maxLength: maxAnnotationLength }) });

export const dashboardRoutes = [
  sharedRoute({
    path: '/overview',
    query: OverviewQuery,
    handle: async ({ ctx, accountId, query: { from, to, compareFrom, compareTo } }) => {
      const interval = await intervalOf(ctx, accountId, { from, to });
      if (compareFrom === undefined || compareTo === undefined) return getOverview(ctx, interval);
      return getOverview(ctx, interval, await intervalOf(ctx, accountId, { from: compareFrom, to: compareTo }));
    },
  }),
  sharedRoute({
    path: '/breakdowns',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getBreakdowns(ctx, await intervalOf(ctx, accountId, query)),
  }),
  sharedRoute({
    path: '/entry-and-exit-pages',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getEntryAndExitPages(ctx, await intervalOf(ctx, accountId, query)),
  }),
  sharedRoute({
    path: '/drill-down',
    query: DrillDownQuery,
    handle: async ({ ctx, accountId, query: { source, medium, campaign, ...days } }) =>
      getDrillDown(ctx, await intervalOf(ctx, accountId, days), {
        source,
        medium: medium || null,
        ...(campaign === undefined ? {} : { campaign: campaign || null }),
      }),
  }),
  sharedRoute({
    path: '/goal-results',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => listGoalResults(ctx, await intervalOf(ctx, accountId, query)),
  }),
  sharedRoute({
    path: '/goals/:goalId/funnel',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, params, query }) => getGoalFunnel(ctx, await intervalOf(ctx, accountId, query), params.goalId),
  }),
  route({
    method: 'GET',
    path: '/annotations',
    permission: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => listAnnotations(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'POST',
    path: '/annotations',
    permission: 'edit',
    body: NewAnnotation,
    handle: ({ ctx, accountId, user, body, res }) => {
      res.code(201);
      return createAnnotation(ctx, accountId, { ...body, authorId: user.id });
    },
  }),
  route({
    method: 'DELETE',
    path: '/annotations/:annotationId',
    permission: 'edit',
    handle: ({ ctx, accountId, params }) => deleteAnnotation(ctx, accountId, params.annotationId),
  }),
  sharedRoute({
    path: '/trends',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getTrends(ctx, await intervalOf(ctx, accountId, query)),
  }),
  route({
    method: 'GET',
    path: '/data-flow',
    permission: 'view',
    query: IntervalQuery,
    handle: async ({ ctx, accountId, query }) => getDataFlow(ctx, await intervalOf(ctx, accountId, query)),
  }),
  sharedRoute({
    path: '/visits',
    query: VisitsQuery,
    handle: async ({ ctx, accountId, query: { kind = null, reason = null, before = null, ...days } }) =>
      listCountedVisits(ctx, await intervalOf(ctx, accountId, days), { kind, reason }, { before, limit: visitsPerPage }),
  }),
  sharedRoute({
    path: '/live',
    query: LiveQuery,
    handle: ({ ctx, accountId, query }) => listLiveVisits(ctx, accountId, query.feed ?? null),
  }),
  route({
    method: 'GET',
    path: '/live/:visitId',
    permission: 'view',
    handle: ({ ctx, accountId, params }) => getLiveVisit(ctx, accountId, params.visitId),
  }),
];
