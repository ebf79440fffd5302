import Type from 'typebox';
import { employeeRanges } from '../../domain/companies/employee-range.ts';
import { listIcpsWithUsage } from '../../domain/icps/list-icps-with-usage.ts';
import { profileCriteria } from '../../domain/icps/profile.ts';
import { createIcp, deleteIcp, updateIcp } from '../../domain/icps/write-icps.ts';
import { Problem } from '../../domain/problem.ts';
import { isUuid } from '../../lib/is-uuid.ts';
import { route } from '../route.ts';
import { Name, noExtraProperties, ShortText } from './shapes.ts';

/** The same shape as in the versioned API, so that values set there survive an edit here. */
const Place = Type.Object(
  {
    country_code: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    region_code: Type.Optional(ShortText),
    city: Type.Optional(ShortText),
    postal_code: Type.Optional(ShortText),
    street: Type.Optional(ShortText),
    geo: Type.Optional(
      Type.Object(
        {
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
          distance: Type.Number({ minimum: 0, maximum: 500 }),
        },
        noExtraProperties,
      ),
    ),
  },
  noExtraProperties,
);
const IcpFilters = Type.Object(
  {
    location: Type.Optional(Type.Array(Place, { maxItems: 100 })),
    employee_ranges: Type.Optional(Type.Array(Type.Enum([...employeeRanges]), { maxItems: 100 })),
    industries: Type.Optional(
      Type.Object(
        { classification: Type.Enum(['internal', 'nace', 'wz']), codes: Type.Array(ShortText, { minItems: 1, maxItems: 100 }) },
        noExtraProperties,
      ),
    ),
    revenue: Type.Optional(Type.Object({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }, noExtraProperties)),
    customer_orientation: Type.Optional(Type.Array(Type.Enum(['b2b', 'b2c', 'both']), { maxItems: 3 })),
    keywords: Type.Optional(Type.Array(ShortText, { maxItems: 100 })),
    optional: Type.Optional(Type.Array(Type.Enum([...profileCriteria]), { maxItems: profileCriteria.length })),
  },
  noExtraProperties,
);
const Description = Type.Union([Type.Null(), Type.String({ maxLength: 1000 })]);
const NewIcp = Type.Object({ name: Name, description: Type.Optional(Description), filters: IcpFilters }, noExtraProperties);
const IcpChange = Type.Partial(NewIcp, noExtraProperties);

function checkIcpId(id: string): string {
  if (isUuid(id)) return id;
  throw new Problem('not_found', `There is no profile ${JSON.stringify(id)}.`);
}

/** Ideal customer profiles. */
export const icpRoutes = [
  route({ method: 'GET', path: '/icps', permission: 'view', handle: ({ ctx, accountId }) => listIcpsWithUsage(ctx, accountId) }),
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
    handle: ({ ctx, accountId, params, body }) => updateIcp(ctx, accountId, checkIcpId(params.icpId), body),
  }),
  route({
    method: 'DELETE',
    path: '/icps/:icpId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deleteIcp(ctx, accountId, checkIcpId(params.icpId)),
  }),
];
