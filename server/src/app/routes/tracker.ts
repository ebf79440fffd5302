import { renderSnippet } from '../../../../tracker/index.ts';
import { getTrackerState } from '../../domain/live/get-tracker-state.ts';
import { route } from '../route.ts';

export const trackerRoutes = [
  route({
    method: 'GET',
    path: '/tracker',
    need: 'view',
    handle: async ({ ctx, accountId }) => {
      const state = await getTrackerState(ctx, accountId);
      return { ...state, snippet: renderSnippet({ scriptUrl: `${ctx.publicUrl}/t/${state.scriptHash}.js` }) };
    },
  }),
];
