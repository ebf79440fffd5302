import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { checkedClient, pointerOf, statusAndCode } from '../kit/checked-client.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { db } = service.ctx;
const text = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');

/** Reads a row of docs/limits.md: the maximum number of records, the maximum name length, and whether names are unique. */
function documentedLimit(recordType: string) {
  const [, max, names] = firstItems(required(new RegExp(`^\\| ${recordType} \\| ([\\d,]+) \\| (.+) \\|$`, 'm').exec(text)), 3);
  return {
    max: Number(max.replace(',', '')),
    maxNameLength: Number(required(/up to (\d+)/.exec(names))[1]),
    isUnique: names.includes('unique'),
  };
}

type RecordType = {
  name: string;
  path: string;
  type: string;
  attributes: object;
  fill(accountId: string, rows: number): RawBuilder<unknown>;
};

const numbers = (rows: number) => sql`generate_series(1, ${sql.lit(rows)}) as n`;
const uuid = sql`gen_random_uuid()`;
const now = sql`now()`;
const recordTypes: RecordType[] = [
  {
    name: 'Tags',
    path: '/v1/tags',
    type: 'tag',
    attributes: {},
    fill: (account, rows) => sql`insert into tags (account_id, id, name) select ${account}::bigint, n, 'Tag ' || n from ${numbers(rows)}`,
  },
  {
    name: 'Lists created by users',
    path: '/v1/lists',
    type: 'list',
    attributes: { scope: 'company' },
    fill: (account, rows) => sql`
      insert into lists (account_id, id, kind, scope, name, created_at)
      select ${account}::bigint, n, 'static', 'company', 'List ' || n, ${now} from ${numbers(rows)}`,
  },
  {
    name: 'Custom feeds',
    path: '/v1/web-visits/custom-feeds',
    type: 'custom_feed',
    attributes: { filters: { all: [] } },
    fill: (account, rows) => sql`
      insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at)
      select ${account}::bigint, ${uuid}, n, 'Feed ' || n, '{"all": []}', ${now}, ${now} from ${numbers(rows)}`,
  },
  {
    name: 'Goals',
    path: '/v1/web-visits/goals',
    type: 'goal',
    attributes: { kind: 'page', match: { operator: 'is', value: '/x' } },
    fill: (account, rows) => sql`
      insert into goals (account_id, id, name, kind, operator, pattern, created_at)
      select ${account}::bigint, ${uuid}, 'Goal ' || n, 'page', 'is', '/x', ${now} from ${numbers(rows)}`,
  },
  {
    name: 'Custom fields',
    path: '/v1/custom-fields',
    type: 'custom_field',
    attributes: { scope: 'company', type: 'text' },
    fill: (account, rows) => sql`
      insert into custom_fields (account_id, id, scope, name, type, created_at)
      select ${account}::bigint, 'field_' || n, 'company', 'Field ' || n, 'text', ${now} from ${numbers(rows)}`,
  },
  {
    name: 'Ideal customer profiles',
    path: '/v1/icps',
    type: 'icp',
    attributes: { filters: { keywords: ['x'] } },
    fill: (account, rows) => sql`
      insert into icps (account_id, id, name, filters, created_at, updated_at)
      select ${account}::bigint, ${uuid}, 'Profile ' || n, '{"keywords": ["x"]}', ${now}, ${now} from ${numbers(rows)}`,
  },
  {
    name: 'Buyer personas',
    path: '/v1/buyer-personas',
    type: 'buyer_persona',
    attributes: { positions: ['x'] },
    fill: (account, rows) => sql`
      insert into personas (account_id, id, name, departments, hierarchy_levels, positions, countries, created_at, updated_at)
      select ${account}::bigint, ${uuid}, 'Persona ' || n, '{}', '{}', '{x}', '{}', ${now}, ${now} from ${numbers(rows)}`,
  },
];

for (const { name: recordType, path, type, attributes, fill } of recordTypes) {
  test(`${recordType}: the documented maximum can be created, one more is rejected, and names are limited as documented`, async () => {
    const { max, maxNameLength, isUnique } = documentedLimit(recordType);
    const account = await service.newAccount();
    const call = checkedClient(service, account);
    const create = (name: string) => call(path, { body: { data: { type, attributes: { name, ...attributes } } } });
    await fill(account.accountId, max - 2).execute(db);
    for (const name of ['x'.repeat(maxNameLength + 1), '   ']) {
      const refused = await create(name);
      assert.deepEqual([...statusAndCode(refused), pointerOf(refused)], [400, 'invalid_parameter', '/data/attributes/name'], name);
    }
    assert.equal((await create('x'.repeat(maxNameLength))).status, 201);
    const again = await create('X'.repeat(maxNameLength));
    assert.equal(again.status, isUnique ? 409 : 201, JSON.stringify(again.body));
    if (isUnique) assert.equal((await create('The last')).status, 201);
    const beyond = await create('One too many');
    assert.deepEqual(statusAndCode(beyond), [409, 'conflict']);
    assert.match(firstOf(beyond.body.errors).title, new RegExp(`at most ${max} `));
  });
}
