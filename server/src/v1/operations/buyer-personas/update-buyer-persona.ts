import { Type } from 'typebox';
import { updatePersona } from '../../../domain/personas/write-personas.ts';
import { operation } from '../../operation.ts';
import { BuyerPersonaV1, buyerPersonaV1, personaCriteria, personaName } from '../../schemas/buyer-persona.ts';
import { Exact, Uuid } from '../../schemas/resource.ts';

export default operation({
  id: 'updateBuyerPersona',
  group: 'Buyer Personas',
  summary: 'Update Buyer Persona',
  description: 'Attributes that are not in the body stay unchanged.',
  status: 'available',
  method: 'PATCH',
  path: '/v1/buyer-personas/{id}',
  scope: 'buyer_personas:write',
  account: 'required',
  params: Type.Object({ id: Uuid }),
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('buyer_persona'),
        attributes: Type.Object(
          { name: Type.Optional(personaName), ...personaCriteria },
          { additionalProperties: false, minProperties: 1 },
        ),
      }),
    },
    { $id: 'UpdateBuyerPersonaRequestV1' },
  ),
  data: BuyerPersonaV1,
  errors: [404, 409],
  example: {
    params: { id: '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' },
    body: { data: { type: 'buyer_persona', attributes: { name: 'IT heads' } } },
  },
  async handle({ ctx, account, params, body }) {
    return { data: buyerPersonaV1(await updatePersona(ctx, account.id, params.id, body.data.attributes)) };
  },
});
