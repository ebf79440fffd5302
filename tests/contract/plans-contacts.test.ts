import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createAccount } from '../../server/src/domain/accounts/create-account.ts';
import { searchContacts } from '../../server/src/domain/contacts/search-contacts.ts';
import { estimateMatches } from '../../server/src/domain/estimate-matches.ts';
import { listPersonasWithCounts } from '../../server/src/domain/personas/list-personas-with-counts.ts';
import { createPersona } from '../../server/src/domain/personas/write-personas.ts';
import { estimateWordFrequencies, matchesWords } from '../../server/src/domain/word-search.ts';
import { allOf, prefixLexeme } from '../../server/src/domain/words-query.ts';
import { required } from '../../server/src/lib/required.ts';
import { isCluster, testDatabase } from '../kit/database.ts';
import { plainContext } from '../kit/plain-context.ts';
import { recordStatements, type Statement } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';

const recorded = recordStatements();
/** The plans of a cluster contain no estimates, so it always counts contacts and looks up all words. */
const skip = isCluster;
const { db, pool } = await testDatabase();

await sql`
  insert into companies (id, name, origin, domain, updated_at) values (1000000, 'Employer', 'import', 'employer.com', now())`.execute(db);
// Almost half of the contacts are in the department and more than half have the level, but only three have both. The planner estimates the
// prefixes of words only if at least 100 words are common.
await sql`
  insert into contacts (id, company_id, full_name, country_code, title, department, hierarchy_level, phone_numbers, updated_at)
  select 2000000 + n, 1000000, case when n = 12345 then 'Ada Lovelace' else 'Ada Family' || n % 150 end,
    case when n % 4 > 0 then 'DE' end, case when is_in_sales then 'Head of Sales Northern Europe' end, case when n <= 3 or is_in_sales then 'sales_department' else 'legal_department' end,
    case when n > 3 and is_in_sales then 'manager' else 'staff' end,
    case when n > 25 then array['+49301234567'] else '{}' end, now()
  from generate_series(1, 42000) as n cross join lateral (select n % 21 < 10 as is_in_sales) as role`.execute(db);
await pool.query('vacuum analyze contacts');

