import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';

/** Contract, buyer_persona: whom in a company an account wants to talk to. An empty list leaves its criterion open. */
export type Persona = {
  id: string;
  name: string;
  departments: string[];
  hierarchy_levels: string[];
  positions: string[];
  countries: string[];
};

/** Who fits a persona, over `contacts k`: every criterion that it names. */
export function personaCondition({ departments, hierarchy_levels, positions, countries }: Persona): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [];
  if (departments.length > 0) conditions.push(sql`k.department = any(${departments}::text[])`);
  if (hierarchy_levels.length > 0) conditions.push(sql`k.hierarchy_level = any(${hierarchy_levels}::text[])`);
  if (positions.length > 0) conditions.push(sql`k.title ilike any(${positions.map(containsPattern)}::text[])`);
  if (countries.length > 0) conditions.push(sql`k.country_code = any(${countries}::text[])`);
  return conditions.length === 0 ? sql`true` : sql`coalesce(${sql.join(conditions, sql` and `)}, false)`;
}
