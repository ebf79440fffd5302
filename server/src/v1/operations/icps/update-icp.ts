import { Type } from 'typebox';
import { updateIcp } from '../../../domain/icps/write-icps.ts';
import { operation } from '../../operation.ts';
import { IcpFilters, IcpV1, icpDescription, icpName, icpV1 } from '../../schemas/icp.ts';
import { Exact, Uuid } from '../../schemas/resource.ts';

export default operation({
  id: 'updateIcp',
  group: 'Ideal Customer Profiles',
  summary: 'Update ICP',
  description: 'Attributes that are not in the body stay unchanged.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/icps/{id}',
  scope: 'icps:write',
  account: 'required',
  params: Type.Object({ id: Uuid }),
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('icp'),
        attributes: Type.Object(
          { name: Type.Optional(icpName), description: Type.Optional(icpDescription), filters: Type.Optional(IcpFilters) },
          { additionalProperties: false, minProperties: 1 },
        ),
      }),
    },
    { $id: 'UpdateIcpRequestV1' },
  ),
  data: IcpV1,
  errors: [404, 409],
  example: { params: { id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' }, body: { data: { type: 'icp', attributes: { name: 'Makers' } } } },
  async handle({ ctx, account, params, body }) {
    return { data: icpV1(await updateIcp(ctx, account.id, params.id, body.data.attributes)) };
  },
});
