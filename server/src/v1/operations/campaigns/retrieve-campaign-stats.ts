import { Type } from 'typebox';
import { getCampaignStats } from '../../../domain/campaigns/get-campaign-stats.ts';
import { frequencies } from '../../../domain/campaigns/periods.ts';
import { Problem } from '../../../domain/problem.ts';
import { addDays, dayOf } from '../../../lib/zoned-days.ts';
import { operation } from '../../operation.ts';
import { Day, DayFromYearOne, Exact, OneOf, RecordId } from '../../schemas/resource.ts';

const count = Type.Integer({ minimum: 0 });
const maxDays = 3660;
const lastDay = '2199-12-31';
/** There is no year 0. */
const firstDay = '0001-01-01';

export default operation({
  id: 'retrieveCampaignStats',
  group: 'Campaigns',
  summary: 'Retrieve Campaign Stats',
  description:
    'Results of a campaign by day, week (from Monday) or month, for up to ten years, in the account’s timezone. Periods without visits are included. Defaults to the last 30 days.',
  status: 'available',
  method: 'GET',
  path: '/v1/campaigns/{id}/stats',
  scope: 'campaigns:read',
  account: 'required',
  entitlement: 'campaigns',
  paging: 'page',
  params: Type.Object({ id: RecordId }),
  query: Type.Object({
    start_period: Type.Optional(DayFromYearOne),
    end_period: Type.Optional(DayFromYearOne),
    frequency: Type.Optional(OneOf(frequencies)),
  }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('campaign_stat'),
        id: Type.String(),
        attributes: Exact({
          period: Day,
          visits: count,
          companies: count,
          new_companies: count,
          page_views: count,
          goals: count,
          identified_share: Type.Number({ minimum: 0, maximum: 1 }),
        }),
      },
      { $id: 'CampaignStatV1' },
    ),
  ),
  errors: [404],
  example: { params: { id: '1001' }, query: { start_period: '2026-09-01', end_period: '2026-09-30', frequency: 'week' } },
  async handle({ ctx, account, params, query, page }) {
    const endDay = query.end_period ?? dayOf(ctx.clock.now().getTime(), account.timezone);
    const defaultStart = addDays(endDay, -29);
    const startDay = query.start_period ?? (defaultStart < firstDay ? firstDay : defaultStart);
    // Dates beyond the year 9999 have another format. The limit is far below it, and no campaign has later visits.
    if (endDay > lastDay) throw new Problem('invalid_input', { title: `end_period is after ${lastDay}.`, parameter: 'end_period' });
    if (startDay > endDay) throw new Problem('invalid_input', { title: 'end_period is before start_period.', parameter: 'end_period' });
    if (addDays(startDay, maxDays) < endDay) {
      throw new Problem('invalid_input', { title: 'The interval is longer than ten years.', parameter: 'start_period' });
    }
    const interval = { startDay, endDay, frequency: query.frequency ?? 'day', offset: page.offset, limit: page.size };
    const { stats, totalCount } = await getCampaignStats(ctx, account, params.id, interval);
    return {
      totalCount,
      data: stats.map((row) => ({
        type: 'campaign_stat',
        id: `${params.id}_${row.period}`,
        attributes: {
          period: row.period,
          visits: row.visits,
          companies: row.companies,
          new_companies: row.newLeads,
          page_views: row.pageViews,
          goals: row.goals,
          identified_share: row.identifiedShare,
        },
      })),
    };
  },
});
