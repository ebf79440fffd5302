import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { nameKeys } from '../identification/name-keys.ts';

const batchSize = 1000;
/** Maximum number of words in one string. PostgreSQL limits the `tsvector` of a string to a megabyte. */
const maxWordsPerText = 1000;

type Row = { id: string; name: string; alternative_names: string[] };

/** Stores the search keys of new and changed company names. */
export async function indexCompanyNames(ctx: Pick<Context, 'db'>): Promise<{ indexed: number }> {
  let indexed = 0;
  const storedWords: StoredWords = new Set();
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
      if (rows.length > 0) await writeNameKeys(trx, rows, storedWords);
      return rows.length;
    });
    indexed += count;
    if (count < batchSize) return { indexed };
  }
}

/** Replaces the keys of companies with those of their current names. */
export async function writeNameKeys(trx: Database, companies: readonly Row[], storedWords?: StoredWords): Promise<void> {
  const ids = companies.map(({ id }) => id);
  await sql`delete from company_name_keys where company_id = any(${ids}::bigint[])`.execute(trx);
  const keys = companies.flatMap((company) => companyNameKeys(company).map((key) => ({ ...key, id: company.id })));
  await sql`
    insert into company_name_keys (name_key, company_id, is_main)
    select * from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ isMain }) => isMain)}::boolean[])
    on conflict do nothing`.execute(trx);
  await addNameWords(trx, companies, storedWords);
  await sql`update companies set names_indexed = true where id = any(${ids}::bigint[])`.execute(trx);
}

export type NameKey = { key: string; isMain: boolean };

/** Returns the search keys of a company's names. A key that the main name shares with an alternative name counts as main. */
export function companyNameKeys({ name, alternative_names }: Pick<Row, 'name' | 'alternative_names'>): NameKey[] {
  const main = nameKeys(name);
  if (alternative_names.length === 0) return main.map((key) => ({ key, isMain: true }));
  const keys = new Map(main.map((key) => [key, true]));
  for (const alternative of alternative_names) for (const key of nameKeys(alternative)) if (!keys.has(key)) keys.set(key, false);
  return [...keys].map(([key, isMain]) => ({ key, isMain }));
}

/** Words that a run has stored, so that it does not look them up again. */
export type StoredWords = Set<string>;

/** Bounds the memory of a run: beyond this size the set is cleared. Common words soon return to it. */
const maxStoredWords = 400_000;

/** Stores the words of names, for searches with typos. */
export async function addNameWords(
  trx: Database,
  companies: readonly Pick<Row, 'name' | 'alternative_names'>[],
  stored: StoredWords = new Set(),
): Promise<void> {
  // Names share many words, so processing each distinct word once takes a fraction of the time.
  const parts = new Set<string>();
  for (const { name, alternative_names } of companies) {
    for (const one of [name, ...alternative_names]) for (const part of one.split(' ')) if (!stored.has(part)) parts.add(part);
  }
  if (parts.size === 0) return;
  const all = [...parts];
  if (stored.size > maxStoredWords) stored.clear();
  for (const part of all) stored.add(part);
  const texts: string[] = [];
  for (let index = 0; index < all.length; index += maxWordsPerText) texts.push(all.slice(index, index + maxWordsPerText).join(' '));
  await sql`
    insert into name_words (word)
    select distinct found.word from unnest(${texts}::text[]) as given (text)
    cross join lateral unnest(tsvector_to_array(search_words(given.text))) as found (word)
    where (select true from name_words known where known.word = found.word) is null
    on conflict do nothing`.execute(trx);
}
