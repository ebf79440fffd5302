import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findNamesakes } from '../../server/src/domain/companies/find-namesakes.ts';
import { indexCompanyNames } from '../../server/src/domain/companies/index-company-names.ts';
import { required } from '../../server/src/lib/required.ts';
import { testDatabase } from '../kit/database.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';

const recorded = recordStatements();
const { db, pool } = await testDatabase();

const companies = 20_000;
const references = 500;
/** A few rows for each name. */
const maxRead = 10 * references;

await sql`
  insert into companies (id, name, origin, domain, country_code, updated_at)
  select 1000000 + n, 'Namesake ' || n, 'import', 'namesake-' || n || '.com', 'SE', now() from generate_series(1, ${companies}::int) as n`.execute(
  db,
);
await indexCompanyNames({ db });

test('finding the companies of names reads a few rows for each name, with and without planner statistics', async () => {
  const names = Array.from({ length: references }, (_, index) => ({
    key: String(index),
    name: `Namesake ${index + 1}`,
    countryCode: 'NO',
  }));
  for (const hasStatistics of [false, true]) {
    if (hasStatistics) await sql`analyze`.execute(db);
    recorded.length = 0;
    const found = await findNamesakes({ db }, names);
    assert.ok([...found.values()].every((candidates) => candidates.length === 1));
    const statement = required(recorded.find(({ text }) => text.includes('isInCountry')));
    const client = await pool.connect();
    const plan = required(await rowsRead(client, statement));
    client.release();
    assert.ok(plan.read <= maxRead, `${plan.read} rows read ${hasStatistics ? 'with' : 'without'} statistics`);
  }
});
