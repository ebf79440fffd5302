import { Type } from 'typebox';
import { createIcp } from '../../../domain/icps/write-icps.ts';
import { operation } from '../../operation.ts';
import { IcpFilters, IcpV1, icpDescription, icpName, icpV1 } from '../../schemas/icp.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'createIcp',
  group: 'Ideal Customer Profiles',
  summary: 'Create ICP',
  description:
    'A company matches if it meets all criteria that are not listed in `optional`. Matches among the companies that visited or that the account has tagged, listed or revealed are computed immediately, or shortly afterwards if there are more than 2,000 of them, and again every night.',
  status: 'available',
  method: 'POST',
  path: '/v1/icps',
  scope: 'icps:write',
  account: 'required',
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('icp'),
        attributes: Exact({ name: icpName, description: Type.Optional(icpDescription), filters: IcpFilters }),
      }),
    },
    { $id: 'CreateIcpRequestV1' },
  ),
  data: IcpV1,
  success: 201,
  errors: [409],
  example: {
    body: {
      data: {
        type: 'icp',
        attributes: {
          name: 'Manufacturers in Bavaria',
          filters: {
            location: [{ country_code: 'DE', region_code: 'DE-BY' }],
            employee_ranges: ['101-500'],
            optional: ['employee_ranges'],
          },
        },
      },
    },
  },
  async handle({ ctx, account, body }) {
    return { data: icpV1(await createIcp(ctx, account.id, body.data.attributes)) };
  },
});
