import { type RawBuilder, sql } from 'kysely';
import { entriesOf } from '../../lib/entries-of.ts';
import { containsPattern } from '../../lib/like-pattern.ts';
import {
  type Industries,
  industryCondition,
  type Location,
  locationCondition,
  type Revenue,
  revenueConditions,
} from '../companies/company-conditions.ts';
import { criterionOf } from '../search-criteria.ts';

/** Ideal customer profile: describes the companies an account is looking for. Every key except `optional` is a criterion. */
export type ProfileFilters = {
  location?: Location[];
  employee_ranges?: string[];
  industries?: Industries;
  revenue?: Revenue;
  customer_orientation?: ('b2b' | 'b2c' | 'both')[];
  keywords?: string[];
  /** Criteria that affect the score, but that a matching company need not meet. */
  optional?: ProfileCriterion[];
};
export type Profile = { id: string; filters: ProfileFilters };

export const profileCriteria = ['location', 'employee_ranges', 'industries', 'revenue', 'customer_orientation', 'keywords'] as const;
type ProfileCriterion = (typeof profileCriteria)[number];
type ProfileCondition = { criterion: ProfileCriterion; isRequired: boolean; holds: RawBuilder<boolean> };

/** Returns the criteria as SQL conditions on `companies c` that are never null. */
export function profileConditions(given: ProfileFilters): ProfileCondition[] {
  const filters: ProfileFilters = Object.fromEntries(profileCriteria.map((criterion) => [criterion, criterionOf(given[criterion])]));
  const conditions: Record<ProfileCriterion, RawBuilder<boolean> | null> = {
    location: filters.location?.length ? sql`(${sql.join(filters.location.map(locationCondition), sql` or `)})` : null,
    employee_ranges: filters.employee_ranges?.length ? sql`c.employee_range = any(${filters.employee_ranges}::text[])` : null,
    industries: filters.industries === undefined ? null : industryCondition(filters.industries),
    revenue: allOf(revenueConditions(filters.revenue)),
    customer_orientation: filters.customer_orientation?.length
      ? sql`c.customer_orientation = any(${withBoth(filters.customer_orientation)}::text[])`
      : null,
    keywords: filters.keywords?.length ? anyKeyword(filters.keywords) : null,
  };
  return entriesOf(conditions).flatMap(([criterion, holds]) => (holds === null ? [] : conditionOf(criterion, given.optional ?? [], holds)));
}

function conditionOf(criterion: ProfileCriterion, optional: readonly string[], holds: RawBuilder<boolean>): ProfileCondition {
  return { criterion, isRequired: !optional.includes(criterion), holds: sql<boolean>`coalesce(${holds}, false)` };
}

/** Returns the names of the criteria that hold or fail, as an SQL array. */
export function profileCriteriaThat(filters: ProfileFilters, outcome: 'hold' | 'fail'): RawBuilder<string[]> {
  const names = profileConditions(filters).map(
    ({ criterion, holds }) => sql`case when (${holds}) = ${sql.lit(outcome === 'hold')} then ${sql.lit(criterion)} end`,
  );
  return sql`array_remove(array[${sql.join(names)}]::text[], null)`;
}

/** Returns the share of matching criteria, 0 to 1, including optional ones. All have the same weight. */
export function profileScore(filters: ProfileFilters): RawBuilder<number> {
  const conditions = profileConditions(filters);
  if (conditions.length === 0) return sql`0::real`;
  const points = conditions.map(({ holds }) => sql`(${holds})::int`);
  return sql`((${sql.join(points, sql` + `)})::real / ${sql.lit(conditions.length)})`;
}

/**
 * SQL condition that all required criteria match; another required criterion therefore never adds matches. A profile without required
 * criteria matches nothing.
 */
export function profileMatches(filters: ProfileFilters): RawBuilder<boolean> {
  const required = profileConditions(filters).filter(({ isRequired }) => isRequired);
  return allOf(required.map(({ holds }) => holds)) ?? sql`false`;
}

/** A company that sells to businesses and to consumers matches either orientation. */
function withBoth(orientations: string[]): string[] {
  return orientations.includes('both') ? orientations : [...orientations, 'both'];
}

function anyKeyword(keywords: string[]): RawBuilder<boolean> {
  const text = sql`(company_topics(c.description, c.keywords) || ' ' || c.name)`;
  return sql`(${sql.join(
    keywords.map((keyword) => sql`${text} ilike ${containsPattern(keyword)}`),
    sql` or `,
  )})`;
}

function allOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> | null {
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` and `)})`;
}
