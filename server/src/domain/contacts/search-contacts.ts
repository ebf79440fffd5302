import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { idsInWindows } from '../ids-in-windows.ts';
import { loadPersonas } from '../personas/load-personas.ts';
import { searchCriteria } from '../search-criteria.ts';
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
  /** Null if there are more than are counted. */
  totalCount: number | null;
};

const batchSize = 1000;
/** Counting more would take longer than the search itself. */
const mostCounted = 10_000;

/** Returns one page of contacts, with the fields that are visible before they are opened. Pages continue after the last id. */
export async function searchContacts(
  ctx: Context,
  accountId: string,
  search: ContactSearch,
  page: { cursor: string | null; size: number },
): Promise<FoundContacts> {
  const conditions = await prepareConditions(ctx, accountId, search);
  const after = page.cursor === null ? '0' : decodeCursor(page.cursor, /^\d{1,18}$/)[0];
  const { total, ids } = await countMatches(ctx, conditions, after, page.size + 1);
  const found = total > mostCounted ? await firstIds(idsAfter(ctx, conditions, after, page.size + 1), page.size + 1) : ids;
  const contacts = await loadSummaries(ctx, found.slice(0, page.size));
  return {
    contacts,
    nextCursor: found.length > page.size ? encodeCursor(lastOf(contacts).id) : null,
    totalCount: total > mostCounted ? null : total,
  };
}

/** In one statement: the matches that are counted are those of which the page is taken. */
async function countMatches(ctx: Context, conditions: Condition, after: string, size: number): Promise<{ total: number; ids: string[] }> {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (select k.id from contacts k where ${conditions} limit ${mostCounted + 1})
    select (select count(*)::int from found) as total,
      array(select id::text from found where id > ${after}::bigint order by found.id limit ${size}) as ids`.execute(ctx.db);
  return firstOf(rows);
}

async function firstIds(batches: AsyncIterable<string[]>, count: number): Promise<string[]> {
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
  yield* idsAfter(ctx, await prepareConditions(ctx, accountId, search), '0', batchSize);
}

async function* idsAfter(ctx: Context, conditions: Condition, after: string, batch: number): AsyncGenerator<string[]> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from contacts`.execute(ctx.db);
  const { id: maxId } = firstOf(rows);
  yield* idsInWindows({
    after,
    maxId,
    batchSize: batch,
    width: (2 * batch * Number(maxId)) / mostCounted,
    async find(from, until, limit) {
      const found = await sql<{ id: string }>`
        select k.id from contacts k where ${conditions} and k.id > ${String(from)}::bigint and k.id <= ${String(until)}::bigint
        order by k.id limit ${limit}`.execute(ctx.db);
      return found.rows.map(({ id }) => id);
    },
  });
}

async function prepareConditions(ctx: Context, accountId: string, search: ContactSearch): Promise<Condition> {
  const criteria = searchCriteria(search, { pointer: '' });
  const personas = await loadPersonas(ctx, accountId, criteria.buyer_persona_ids ?? []);
  const terms: Condition[] = [];
  for (const term of criteria.search_terms ?? []) terms.push(await prepareTerm(ctx, term));
  return contactSearchConditions(criteria, terms, personas);
}

async function prepareTerm(ctx: Context, term: string): Promise<Condition> {
  const { rows } = await sql<{ word: string }>`select unnest(tsvector_to_array(search_words(${term}))) as word`.execute(ctx.db);
  if (rows.length === 0) return similarTermCondition(term);
  const query = allOf(rows.map(({ word }) => [prefixLexeme(word)]));
  const condition = sql<boolean>`k.words @@ ${query}::tsquery`;
  const found = await sql`select 1 from contacts k where ${condition} limit 1`.execute(ctx.db);
  return found.rows.length > 0 ? condition : similarTermCondition(term);
}
