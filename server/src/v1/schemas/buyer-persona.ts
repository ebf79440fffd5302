import { Type } from 'typebox';
import { departments, hierarchyLevels } from '../../domain/contacts/departments.ts';
import type { Persona } from '../../domain/personas/persona.ts';
import { CountryCode, Exact, OneOf, Uuid } from './resource.ts';

/** Criteria of a persona in requests. An empty list removes its criterion. */
export const personaCriteria = {
  departments: Type.Optional(Type.Array(OneOf(departments), { maxItems: 20 })),
  hierarchy_levels: Type.Optional(Type.Array(OneOf(hierarchyLevels), { maxItems: 10 })),
  positions: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 })),
  countries: Type.Optional(Type.Array(CountryCode, { maxItems: 250 })),
};
export const personaName = Type.String({ minLength: 1, maxLength: 100 });

export const BuyerPersonaV1 = Exact(
  {
    type: Type.Literal('buyer_persona'),
    id: Uuid,
    attributes: Exact({
      name: Type.String(),
      departments: Type.Array(OneOf(departments)),
      hierarchy_levels: Type.Array(OneOf(hierarchyLevels)),
      positions: Type.Array(Type.String()),
      countries: Type.Array(Type.String()),
    }),
  },
  { $id: 'BuyerPersonaV1' },
);

export function buyerPersonaV1({ id, ...attributes }: Persona) {
  return { type: 'buyer_persona', id, attributes };
}
