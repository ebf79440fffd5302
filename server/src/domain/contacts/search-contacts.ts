import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { estimateMatches, hasMoreMatches } from '../estimate-matches.ts';
import { idsAfter } from '../ids-after.ts';
import { loadPersonas } from '../personas/load-personas.ts';
import { countPersonaCriteria, type Persona } from '../personas/persona.ts';
import { searchCriteria } from '../search-criteria.ts';
import { estimateWordFrequencies, matchesWords } from '../word-search.ts';
import { allOf, prefixLexeme } from '../words-query.ts';
import { type Condition, type ContactSearch, contactSearchConditions, similarTermCondition } from './contact-search.ts';

type ContactSummary = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  full_name: string;
  title: string | null;
  department: string;
  hierarchy_level: string;
  has_email: boolean;
  has_phone: boolean;
  company_id: string;
  company_name: string;
  company_domain: string | null;
};
type FoundContacts = {
  contacts: ContactSummary[];
  nextCursor: string | null;
  /** Null if there are more matches than are counted. */
  totalCount: number | null;
};

const batchSize = 1000;
/** Maximum number of matches that are counted. Counting more would take longer than the search itself. */
const maxCounted = 10_000;
/** Lower than `maxCounted`, because titles are compared one by one. */
const maxCountedByTitle = 2000;
const searched = { table: 'contacts', alias: 'k' } as const;

/** Returns one page of contacts, with the fields visible before they are revealed. The cursor is the last id of the previous page. */
export async function searchContacts(
  ctx: Context,
  accountId: string,
  search: ContactSearch,
  page: { cursor: string | null; size: number },
): Promise<FoundContacts> {
  const after = page.cursor === null ? '0' : decodeCursor(page.cursor, /^\d{1,18}$/)[0];
  const find = async (check: TermCheck) => findPage(ctx, await prepareSearch(ctx, accountId, search, check), after, page.size + 1);
  const isSingleTerm = search.search_terms?.length === 1;
  const asWritten = await find(isSingleTerm ? 'unchecked' : 'checked');
  const { total, ids: found } = isSingleTerm && asWritten.total === 0 ? await find('checked') : asWritten;
  const contacts = await loadSummaries(ctx, found.slice(0, page.size));
  return {
    contacts,
    nextCursor: found.length > page.size ? encodeCursor(lastOf(contacts).id) : null,
    totalCount: total,
  };
}

/** The total is null if there are more matches than are counted. */
type Page = { total: number | null; ids: string[] };

async function findPage(ctx: Context, search: PreparedSearch, after: string, size: number): Promise<Page> {
  const { conditions, limit } = search;
  return ctx.db.transaction().execute(async (trx) => {
    const { matches, isBeyondLimit } = await estimateMatches(trx, { ...searched, ...search }, limit);
    if (isBeyondLimit) {
      const ids = await takeFirstIds(idsOf(trx, { conditions, after, batchSize: size, matches, maxReadInOrder: matches }), size);
      // A page that is not full contradicts the estimate: the statistics may be older than a deletion.
      if (ids.length >= size) return { total: null, ids };
    }
    const isMany = matches > limit && (await hasMoreMatches(trx, { ...searched, conditions }, limit));
    const counted = isMany ? null : await countMatches(trx, search, after, size);
    if (counted !== null && counted.total <= limit) return counted;
    const batches = idsOf(trx, { conditions, after, batchSize: size, matches: limit, maxReadInOrder: limit });
    return { total: null, ids: await takeFirstIds(batches, size) };
  });
}

/**
 * Counts the conditions for the estimate. Every word of a term is a separate condition. The statistics of the database know nothing about
 * the filters, so each of them counts as two and a sample confirms the estimate.
 */
function countCriteria(
  { search_terms = [], buyer_persona_ids, filters = {}, ...others }: ContactSearch,
  personas: readonly Persona[],
): number {
  const words = Math.max(0, ...search_terms.map((term) => term.trim().split(/\s+/).length));
  const ofPersonas = buyer_persona_ids?.length ? Math.max(1, ...personas.map(countPersonaCriteria)) : 0;
  const countDefined = (values: object) => Object.values(values).filter((value) => value !== undefined).length;
  return words + ofPersonas + 2 * countDefined(filters) + countDefined(others);
}

