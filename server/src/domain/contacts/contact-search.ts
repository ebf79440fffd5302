import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import { hierarchyLevelCondition, indexablePersonaCondition, type Persona } from '../personas/persona.ts';

/** Criteria of a contact search, as in the body of the request. */
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

export type Condition = RawBuilder<boolean>;

/**
 * Returns the conditions of a contact search on `contacts k`. `terms` are the conditions of its search terms. `personas` are those
 * of the account among the ones searched for; any other one matches nothing.
 */
export function contactSearchConditions(search: ContactSearch, terms: readonly Condition[], personas: readonly Persona[]): Condition {
  const { filters = {} } = search;
  const conditions: Condition[] = [
    ...anyOf(terms, (term) => term),
    ...anyOf(search.positions, positionCondition),
    ...(search.emails?.length ? [emailCondition(search.emails)] : []),
    ...(search.company_ids?.length ? [companyCondition(search.company_ids)] : []),
    ...(search.departments?.length ? [departmentCondition(search.departments)] : []),
    ...(search.hierarchy_levels?.length ? [hierarchyLevelCondition(search.hierarchy_levels)] : []),
    ...(search.affiliation === undefined ? [] : [sql<boolean>`k.affiliation = ${search.affiliation}`]),
    ...(search.buyer_persona_ids?.length ? [anyPersona(personas)] : []),
    ...(filters.has_email === undefined ? [] : [sql<boolean>`(k.emails <> '[]'::jsonb) = ${filters.has_email}`]),
    ...(filters.has_phone === undefined ? [] : [sql<boolean>`(cardinality(k.phone_numbers) > 0) = ${filters.has_phone}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** For a single department and level, the index by role returns the contacts in the order of the pages. */
function departmentCondition(departments: readonly string[]): Condition {
  return departments.length === 1 ? sql`k.department = ${departments[0]}` : sql`k.department = any(${departments}::text[])`;
}

/** Whether a trigram index can look up the text. Without it, the search would read all contacts. */
const isIndexable = (text: string) => /[\p{L}\p{N}]{3}/u.test(text);

/**
 * Matches parts of words, and names with typos. Slow for common names, so it is used only if no contact has the words. Matches nothing if
 * the term is too short.
 */
export function similarTermCondition(term: string): Condition {
  if (!isIndexable(term)) return sql`false`;
  const pattern = containsPattern(term);
  return sql`(k.full_name ilike ${pattern} or ${term} <% k.full_name or k.title ilike ${pattern})`;
}

/** A position that is too short for the trigram index, such as "HR", must be a word of the title. */
function positionCondition(position: string): Condition {
  const isInTitle = sql<boolean>`k.title ilike ${containsPattern(position)}`;
  return isIndexable(position) ? isInTitle : sql`(${isInTitle} and k.words @@ ${allWordsOf(position)})`;
}

/** A tsquery for all words of a string; null, which matches nothing, if it has none. */
function allWordsOf(text: string): RawBuilder<unknown> {
  return sql`(select string_agg('''' || replace(word, '''', '''''') || '''', ' & ')::tsquery
    from unnest(tsvector_to_array(search_words(${text}))) as word)`;
}

function emailCondition(emails: string[]): Condition {
  const requested = emails.map((email) => email.trim().toLowerCase());
  return sql`(k.email = any(${requested}::text[]) or (k.emails <> '[]'::jsonb and email_values(k.emails) && ${requested}::text[]))`;
}

/** The previous id of a merged company matches the contacts of the current company. */
function companyCondition(companyIds: string[]): Condition {
  return sql`k.company_id in (select coalesce(merged_into, id) from companies where id = any(${companyIds}::bigint[]))`;
}

function anyPersona(personas: readonly Persona[]): Condition {
  const requested = personas.map(indexablePersonaCondition);
  return requested.length === 0 ? sql`false` : sql`(${sql.join(requested, sql` or `)})`;
}

function anyOf<Value>(values: readonly Value[] | undefined, condition: (value: Value) => Condition): Condition[] {
  return values?.length ? [sql`(${sql.join(values.map(condition), sql` or `)})`] : [];
}
