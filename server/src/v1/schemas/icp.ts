import { Type } from 'typebox';
import type { Icp } from '../../domain/icps/icp.ts';
import { profileCriteria } from '../../domain/icps/profile.ts';
import { Exact, OneOf, OrNull, Timestamp, Uuid } from './resource.ts';
import { CompanyIndustryCriterion, EmployeeRanges, LocationCriterion, RevenueCriterion } from './search.ts';

const texts = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 100 });

export const IcpFilters = Type.Object(
  {
    location: Type.Optional(Type.Array(LocationCriterion, { minItems: 1, maxItems: 100 })),
    employee_ranges: Type.Optional(EmployeeRanges),
    industries: Type.Optional(CompanyIndustryCriterion),
    revenue: Type.Optional(RevenueCriterion),
    customer_orientation: Type.Optional(Type.Array(OneOf(['b2b', 'b2c', 'both']), { minItems: 1, maxItems: 3 })),
    keywords: Type.Optional(texts),
    optional: Type.Optional(
      Type.Array(OneOf(profileCriteria), {
        maxItems: profileCriteria.length,
        description:
          'Criteria that are not required for a match but count toward the score. All others are required, and at least one criterion must be required.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, $id: 'IcpFiltersV1' },
);

export const icpName = Type.String({ minLength: 1, maxLength: 100 });
export const icpDescription = OrNull(Type.String({ maxLength: 1000 }));

export const IcpV1 = Exact(
  {
    type: Type.Literal('icp'),
    id: Uuid,
    attributes: Exact({
      name: Type.String(),
      description: OrNull(Type.String()),
      filters: IcpFilters,
      match_count: Type.Integer({
        description:
          'Number of matching companies, among those that visited or that the account has tagged, listed or revealed. Updated when the profile changes, and every night.',
      }),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  },
  { $id: 'IcpV1' },
);

export function icpV1(icp: Icp) {
  return {
    type: 'icp',
    id: icp.id,
    attributes: {
      name: icp.name,
      description: icp.description,
      filters: icp.filters,
      match_count: icp.matchCount,
      created_at: icp.createdAt.toISOString(),
      updated_at: icp.updatedAt.toISOString(),
    },
  };
}
