import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { seed } from '../../server/src/domain/identification/identification.fixture.ts';
import { loadSeed } from '../../server/src/domain/seed/load-seed.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { startTestService } from '../kit/service.ts';

const recorded = recordStatements();
const service = await startTestService();
const { ctx } = service;

type Plan = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[]; [key: string]: unknown };

/** Rows that all steps of a plan produced or discarded. */
function rowsHandled(plan: Plan): number {
  const discarded = Object.entries(plan)
    .filter(([key]) => key.startsWith('Rows Removed'))
    .reduce((sum, [, rows]) => sum + Number(rows), 0);
  return (plan['Actual Rows'] + discarded) * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsHandled(part), 0);
}

test('no statement that loads a newer seed handles more than ten rows per company', async () => {
  const count = 1000;
  const companies = Array.from({ length: count }, (_, index) => {
    const domain = index % 2 === 0 ? `cost-${index}.example` : null;
    const group = index < 100 ? null : `cost-${(index % 50) * 2}.example`;
    return seed({
      name: `Cost ${index} Works`,
      domain,
      countryCode: 'DE',
      city: 'Ulm',
      group,
      asns: [4_100_000_000 + index],
      aliases: [`cost-${index}.test`],
    });
  });
  recorded.length = 0;
  await loadSeed(ctx, { version: 'cost', read: () => ({ companies, industries: [] }), openHolders: async () => () => null });
  const statements = recorded.filter(
    ({ text }) => /^\s*(?:with|select|insert|update|delete)\b/i.test(text) && !text.includes('pg_advisory'),
  );
  const groups = statements.filter(({ text }) => text.includes('set group_company_id'));
  assert.equal(groups.length, 1);
  const existing = await ctx.db
    .selectFrom('companies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const max = 10 * (Number(existing.count) + count);

  const client = new pg.Client({ connectionString: service.connection.url });
  await client.connect();
  try {
    await client.query('begin');
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
      const handled = rowsHandled(rows[0]['QUERY PLAN'][0].Plan);
      assert.ok(handled <= max, `${handled} rows, at most ${max} were expected: ${text.slice(0, 400)}`);
    }
    await client.query('rollback');
  } finally {
    await client.end();
  }
});
