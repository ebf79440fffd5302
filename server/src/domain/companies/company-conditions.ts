import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import { withDivisions } from '../reference/activities.ts';
import type { CompanySearch } from './company-search.ts';

type Condition = RawBuilder<boolean>;

export function locationCondition(location: NonNullable<CompanySearch['locations']>[number]): Condition {
  const { street, postal_code, city, country_code, region_code, geo } = location;
  const parts: Condition[] = [];
  if (street !== undefined) parts.push(sql`c.street_address ilike ${containsPattern(street)}`);
  if (postal_code !== undefined) parts.push(sql`c.postal_code = ${postal_code}`);
  if (city !== undefined) parts.push(sql`lower(c.city) = lower(${city})`);
  if (country_code !== undefined) parts.push(sql`c.country_code = upper(${country_code})`);
  if (region_code !== undefined) parts.push(sql`c.region_code = upper(${region_code})`);
  if (geo !== undefined) {
    // The belt of latitudes is found by an index, the circle in it by the distance on a sphere, in kilometres. Rounding may
    // leave the range of acos.
    const [latitude, longitude] = [roundDegrees(geo.latitude), roundDegrees(geo.longitude)];
    const belt = geo.distance / 111;
    parts.push(sql`c.latitude between ${latitude - belt}::float8 and ${latitude + belt}::float8 and 6371 * acos(least(1, greatest(-1, sin(radians(c.latitude)) * sin(radians(${latitude}::float8))
      + cos(radians(c.latitude)) * cos(radians(${latitude}::float8)) * cos(radians(c.longitude - ${longitude}::float8))))) <= ${geo.distance}::float8`);
  }
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/** To less than a millimetre. The database refuses to count with numbers that are all but nothing. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e8) / 1e8;
}

export function industryCondition({ classification, codes }: NonNullable<CompanySearch['industries']>): Condition {
  const meant = classification === 'internal' ? ownIndustries(codes) : industriesWith(classification, codes);
  // Asked once for the whole search, so that the index of the companies' codes answers the rest.
  return sql`c.industry_codes && coalesce((select array_agg(i.code) from industries i where ${meant}), '{}')`;
}

/** A group stands for all of its members. */
function ownIndustries(codes: string[]): Condition {
  return sql`(i.code = any(${codes}::text[]) or i.parent_code = any(${codes}::text[]))`;
}

/** A section stands for its divisions, and a shorter code for the longer ones that begin with it. */
function industriesWith(classification: 'nace' | 'wz', codes: string[]): Condition {
  const column = classification === 'nace' ? sql`i.nace` : sql`i.wz`;
  return sql`exists (
    select 1 from unnest(${column}) as used (code) cross join unnest(${withDivisions(codes)}::text[]) as wanted (code)
    where used.code = wanted.code or (length(wanted.code) > 1 and starts_with(used.code, wanted.code)))`;
}

export function revenueConditions(revenue: CompanySearch['revenue']): Condition[] {
  const value = sql`(c.revenue ->> 'value')::numeric`;
  return [
    ...(revenue?.min === undefined ? [] : [sql<boolean>`${value} >= ${revenue.min}::numeric`]),
    ...(revenue?.max === undefined ? [] : [sql<boolean>`${value} <= ${revenue.max}::numeric`]),
  ];
}
