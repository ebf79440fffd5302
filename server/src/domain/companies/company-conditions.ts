import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import { withDivisions } from '../reference/industry-sections.ts';

type Condition = RawBuilder<boolean>;

export type Location = {
  street?: string;
  postal_code?: string;
  city?: string;
  country_code?: string;
  region_code?: string;
  geo?: { latitude: number; longitude: number; distance: number };
};
export type Industries = { classification: 'internal' | 'nace' | 'wz'; codes: string[] };
export type Revenue = { min?: number; max?: number };

/** Matches the headquarters or any other location of a company. */
export function locationCondition(location: Location): Condition {
  const atOtherLocation = atLocation(location, 's');
  if (atOtherLocation === null) return sql`true`;
  // With an array, the planner can use indexes on companies for both sides of the OR.
  return sql`(${atLocation(location, 'c')} or c.id = any(array(select s.company_id from company_locations s where ${atOtherLocation})))`;
}

/** SQL condition on `companies c` or `company_locations s`; null if the location has no criteria. */
export function atLocation(location: Location, table: 'c' | 's'): Condition | null {
  const parts = partsOf(location, table);
  return parts.length === 0 ? null : sql`(${sql.join(parts, sql` and `)})`;
}

function partsOf({ street, postal_code, city, country_code, region_code, geo }: Location, table: 'c' | 's'): Condition[] {
  const columnOf = (column: string) => sql.ref(`${table}.${column}`);
  const parts: Condition[] = [];
  if (street !== undefined) parts.push(sql`${columnOf('street_address')} ilike ${containsPattern(street)}`);
  if (postal_code !== undefined) parts.push(sql`${columnOf('postal_code')} = ${postal_code}`);
  if (city !== undefined) parts.push(sql`lower(${columnOf('city')}) = lower(${city})`);
  if (country_code !== undefined) parts.push(sql`${columnOf('country_code')} = upper(${country_code})`);
  if (region_code !== undefined) parts.push(sql`${columnOf('region_code')} = upper(${region_code})`);
  if (geo !== undefined) {
    // An index finds the range of latitudes; the spherical distance in kilometers then selects the circle. The argument of acos is clamped,
    // because rounding errors can exceed its domain.
    const [latitude, longitude] = [roundDegrees(geo.latitude), roundDegrees(geo.longitude)];
    const maxDegrees = geo.distance / 111;
    parts.push(sql`${columnOf('latitude')} between ${latitude - maxDegrees}::float8 and ${latitude + maxDegrees}::float8
      and 6371 * acos(least(1, greatest(-1, sin(radians(${columnOf('latitude')})) * sin(radians(${latitude}::float8))
      + cos(radians(${columnOf('latitude')})) * cos(radians(${latitude}::float8)) * cos(radians(${columnOf('longitude')} - ${longitude}::float8))))) <= ${geo.distance}::float8`);
  }
  return parts;
}

/** Rounds to about a millimeter, because PostgreSQL reports an underflow for numbers that are almost zero. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e8) / 1e8;
}

export function industryCondition(industries: Industries): Condition {
  // The subquery is evaluated once per search, so the index on industry codes can be used.
  return sql`c.industry_codes && coalesce((select array_agg(i.code) from industries i where ${matchingIndustries(industries)}), '{}')`;
}

/** SQL condition on `industries i`. */
export function matchingIndustries({ classification, codes }: Industries): Condition {
  return classification === 'internal' ? internalIndustries(codes) : classifiedIndustries(classification, codes);
}

/** A group includes all of its industries. */
function internalIndustries(codes: string[]): Condition {
  return sql`(i.code = any(${codes}::text[]) or i.parent_code = any(${codes}::text[]))`;
}

/** A section includes its divisions, and a code includes all longer codes that start with it. */
function classifiedIndustries(classification: 'nace' | 'wz', codes: string[]): Condition {
  const column = classification === 'nace' ? sql`i.nace` : sql`i.wz`;
  return sql`exists (
    select 1 from unnest(${column}) as used (code) cross join unnest(${withDivisions(codes)}::text[]) as wanted (code)
    where used.code = wanted.code or (length(wanted.code) > 1 and starts_with(used.code, wanted.code)))`;
}

export function revenueConditions(revenue: Revenue | undefined): Condition[] {
  const value = sql`(c.revenue ->> 'value')::numeric`;
  return [
    ...(revenue?.min === undefined ? [] : [sql<boolean>`${value} >= ${revenue.min}::numeric`]),
    ...(revenue?.max === undefined ? [] : [sql<boolean>`${value} <= ${revenue.max}::numeric`]),
  ];
}
