import { Type } from 'typebox';
import { listUsage } from '../../../domain/usage/list-usage.ts';
import { operation } from '../../operation.ts';
import { Exact, Month } from '../../schemas/resource.ts';

const count = Type.Integer({ minimum: 0 });

export default operation({
  id: 'getEndpointsUsage',
  group: 'Usage',
  summary: 'Get Endpoints Usage',
  description: 'Requests, errors and charged credits by operation and month. The months are inclusive and in UTC.',
  status: 'available',
  method: 'GET',
  path: '/v1/usage',
  scope: 'usage:read',
  account: 'required',
  query: Type.Object({ start_period: Month, end_period: Month }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('endpoint_usage'),
        id: Type.String(),
        attributes: Exact({ operation: Type.String(), period: Month, requests: count, errors: count, credits_charged: count }),
      },
      { $id: 'EndpointUsageV1' },
    ),
  ),
  example: { query: { start_period: '2026-08', end_period: '2026-09' } },
  async handle({ ctx, account, query }) {
    const rows = await listUsage(ctx, account.id, { startPeriod: query.start_period, endPeriod: query.end_period });
    return {
      data: rows.map(({ creditsCharged, ...row }) => ({
        type: 'endpoint_usage',
        id: `${row.operation}_${row.period}`,
        attributes: { ...row, credits_charged: creditsCharged },
      })),
    };
  },
});
