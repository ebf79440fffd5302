import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { loadPersonas } from '../personas/load-personas.ts';
import { searchCriteria } from '../search-criteria.ts';
import { type ContactSearch, contactSearchConditions } from './contact-search.ts';

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
type FoundContacts = { contacts: ContactSummary[]; nextCursor: string | null; totalCount: number };

const batchSize = 1000;

/** Returns one page of contacts, with the fields that are visible before they are opened. Pages continue after the last id. */
export async function searchContacts(
  ctx: Context,
  accountId: string,
  search: ContactSearch,
  page: { cursor: string | null; size: number },
): Promise<FoundContacts> {
  const conditions = await conditionsOf(ctx, accountId, search);
  const after = page.cursor === null ? '0' : decodeCursor(page.cursor, /^\d{1,18}$/)[0];
  const [found, counted] = await Promise.all([
    sql<ContactSummary>`
      select k.id, k.first_name, k.last_name, k.full_name, k.title, k.department, k.hierarchy_level, k.emails <> '[]'::jsonb as has_email,
        cardinality(k.phone_numbers) > 0 as has_phone, k.company_id, c.name as company_name, c.domain as company_domain
      from contacts k join companies c on c.id = k.company_id
      where ${conditions} and k.id > ${after}::bigint order by k.id limit ${page.size + 1}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from contacts k where ${conditions}`.execute(ctx.db),
  ]);
  const contacts = found.rows.slice(0, page.size);
  return {
    contacts,
    nextCursor: found.rows.length > page.size ? encodeCursor(lastOf(contacts).id) : null,
    totalCount: firstOf(counted.rows).total,
  };
}

/** Yields the ids of all matches in batches, to bound memory. */
export async function* searchContactIds(ctx: Context, accountId: string, search: ContactSearch): AsyncIterable<string[]> {
  const conditions = await conditionsOf(ctx, accountId, search);
  let last = '0';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select k.id from contacts k where ${conditions} and k.id > ${last}::bigint order by k.id limit ${batchSize}`.execute(ctx.db);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < batchSize) return;
    last = lastOf(rows).id;
  }
}

async function conditionsOf(ctx: Context, accountId: string, search: ContactSearch) {
  const criteria = searchCriteria(search, { pointer: '' });
  return contactSearchConditions(criteria, await loadPersonas(ctx, accountId, criteria.buyer_persona_ids ?? []));
}
