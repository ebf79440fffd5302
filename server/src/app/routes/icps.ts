import Type from 'typebox';
import { employeeRanges } from '../../domain/companies/employee-range.ts';
import { departments, hierarchyLevels } from '../../domain/contacts/departments.ts';
import { listIcpsInUse } from '../../domain/icps/list-icps-in-use.ts';
import { profileCriteria } from '../../domain/icps/profile.ts';
import { createIcp, deleteIcp, updateIcp } from '../../domain/icps/write-icps.ts';
import { listCountedPersonas } from '../../domain/personas/list-counted-personas.ts';
import { createPersona, deletePersona, updatePersona } from '../../domain/personas/write-personas.ts';
import { Problem } from '../../domain/problem.ts';
import { isUuid } from '../../lib/is-uuid.ts';
import { route } from '../route.ts';

const closed = { additionalProperties: false };
const Name = Type.String({ minLength: 1, maxLength: 100 });
const Word = Type.String({ minLength: 1, maxLength: 200 });
const Country = Type.String({ pattern: '^[A-Z]{2}$' });

/** The same shape as in the versioned API, so that values set there survive an edit here. */
const Place = Type.Object(
  {
    country_code: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    region_code: Type.Optional(Word),
    city: Type.Optional(Word),
    postal_code: Type.Optional(Word),
    street: Type.Optional(Word),
    geo: Type.Optional(
      Type.Object(
        {
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
          distance: Type.Number({ minimum: 0, maximum: 500 }),
        },
        closed,
      ),
    ),
  },
  closed,
);
const IcpFilters = Type.Object(
  {
    location: Type.Optional(Type.Array(Place, { maxItems: 100 })),
    employee_ranges: Type.Optional(Type.Array(Type.Enum([...employeeRanges]), { maxItems: 100 })),
    industries: Type.Optional(
      Type.Object(
        { classification: Type.Enum(['internal', 'nace', 'wz']), codes: Type.Array(Word, { minItems: 1, maxItems: 100 }) },
        closed,
      ),
    ),
    revenue: Type.Optional(Type.Object({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }, closed)),
    customer_orientation: Type.Optional(Type.Array(Type.Enum(['b2b', 'b2c', 'both']), { maxItems: 3 })),
    keywords: Type.Optional(Type.Array(Word, { maxItems: 100 })),
    optional: Type.Optional(Type.Array(Type.Enum([...profileCriteria]), { maxItems: profileCriteria.length })),
  },
  closed,
);
const Description = Type.Union([Type.Null(), Type.String({ maxLength: 1000 })]);
const NewIcp = Type.Object({ name: Name, description: Type.Optional(Description), filters: IcpFilters }, closed);
const IcpChange = Type.Partial(NewIcp, closed);

const NewPersona = Type.Object(
  {
    name: Name,
    departments: Type.Optional(Type.Array(Type.Enum([...departments]), { maxItems: 20 })),
    hierarchy_levels: Type.Optional(Type.Array(Type.Enum([...hierarchyLevels]), { maxItems: 10 })),
    positions: Type.Optional(Type.Array(Word, { maxItems: 100 })),
    countries: Type.Optional(Type.Array(Country, { maxItems: 250 })),
  },
  closed,
);
const PersonaChange = Type.Partial(NewPersona, closed);

function checkProfileId(id: string, what: string): string {
  if (isUuid(id)) return id;
  throw new Problem('not_found', `There is no ${what} ${JSON.stringify(id)}.`);
}

/** Ideal customer profiles and buyer personas. */
export const icpRoutes = [
  route({ method: 'GET', path: '/icps', permission: 'view', handle: ({ ctx, accountId }) => listIcpsInUse(ctx, accountId) }),
  route({
    method: 'POST',
    path: '/icps',
    permission: 'manage',
    body: NewIcp,
    handle: async ({ ctx, accountId, body, res }) => {
      res.code(201);
      return createIcp(ctx, accountId, body);
    },
  }),
  route({
    method: 'PATCH',
    path: '/icps/:icpId',
    permission: 'manage',
    body: IcpChange,
    handle: ({ ctx, accountId, params, body }) => updateIcp(ctx, accountId, checkProfileId(params.icpId, 'profile'), body),
  }),
  route({
    method: 'DELETE',
    path: '/icps/:icpId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deleteIcp(ctx, accountId, checkProfileId(params.icpId, 'profile')),
  }),
  route({
    method: 'GET',
    path: '/personas',
    permission: 'view',
    handle: async ({ ctx, accountId }) => ({ departments, hierarchyLevels, personas: await listCountedPersonas(ctx, accountId) }),
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
    handle: ({ ctx, accountId, params, body }) => updatePersona(ctx, accountId, checkProfileId(params.personaId, 'persona'), body),
  }),
  route({
    method: 'DELETE',
    path: '/personas/:personaId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deletePersona(ctx, accountId, checkProfileId(params.personaId, 'persona')),
  }),
];
