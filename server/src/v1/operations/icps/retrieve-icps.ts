import { Type } from 'typebox';
import { listIcps } from '../../../domain/icps/list-icps.ts';
import { operation } from '../../operation.ts';
import { IcpV1, icpV1 } from '../../schemas/icp.ts';

export default operation({
  id: 'retrieveIcps',
  group: 'Ideal Customer Profiles',
  summary: 'Retrieve ICPs',
  description: 'All profiles of the account, at most 50, oldest first.',
  status: 'available',
  method: 'GET',
  path: '/v1/icps',
  scope: 'icps:read',
  account: 'required',
  data: Type.Array(IcpV1),
  async handle({ ctx, account }) {
    return { data: (await listIcps(ctx, account.id)).map(icpV1) };
  },
});
