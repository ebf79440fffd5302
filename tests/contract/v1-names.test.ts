import assert from 'node:assert/strict';
import { test } from 'node:test';
import { required } from '../../server/src/lib/required.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService();
service.clock.set('2026-10-15T12:00:00.000Z');
const { pool } = service.connection;

const tagBody = (name: string) => ({ data: { type: 'tag', attributes: { name } } });
const composed = 'Café Größe'.normalize('NFC');
const decomposed = composed.normalize('NFD');

test('names of tags that differ only in case or Unicode normalization conflict', async () => {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  const { id } = (await call('/v1/tags', { body: tagBody('Straße') })).body.data;
  for (const name of ['STRASSE', 'strasse', ' straße ', 'STRAẞE']) {
    assert.equal(errorOf(await call('/v1/tags', { body: tagBody(name) })), '409 conflict /data/attributes/name', name);
  }
  const created = (await call('/v1/tags', { body: tagBody(decomposed) })).body.data;
  assert.equal(created.attributes.name, composed);
  for (const name of [composed, decomposed, composed.toUpperCase()]) {
    assert.equal(errorOf(await call('/v1/tags', { body: tagBody(name) })), '409 conflict /data/attributes/name', name);
    const renamed = await call(`/v1/tags/${id}`, { method: 'PATCH', body: tagBody(name) });
    assert.equal(errorOf(renamed), '409 conflict /data/attributes/name', name);
  }
  assert.equal((await call(`/v1/tags/${id}`, { method: 'PATCH', body: tagBody('STRASSE') })).body.data.attributes.name, 'STRASSE');
  const feed = { name: 'Tagged', filters: { all: [{ field: 'tag', values: ['straße'] }] } };
  assert.equal((await call('/v1/web-visits/custom-feeds', { body: { data: { type: 'custom_feed', attributes: feed } } })).status, 201);
  assert.equal(errorOf(await call(`/v1/tags/${id}`, { method: 'DELETE' })), '409 conflict');
});

test('a feed finds a tag by its name in any case, and by its id', async () => {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  const { rows } = await pool.query("select id from companies where origin = 'seed' order by id limit 1");
  const companyId = rows[0].id;
  const at = service.clock.now();
  await pool.query(
    'insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views) values ($1, $2, $3, $3, 1, 1)',
    [account.accountId, companyId, at],
  );
  await pool.query('insert into places (account_id, id) values ($1, 1) on conflict do nothing', [account.accountId]);
  await pool.query(
    `insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
     values ($1, $2, $3::date, 1, 1, 1, 1, $3, $3)`,
    [account.accountId, companyId, at],
  );
  const { id } = (await call('/v1/tags', { body: tagBody('Straße') })).body.data;
  assert.equal((await call(`/v1/companies/${companyId}/tags`, { body: { data: [{ type: 'tag', id }] } })).status, 200);
  for (const [value, expectedCount] of [
    ['STRASSE', 1],
    ['straße', 1],
    [id, 1],
    ['Strase', 0],
  ] as const) {
    const attributes = { name: `Tag ${value}`, filters: { all: [{ field: 'tag', values: [value] }] } };
    const feed = (await call('/v1/web-visits/custom-feeds', { body: { data: { type: 'custom_feed', attributes } } })).body.data;
    const { data } = (await call(`/v1/web-visits/companies?custom_feed_id=${feed.id}`)).body;
    assert.equal(data.length, expectedCount, value);
  }
});

test('the id of a custom field spells out umlauts', async () => {
  const call = checkedClient(service, await service.newAccount());
  const create = (name: string) =>
    call('/v1/custom-fields', { body: { data: { type: 'custom_field', attributes: { name, scope: 'company', type: 'text' } } } });
  assert.equal((await create('Größe')).body.data.id, 'groesse');
  assert.equal((await create('Grösse')).body.data.id, 'groesse_2');
});

for (const operation of operations.filter(({ method }) => method === 'PATCH')) {
  test(`PATCH ${operation.path}: a body that changes nothing is rejected`, async () => {
    const account = await service.newAccount();
    const call = v1Client(service, account);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => operation.example?.params?.[name] ?? '1001');
    const { type } = (required(operation.example).body as { data: { type: string } }).data;
    for (const data of [{ type }, { type, attributes: {} }, { type, attributes: {}, relationships: {} }, {}]) {
      const refused = await call(`${path}?account_id=${account.accountId}`, { method: 'PATCH', body: { data } });
      assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [400, 'invalid_parameter'], JSON.stringify(data));
    }
  });
}
