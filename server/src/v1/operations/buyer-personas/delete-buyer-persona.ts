import { Type } from 'typebox';
import { deletePersona } from '../../../domain/personas/write-personas.ts';
import { operation } from '../../operation.ts';
import { Uuid } from '../../schemas/resource.ts';

export default operation({
  id: 'deleteBuyerPersona',
  group: 'Buyer Personas',
  summary: 'Delete Buyer Persona',
  description: 'Contacts are not changed.',
  status: 'available',
  method: 'DELETE',
  path: '/v1/buyer-personas/{id}',
  scope: 'buyer_personas:write',
  account: 'required',
  params: Type.Object({ id: Uuid }),
  success: 204,
  errors: [404],
  example: { params: { id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    await deletePersona(ctx, account.id, params.id);
    return {};
  },
});
