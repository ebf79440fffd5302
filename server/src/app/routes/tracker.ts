import Type from 'typebox';
import { renderSnippet } from '../../../../tracker/index.ts';
import { checkInstallation } from '../../domain/tracking/check-installation.ts';
import { getTrackerState } from '../../domain/tracking/get-tracker-state.ts';
import { route } from '../route.ts';

export const trackerRoutes = [
  route({
    method: 'GET',
    path: '/tracker',
    permission: 'view',
    handle: async ({ ctx, accountId }) => {
      const state = await getTrackerState(ctx, accountId);
      return { ...state, snippet: renderSnippet({ scriptUrl: `${ctx.publicUrl}/t/${state.scriptHash}.js` }) };
    },
  }),
  route({
    method: 'POST',
    path: '/tracker/check',
    permission: 'manage',
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }) }),
    handle: ({ ctx, accountId, body }) => checkInstallation(ctx, accountId, body.url),
  }),
];
