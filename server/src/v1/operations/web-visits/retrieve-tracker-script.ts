import { Type } from 'typebox';
import { renderSnippet } from '../../../../../tracker/index.ts';
import { getScriptHash } from '../../../domain/tracking/get-script-hash.ts';
import { getTrackingStatus } from '../../../domain/tracking/get-tracking-status.ts';
import { operation } from '../../operation.ts';
import { Exact, OneOf, RecordId } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveTrackerScript',
  group: 'Web Visits',
  summary: 'Retrieve Web Visits Tracker Script',
  description: 'The snippet for every page of the site, and whether its events arrive.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/tracker',
  scope: 'web_visits:read',
  account: 'required',
  data: Exact(
    {
      type: Type.Literal('tracker_script'),
      id: RecordId,
      attributes: Exact({
        script_hash: Type.String(),
        script_url: Type.String(),
        script_html: Type.String({ description: 'HTML for every page of the site.' }),
        timezone: Type.String(),
        tracking_status: OneOf(['not_installed', 'reporting', 'ok']),
      }),
    },
    { $id: 'TrackerScriptV1' },
  ),
  async handle({ ctx, account }) {
    const [hash, status] = await Promise.all([getScriptHash(ctx, account.id), getTrackingStatus(ctx, account.id)]);
    const scriptUrl = `${ctx.config.publicUrl}/t/${hash}.js`;
    return {
      data: {
        type: 'tracker_script',
        id: account.id,
        attributes: {
          script_hash: hash,
          script_url: scriptUrl,
          script_html: renderSnippet({ scriptUrl }),
          timezone: account.timezone,
          tracking_status: status,
        },
      },
    };
  },
});
