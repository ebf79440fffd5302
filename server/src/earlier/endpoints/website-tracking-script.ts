import { renderSnippet } from '../../../../tracker/index.ts';
import { getScriptHash } from '../../domain/tracking/get-script-hash.ts';
import type { Endpoint } from '../endpoint.ts';

export const getWebsiteTrackingScript: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/website-tracking-script',
  successor: '/v1/web-visits/tracker',
  account: true,
  async handle({ ctx, account }) {
    const scriptHash = await getScriptHash(ctx, account.id);
    const scriptHtml = renderSnippet({ scriptUrl: `${ctx.config.publicUrl}/t/${scriptHash}.js` });
    return {
      document: {
        data: {
          type: 'website-tracking-scripts',
          id: account.id,
          attributes: { script_hash: scriptHash, script_html: scriptHtml, timezone: account.timezone },
        },
      },
    };
  },
};