/** Counts the matches and returns the ids of the page, in one statement, so that both come from the same matches. */
async function countMatches(
  trx: Database,
  { conditions, limit }: PreparedSearch,
  after: string,
  size: number,
): Promise<{ total: number; ids: string[] }> {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (select k.id from contacts k where ${conditions} limit ${limit + 1})
    select (select count(*)::int from found) as total,
      array(select id::text from found where id > ${after}::bigint order by found.id limit ${size}) as ids`.execute(trx);
  return firstOf(rows);
}

async function takeFirstIds(batches: AsyncIterable<string[]>, count: number): Promise<string[]> {
  const found: string[] = [];
  for await (const ids of batches) {
    found.push(...ids);
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}

async function loadSummaries(ctx: Context, ids: readonly string[]): Promise<ContactSummary[]> {
  const { rows } = await sql<ContactSummary>`
    select k.id, k.first_name, k.last_name, k.full_name, k.title, k.department, k.hierarchy_level, k.emails <> '[]'::jsonb as has_email,
      cardinality(k.phone_numbers) > 0 as has_phone, k.company_id, c.name as company_name, c.domain as company_domain
    from contacts k join companies c on c.id = k.company_id where k.id = any(${ids}::bigint[]) order by k.id`.execute(ctx.db);
  return rows;
}

/** Yields the ids of all matches in batches, to bound memory. */
export async function* searchContactIds(ctx: Context, accountId: string, search: ContactSearch): AsyncIterable<string[]> {
  const { conditions } = await prepareSearch(ctx, accountId, search, 'checked');
  yield* idsOf(ctx.db, { conditions, after: '0', batchSize, matches: maxCounted });
}

function idsOf(db: Database, query: Omit<Parameters<typeof idsAfter>[1], 'table' | 'alias'>): AsyncGenerator<string[]> {
  return idsAfter(db, { ...searched, ...query });
}

/** `checked` to look up whether a contact has the words of the term, `unchecked` if the search itself will show that. */
type TermCheck = 'unchecked' | 'checked';

type PreparedSearch = {
  conditions: Condition;
  /** Approximate number of conditions that a match must meet. */
  criteriaCount: number;
  /** Upper bound of the number of matches, if known. */
  maxMatches?: number;
  /** Maximum number of matches to count. */
  limit: number;
};

async function prepareSearch(ctx: Context, accountId: string, search: ContactSearch, check: TermCheck): Promise<PreparedSearch> {
  const criteria = searchCriteria(search, { pointer: '' });
  const personas = await loadPersonas(ctx, accountId, criteria.buyer_persona_ids ?? []);
  const terms: PreparedTerm[] = [];
  for (const term of criteria.search_terms ?? []) terms.push(await prepareTerm(ctx, term, check));
  return {
    conditions: contactSearchConditions(
      criteria,
      terms.map(({ condition }) => condition),
      personas,
    ),
    criteriaCount: countCriteria(search, personas),
    maxMatches: terms.length === 1 ? terms[0]?.maxMatches : undefined,
    limit: comparesTitles(search, personas) ? maxCountedByTitle : maxCounted,
  };
}

function comparesTitles({ positions = [] }: ContactSearch, personas: readonly Persona[]): boolean {
  return [positions, ...personas.map((persona) => persona.positions)].some((titles) => titles.length > 0);
}

type PreparedTerm = { condition: Condition; maxMatches?: number };

async function prepareTerm(ctx: Context, term: string, check: TermCheck): Promise<PreparedTerm> {
  const { rows } = await sql<{ word: string }>`select unnest(tsvector_to_array(search_words(${term}))) as word`.execute(ctx.db);
  const words = rows.map(({ word }) => word);
  if (words.length === 0) return { condition: similarTermCondition(term) };
  const query = allOf(words.map((word) => [prefixLexeme(word)]));
  const condition = matchesWords('k', query, null);
  if (check === 'checked') {
    const found = await sql`select 1 from contacts k where ${condition} limit 1`.execute(ctx.db);
    return { condition: found.rows.length > 0 ? condition : similarTermCondition(term) };
  }
  if (words.length === 1) return { condition };
  const { indexedQuery, rarest } = await estimateWordFrequencies(ctx.db, searched, words);
  return { condition: matchesWords('k', query, indexedQuery), maxMatches: rarest };
}
