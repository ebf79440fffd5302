import { Type } from 'typebox';
import { getIcp } from '../../../domain/icps/list-icps.ts';
import { operation } from '../../operation.ts';
import { IcpV1, icpV1 } from '../../schemas/icp.ts';
import { Uuid } from '../../schemas/resource.ts';

export default operation({
  id: 'getIcp',
  group: 'Ideal Customer Profiles',
  summary: 'Get ICP',
  status: 'available',
  method: 'GET',
  path: '/v1/icps/{id}',
  scope: 'icps:read',
  account: 'required',
  params: Type.Object({ id: Uuid }),
  data: IcpV1,
  errors: [404],
  example: { params: { id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    return { data: icpV1(await getIcp(ctx, account.id, params.id)) };
  },
});
