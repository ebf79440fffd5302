import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createAccount } from '../../server/src/domain/accounts/create-account.ts';
import { erasePerson } from '../../server/src/domain/privacy/erase-person.ts';
import { subjectOf } from '../../server/src/domain/privacy/subject.ts';
import { isCluster, testDatabase } from '../kit/database.ts';
import { plainContext } from '../kit/plain-context.ts';
import { recordStatements, type Statement } from '../kit/recorded-statements.ts';

const recorded = recordStatements();
const { db, pool } = await testDatabase();
const ctx = plainContext(db, tmpdir());

const pages = 20_000;
const mentions = 300;

type Plan = Record<string, unknown> & { Plans?: Plan[] };

/** Returns how the scans of a statement find pages. */
async function findPageScans({ text, values }: Statement): Promise<string[]> {
  const { rows } = await pool.query(`explain (format json) ${text}`, values);
  const scansOf = (plan: Plan): string[] => [
    ...(plan['Relation Name'] === 'pages' || String(plan['Index Name'] ?? '').startsWith('pages_')
      ? [String(plan['Index Name'] ?? plan['Node Type'])]
      : []),
    ...(plan.Plans ?? []).flatMap(scansOf),
  ];
  return scansOf(rows[0]['QUERY PLAN'][0].Plan);
}

// The plans of a cluster contain no scans.
test('an erasure searches all pages once, and then finds them by key or path', { skip: isCluster }, async () => {
  const { id: accountId } = await createAccount(ctx, { name: 'Pages', plan: 'premium', timezone: 'UTC' });
  await sql`
    insert into pages (account_id, id, url, hostname, path)
    select ${accountId}::bigint, n, 'https://shop.example' || path, 'shop.example', path
    from generate_series(1, ${pages}::int) as n,
      lateral (select '/page-' || n || case when n <= ${mentions}::int then '/jane.doe@acme.example' else '' end as path) as page`.execute(
    db,
  );
  await sql`analyze pages`.execute(db);
  recorded.length = 0;
  const { redacted } = await erasePerson(ctx, { accountId }, subjectOf({ email: 'jane.doe@acme.example' }));
  assert.equal(redacted.pages, mentions);
  const ofPages = recorded.filter(({ text }) => /\b(?:from|update) (?:"public"\.)?"?pages\b/i.test(text));
  const scans: string[] = [];
  for (const statement of ofPages) scans.push(...(await findPageScans(statement)));
  const [search, ...others] = scans.filter((scan) => scan !== 'ModifyTable');
  assert.match(search ?? '', /Scan/);
  assert.ok(others.length >= 8, `${others.length} scans in two steps or more`);
  assert.deepEqual(new Set(others), new Set(['pages_pkey', 'pages_by_path']));
});
