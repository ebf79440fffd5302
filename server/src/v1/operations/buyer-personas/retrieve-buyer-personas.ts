import { Type } from 'typebox';
import { loadPersonas } from '../../../domain/personas/load-personas.ts';
import { operation } from '../../operation.ts';
import { BuyerPersonaV1, buyerPersonaV1 } from '../../schemas/buyer-persona.ts';

export default operation({
  id: 'retrieveBuyerPersonas',
  group: 'Buyer Personas',
  summary: 'Retrieve Buyer Personas',
  description: 'All personas of the account, at most 100, oldest first.',
  status: 'available',
  method: 'GET',
  path: '/v1/buyer-personas',
  scope: 'buyer_personas:read',
  account: 'required',
  data: Type.Array(BuyerPersonaV1),
  async handle({ ctx, account }) {
    return { data: (await loadPersonas(ctx, account.id)).map(buyerPersonaV1) };
  },
});
