import { Type } from 'typebox';
import { createPersona } from '../../../domain/personas/write-personas.ts';
import { operation } from '../../operation.ts';
import { BuyerPersonaV1, buyerPersonaV1, personaCriteria, personaName } from '../../schemas/buyer-persona.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'createBuyerPersona',
  group: 'Buyer Personas',
  summary: 'Create Buyer Persona',
  description: 'A contact matches if it meets all given criteria; the values of a criterion are alternatives.',
  status: 'available',
  method: 'POST',
  path: '/v1/buyer-personas',
  scope: 'buyer_personas:write',
  account: 'required',
  body: Exact(
    { data: Exact({ type: Type.Literal('buyer_persona'), attributes: Exact({ name: personaName, ...personaCriteria }) }) },
    { $id: 'CreateBuyerPersonaRequestV1' },
  ),
  data: BuyerPersonaV1,
  success: 201,
  errors: [409],
  example: {
    body: {
      data: {
        type: 'buyer_persona',
        attributes: { name: 'Heads of IT', departments: ['it_department'], hierarchy_levels: ['director', 'vp'] },
      },
    },
  },
  async handle({ ctx, account, body }) {
    return { data: buyerPersonaV1(await createPersona(ctx, account.id, body.data.attributes)) };
  },
});
