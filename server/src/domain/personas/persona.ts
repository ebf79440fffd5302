import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';

/** Buyer persona: the contacts an account wants to reach. An empty list means any value. */
export type Persona = {
  id: string;
  name: string;
  departments: string[];
  hierarchy_levels: string[];
  positions: string[];
  countries: string[];
};

/** SQL condition on `contacts k` that requires all criteria. It is never null. */
export function personaCondition(persona: Persona): RawBuilder<boolean> {
  return sql`coalesce(${indexablePersonaCondition(persona)}, false)`;
}

/** The same condition in a form that indexes support. It is null for a contact that lacks a required title or country. */
export function indexablePersonaCondition({
  departments,
  hierarchy_levels,
  positions,
  countries,
}: Omit<Persona, 'id' | 'name'>): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [];
  if (departments.length > 0) conditions.push(sql`k.department = any(${departments}::text[])`);
  if (hierarchy_levels.length > 0) conditions.push(hierarchyLevelCondition(hierarchy_levels));
  if (positions.length > 0) conditions.push(sql`k.title ilike any(${positions.map(containsPattern)}::text[])`);
  if (countries.length > 0) conditions.push(sql`k.country_code = any(${countries}::text[])`);
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Matches contacts with one of the hierarchy levels. `department <> ''` is always true; it makes the partial index `contacts_by_role` usable. */
export function hierarchyLevelCondition(levels: readonly string[]): RawBuilder<boolean> {
  const isOneOf = levels.length === 1 ? sql`k.hierarchy_level = ${levels[0]}` : sql`k.hierarchy_level = any(${levels}::text[])`;
  return sql`(${isOneOf} and k.department <> '')`;
}

/** The number of criteria that a persona sets. */
export function countPersonaCriteria({ departments, hierarchy_levels, positions, countries }: Persona): number {
  return [departments, hierarchy_levels, positions, countries].filter((values) => values.length > 0).length;
}
