import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';

/** Contract, Search bodies, Contacts. */
export type ContactSearch = {
  search_terms?: string[];
  emails?: string[];
  company_ids?: string[];
  positions?: string[];
  departments?: string[];
  hierarchy_levels?: string[];
  affiliation?: 'current' | 'former';
  buyer_persona_ids?: string[];
  filters?: { has_email?: boolean; has_phone?: boolean };
};

type Condition = RawBuilder<boolean>;

/** The conditions of a contact search over `contacts k`. */
export function contactSearchConditions(search: ContactSearch): Condition {
  const { filters = {} } = search;
  const conditions: Condition[] = [
    ...anyOf(search.search_terms, (term) => sql`(k.full_name ilike ${containsPattern(term)} or k.title ilike ${containsPattern(term)})`),
    ...anyOf(search.positions, (position) => sql`k.title ilike ${containsPattern(position)}`),
    ...(search.emails?.length ? [sql<boolean>`k.email = any(${search.emails.map((email) => email.toLowerCase())}::text[])`] : []),
    ...(search.company_ids?.length ? [sql<boolean>`k.company_id = any(${search.company_ids}::bigint[])`] : []),
    ...(search.departments?.length ? [sql<boolean>`k.department = any(${search.departments}::text[])`] : []),
    ...(search.hierarchy_levels?.length ? [sql<boolean>`k.hierarchy_level = any(${search.hierarchy_levels}::text[])`] : []),
    ...(search.affiliation === undefined ? [] : [sql<boolean>`k.affiliation = ${search.affiliation}`]),
    // Nobody matches a persona that the account does not have.
    ...(search.buyer_persona_ids?.length ? [sql<boolean>`false`] : []),
    ...(filters.has_email === undefined ? [] : [sql<boolean>`(k.emails <> '[]'::jsonb) = ${filters.has_email}`]),
    ...(filters.has_phone === undefined ? [] : [sql<boolean>`(cardinality(k.phone_numbers) > 0) = ${filters.has_phone}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function anyOf(values: string[] | undefined, condition: (value: string) => Condition): Condition[] {
  return values?.length ? [sql`(${sql.join(values.map(condition), sql` or `)})`] : [];
}
