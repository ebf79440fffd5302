import { Type } from 'typebox';
import { getPersona } from '../../../domain/personas/write-personas.ts';
import { operation } from '../../operation.ts';
import { BuyerPersonaV1, buyerPersonaV1 } from '../../schemas/buyer-persona.ts';
import { Uuid } from '../../schemas/resource.ts';

export default operation({
  id: 'getBuyerPersona',
  group: 'Buyer Personas',
  summary: 'Get Buyer Persona',
  status: 'available',
  method: 'GET',
  path: '/v1/buyer-personas/{id}',
  scope: 'buyer_personas:read',
  account: 'required',
  params: Type.Object({ id: Uuid }),
  data: BuyerPersonaV1,
  errors: [404],
  example: { params: { id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    return { data: buyerPersonaV1(await getPersona(ctx, account.id, params.id)) };
  },
});
