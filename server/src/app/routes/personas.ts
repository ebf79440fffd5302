import Type from 'typebox';
import { departments, hierarchyLevels } from '../../domain/contacts/departments.ts';
import { listPersonasWithCounts } from '../../domain/personas/list-personas-with-counts.ts';
import { createPersona, deletePersona, updatePersona } from '../../domain/personas/write-personas.ts';
import { Problem } from '../../domain/problem.ts';
import { isUuid } from '../../lib/is-uuid.ts';
import { route } from '../route.ts';
import { Name, noExtraProperties, ShortText } from './shapes.ts';

const Country = Type.String({ pattern: '^[A-Z]{2}$' });
const NewPersona = Type.Object(
  {
    name: Name,
    departments: Type.Optional(Type.Array(Type.Enum([...departments]), { maxItems: 20 })),
    hierarchy_levels: Type.Optional(Type.Array(Type.Enum([...hierarchyLevels]), { maxItems: 10 })),
    positions: Type.Optional(Type.Array(ShortText, { maxItems: 100 })),
    countries: Type.Optional(Type.Array(Country, { maxItems: 250 })),
  },
  noExtraProperties,
);
const PersonaChange = Type.Partial(NewPersona, noExtraProperties);

function checkPersonaId(id: string): string {
  if (isUuid(id)) return id;
  throw new Problem('not_found', `There is no persona ${JSON.stringify(id)}.`);
}

export const personaRoutes = [
  route({
    method: 'GET',
    path: '/personas',
    permission: 'view',
    handle: async ({ ctx, accountId }) => ({ departments, hierarchyLevels, personas: await listPersonasWithCounts(ctx, accountId) }),
  }),
  route({
    method: 'POST',
    path: '/personas',
    permission: 'manage',
    body: NewPersona,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createPersona(ctx, accountId, body);
    },
  }),
  route({
    method: 'PATCH',
    path: '/personas/:personaId',
    permission: 'manage',
    body: PersonaChange,
    handle: ({ ctx, accountId, params, body }) => updatePersona(ctx, accountId, checkPersonaId(params.personaId), body),
  }),
  route({
    method: 'DELETE',
    path: '/personas/:personaId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deletePersona(ctx, accountId, checkPersonaId(params.personaId)),
  }),
];
