import { Type } from 'typebox';
import { deleteIcp } from '../../../domain/icps/write-icps.ts';
import { operation } from '../../operation.ts';
import { Uuid } from '../../schemas/resource.ts';

export default operation({
  id: 'deleteIcp',
  group: 'Ideal Customer Profiles',
  summary: 'Delete ICP',
  description: 'Also deletes its matches. A profile that is used by a custom feed cannot be deleted.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/icps/{id}',
  scope: 'icps:write',
  account: 'required',
  params: Type.Object({ id: Uuid }),
  success: 204,
  errors: [404, 409],
  example: { params: { id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    await deleteIcp(ctx, account.id, params.id);
    return {};
  },
});
