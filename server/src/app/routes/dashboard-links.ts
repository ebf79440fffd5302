import Type from 'typebox';
import { getBrand } from '../../domain/accounts/brand.ts';
import { listAnnotations } from '../../domain/dashboard/annotations.ts';
import {
  createDashboardLink,
  deleteDashboardLink,
  listDashboardLinks,
  maxValidDays,
  openDashboardLink,
} from '../../domain/dashboard/dashboard-links.ts';
import { getBreakdowns } from '../../domain/dashboard/get-breakdowns.ts';
import { getEntryAndExitPages } from '../../domain/dashboard/get-entry-and-exit-pages.ts';
import { getOverview } from '../../domain/dashboard/get-overview.ts';
import { getTrends } from '../../domain/dashboard/get-trends.ts';
import { withinAccount } from '../../domain/within-account.ts';
import { publicRoute, route } from '../route.ts';
import { Day } from './shapes.ts';

const NewLink = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  days: Type.Union([
    Type.Object({ lastDays: Type.Integer({ minimum: 1, maximum: 366 }) }),
    Type.Object({ from: Day, to: Day }, { additionalProperties: false }),
  ]),
  validDays: Type.Integer({ minimum: 1, maximum: maxValidDays, default: 30 }),
});
const Secret = Type.Object({ secret: Type.String({ maxLength: 100 }) });

export const dashboardLinkRoutes = [
  route({
    method: 'GET',
    path: '/dashboard-links',
    permission: 'manage',
    handle: ({ ctx, accountId }) => listDashboardLinks(ctx, accountId),
  }),
  route({
    method: 'POST',
    path: '/dashboard-links',
    permission: 'manage',
    body: NewLink,
    handle: async ({ ctx, accountId, user, body, res }) => {
      const { id, secret } = await createDashboardLink(ctx, accountId, { ...body, createdBy: user.id });
      res.code(201);
      return { id, url: `${ctx.publicUrl}/shared#${secret}` };
    },
  }),
  route({
    method: 'DELETE',
    path: '/dashboard-links/:linkId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deleteDashboardLink(ctx, accountId, params.linkId),
  }),
];

/** The dashboard for the holder of a link, without companies and people. Secrets are sent in bodies, which are never logged. */
export const sharedDashboardRoutes = [
  publicRoute({
    method: 'POST',
    path: '/dashboard-links/open',
    body: Secret,
    handle: async ({ ctx, body, req }) => {
      const { interval, ...link } = await openDashboardLink(ctx, { secret: body.secret, address: req.ip });
      const accountCtx = withinAccount(ctx, interval.accountId);
      const [overview, breakdowns, trends, entryAndExitPages, annotations, brand] = await Promise.all([
        getOverview(accountCtx, interval),
        getBreakdowns(accountCtx, interval),
        getTrends(accountCtx, interval),
        getEntryAndExitPages(accountCtx, interval),
        listAnnotations(accountCtx, interval),
        getBrand(accountCtx, interval.accountId),
      ]);
      const { from, to, timezone } = interval;
      const notes = annotations.map(({ id, day, body: text }) => ({ id, day, body: text }));
      return { ...link, brand, from, to, timezone, overview, breakdowns, trends, entryAndExitPages, annotations: notes };
    },
  }),
];
