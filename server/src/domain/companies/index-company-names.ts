import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { nameKeys } from '../identification/name-keys.ts';

const batchSize = 1000;
/** Bounds the size of the intermediate value, which the database limits to a megabyte. */
const wordsSplitTogether = 1000;

type Row = { id: string; name: string; alternative_names: string[] };

/** Stores the keys of names that were added or changed without them. */
export async function indexCompanyNames(ctx: Pick<Context, 'db'>): Promise<{ indexed: number }> {
  let indexed = 0;
  for (;;) {
    const count = await ctx.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('companies')
        .select(['id', 'name', 'alternative_names'])
        .where('names_indexed', '=', false)
        .where('owner_account_id', 'is', null)
        .where('merged_into', 'is', null)
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      if (rows.length > 0) await writeNameKeys(trx, rows);
      return rows.length;
    });
    indexed += count;
    if (count < batchSize) return { indexed };
  }
}

/** Replaces the keys of companies with those of their current names. */
export async function writeNameKeys(trx: Database, companies: readonly Row[]): Promise<void> {
  const ids = companies.map(({ id }) => id);
  await sql`delete from company_name_keys where company_id = any(${ids}::bigint[])`.execute(trx);
  const keys = companies.flatMap(keysOf);
  await sql`
    insert into company_name_keys (name_key, company_id, is_main)
    select * from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ isMain }) => isMain)}::boolean[])
    on conflict do nothing`.execute(trx);
  await addNameWords(trx, companies);
  await sql`update companies set names_indexed = true where id = any(${ids}::bigint[])`.execute(trx);
}

/** The keys of a company's names, its own first: of equal ones the first counts. */
export function keysOf({ id, name, alternative_names }: Row): { key: string; id: string; isMain: boolean }[] {
  const keys = new Map(nameKeys(name).map((key) => [key, true]));
  for (const further of alternative_names) for (const key of nameKeys(further)) if (!keys.has(key)) keys.set(key, false);
  return [...keys].map(([key, isMain]) => ({ key, id, isMain }));
}

/** Stores the words of names, for searches with typos. */
export async function addNameWords(trx: Database, companies: readonly Pick<Row, 'name' | 'alternative_names'>[]): Promise<void> {
  // Names share many words. Each is split once, which takes a fraction of the time.
  const parts = new Set<string>();
  for (const { name, alternative_names } of companies) {
    for (const one of [name, ...alternative_names]) for (const part of one.split(' ')) parts.add(part);
  }
  const all = [...parts];
  const texts: string[] = [];
  for (let at = 0; at < all.length; at += wordsSplitTogether) texts.push(all.slice(at, at + wordsSplitTogether).join(' '));
  await sql`
    insert into name_words (word)
    select distinct found.word from unnest(${texts}::text[]) as given (text)
    cross join lateral unnest(tsvector_to_array(search_words(given.text))) as found (word)
    where (select true from name_words known where known.word = found.word) is null
    on conflict do nothing`.execute(trx);
}