/** The plan of a statement, with the settings of its transaction. */
async function planOf({ text, values, settings }: Statement): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const setting of settings) await client.query(setting);
    const { rows } = await client.query(`explain ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('contacts with a role are counted in the index, not in the table', { skip }, async () => {
  const ctx = plainContext(db, tmpdir());
  const search = { departments: ['sales_department'], hierarchy_levels: ['manager'] };
  const found = await searchContacts(ctx, '1', search, { cursor: null, size: 20 });
  assert.deepEqual([found.contacts.length, found.totalCount], [20, null]);
  const plan = await planOf(required(recorded.find(({ text }) => text.includes('with found as materialized'))));
  assert.match(plan, /Index Only Scan using contacts_by_role/);
});

test('titles are compared in the index of the role or country, and these indexes are not read for a title alone', { skip }, async () => {
  const ctx = plainContext(db, tmpdir());
  const { id: accountId } = await createAccount(ctx, { name: 'Reader', plan: 'premium', timezone: 'UTC' });
  const role = { departments: ['sales_department'], hierarchy_levels: ['manager'] };
  const personas = {
    role: { ...role, positions: ['head'] },
    country: { ...role, countries: ['DE'], positions: ['head'] },
    title: { positions: ['president'] },
  };
  for (const [name, criteria] of Object.entries(personas)) await createPersona(ctx, accountId, { name, ...criteria });
  recorded.length = 0;
  await listPersonasWithCounts(ctx, accountId);
  const plans: string[] = [];
  for (const statement of recorded.filter(({ text }) => text.includes('count(*) filter'))) plans.push(await planOf(statement));
  const [byRole = '', byCountry = '', byTitle = ''] = plans;
  assert.match(byRole, /Index Only Scan using contacts_by_role/);
  assert.match(byCountry, /Index Only Scan using contacts_by_country/);
  assert.match(byTitle, /contacts_title_trigram/);
});

test('contacts are counted if there are fewer than the statistics suggest', { skip }, async () => {
  const ctx = plainContext(db, tmpdir());
  recorded.length = 0;
  const search = { departments: ['sales_department'], hierarchy_levels: ['staff'] };
  const found = await searchContacts(ctx, '1', search, { cursor: null, size: 20 });
  assert.deepEqual([found.contacts.map(({ id }) => id), found.totalCount], [['2000001', '2000002', '2000003'], 3]);
  const expected = required(recorded.find(({ text }) => text.includes('explain (format json)')));
  const { rows } = await pool.query(expected.text, expected.values);
  assert.ok(rows[0]['QUERY PLAN'][0].Plan['Plan Rows'] > 10_000);
});

test('a common word is not looked up in the index if another word of the term is rare', { skip }, async () => {
  const ctx = plainContext(db, tmpdir());
  recorded.length = 0;
  const found = await searchContacts(ctx, '1', { search_terms: ['Ada Lovelace'] }, { cursor: null, size: 20 });
  assert.deepEqual([found.contacts.map(({ full_name }) => full_name), found.totalCount], [['Ada Lovelace'], 1]);
  const plan = await planOf(required(recorded.find(({ text }) => text.includes('with found as materialized'))));
  const indexCondition = required(plan.split('\n').find((line) => line.includes('Index Cond')));
  assert.match(indexCondition, /lovelace/);
  assert.doesNotMatch(indexCondition, /ada/);
});

test('terms and positions of one or two characters do not read all contacts', async () => {
  const ctx = plainContext(db, tmpdir());
  const client = await pool.connect();
  for (const search of [
    { search_terms: ['"'] },
    { search_terms: ['qx'] },
    { search_terms: ['ж', '+'] },
    { positions: ['QX'] },
    { positions: ["'"] },
  ]) {
    recorded.length = 0;
    assert.equal((await searchContacts(ctx, '1', search, { cursor: null, size: 20 })).totalCount, 0);
    let read = 0;
    for (const statement of [...recorded]) read += (await rowsRead(client, statement))?.read ?? 0;
    assert.ok(read < 1000, `${JSON.stringify(search)} reads ${read} rows`);
  }
  client.release();
  const found = await searchContacts(ctx, '1', { positions: ['of'] }, { cursor: null, size: 20 });
  assert.equal(found.contacts[0]?.title, 'Head of Sales Northern Europe');
});

test('the words of a job title, which occur together, are estimated from a sample', { skip }, async () => {
  const words = ['head', 'of', 'sales', 'northern', 'europe'];
  const searched = { table: 'contacts', alias: 'k' } as const;
  const { rarest } = await estimateWordFrequencies(db, searched, words);
  assert.ok(rarest > 15_000, `${rarest} contacts are expected to have the rarest word`);
  const conditions = matchesWords('k', allOf(words.map((word) => [prefixLexeme(word)])), null);
  const search = { ...searched, conditions, criteriaCount: words.length };
  assert.equal((await estimateMatches(db, search, 1000)).isBeyondLimit, false, 'the statistics assume that the words are independent');
  assert.equal((await estimateMatches(db, { ...search, maxMatches: rarest }, 1000)).isBeyondLimit, true);
});

test('contacts with a level are looked up in the index by role', async () => {
  recorded.length = 0;
  const found = await searchContacts(plainContext(db, tmpdir()), '1', { hierarchy_levels: ['vp'] }, { cursor: null, size: 20 });
  assert.equal(found.totalCount, 0);
  assert.match(await planOf(required(recorded.find(({ text }) => text.includes('with found as materialized')))), /using contacts_by_role/);
});

test('a search that compares titles counts fewer contacts', async () => {
  const ctx = plainContext(db, tmpdir());
  await sql`
    insert into contacts (id, company_id, full_name, title, department, updated_at)
    select 3000000 + n, 1000000, 'Ben', case when n <= 2000 then 'Intern' else 'Trainee' end, 'hr_department', now()
    from generate_series(1, 4001) as n`.execute(db);
  for (const [title, total] of [
    ['intern', 2000],
    ['trainee', null],
  ] as const) {
    const search = { departments: ['hr_department'], positions: [title] };
    assert.equal((await searchContacts(ctx, '1', search, { cursor: null, size: 20 })).totalCount, total, title);
  }
});

test('contacts are counted if fewer pass the filters than the planner expects', { skip }, async () => {
  const ctx = plainContext(db, tmpdir());
  // The planner expects a third of the contacts, and with these more than are counted.
  await sql`
    insert into contacts (id, company_id, full_name, phone_numbers, department, hierarchy_level, updated_at)
    select 2100000 + n, 1000000, 'Ada Family', '{+49301234567}', 'legal_department', 'staff', now() from generate_series(1, 8000) as n`.execute(
    db,
  );
  await pool.query('analyze contacts');
  const { rows } = await pool.query("select count(*)::int as matches from contacts where phone_numbers = '{}'");
  for (const filters of [{ has_phone: false }, { has_phone: false, has_email: false }]) {
    const { totalCount } = await searchContacts(ctx, '1', { filters }, { cursor: null, size: 20 });
    assert.equal(totalCount, rows[0].matches);
  }
});
