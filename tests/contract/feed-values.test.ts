import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runExport } from '../../server/src/domain/exports/run-export.ts';
import { feedFields } from '../../server/src/domain/feeds/feed-fields.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, callEarlier, form, visit } from '../kit/earlier.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const { db } = service.ctx;
const account = await service.newAccount();
const { accountId, token } = account;
const call = v1Client(service, account);
const person = new BrowserSession(service);
await person.signIn(account.email);
const withAccount = (path: string) => `${path}${path.includes('?') ? '&' : '?'}account_id=${accountId}`;
const feeds = '/v1/web-visits/custom-feeds';

await visit(
  service,
  account,
  { ip: addresses.Audi, events: [{ at: '2026-09-03T10:00:00Z' }] },
  { ip: addresses.SAP, events: [{ at: '2026-09-03T11:00:00Z' }] },
);
const { rows: companies } = await sql<{ id: string; name: string }>`
  select c.id, c.name from leads l join companies c on c.id = l.company_id where l.account_id = ${accountId}`.execute(db);
const audi = required(companies.find(({ name }) => name === 'Audi')).id;

const fieldIds: Record<string, string> = {};
for (const [type, value] of Object.entries({ text: 'Gold', number: 42, boolean: true, date: '2026-09-15T10:00:00Z' })) {
  const attributes = { name: `Own ${type}`, scope: 'company', type };
  const { data } = (await call(withAccount('/v1/custom-fields'), { body: { data: { type: 'custom_field', attributes } } })).body;
  fieldIds[type] = data.id;
  const change = { data: { type: 'company', attributes: { custom_fields: { [data.id]: { value } } } } };
  assert.equal((await call(withAccount(`/v1/companies/${audi}`), { method: 'PATCH', body: change })).status, 200);
}
const customField = (type: string) => `custom_fields.${fieldIds[type]}`;

const bodyOf = (condition: object, name = 'Feed') => ({
  data: { type: 'custom_feed', attributes: { name, filters: { all: [condition] } } },
});
const createFeed = (condition: object) => call(withAccount(feeds), { body: bodyOf(condition) });
const namesIn = async (feedId: string) => {
  const { status, body } = await call(withAccount(`/v1/web-visits/companies?filter[custom_feed_id]=${feedId}&include=company`));
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map((row: { relationships: { company: { id: string } } }) =>
    row.relationships.company.id === audi ? 'Audi' : 'another',
  );
};

/** Stores filters without validation, as if an earlier version had accepted them. */
async function storeFeed(filters: object): Promise<{ id: string; number: string }> {
  const { id, attributes } = (await createFeed({ field: 'domain', values: ['audi.com'] })).body.data;
  await sql`update custom_feeds set filters = ${JSON.stringify(filters)} where account_id = ${accountId} and id = ${id}`.execute(db);
  return { id, number: attributes.numeric_id };
}

test('values are compared by the type of the custom field, and digits for a number field are stored as a number', async () => {
  const conditions: [string, string, unknown[]][] = [
    ['number', 'gt', ['9']],
    ['number', 'is', [7, '42']],
    ['number', 'between', ['9', 100]],
    ['number', 'lt', [100.5]],
    ['number', 'lt', [1e308]],
    ['number', 'exists', []],
    ['text', 'is', ['gold']],
    ['text', 'begins_with', ['G']],
    ['boolean', 'is', ['true']],
    ['boolean', 'exists', []],
    ['date', 'is', ['2026-09-15']],
    ['date', 'between', ['2026-09-01', '2026-09-30']],
  ];
  for (const [type, operator, values] of conditions) {
    const created = await createFeed({ field: customField(type), operator, values });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.deepEqual(await namesIn(created.body.data.id), ['Audi'], `${type} ${operator} ${values}`);
  }
  const digits = await createFeed({ field: customField('number'), operator: 'gt', values: ['9'] });
  assert.deepEqual(digits.body.data.attributes.filters.all[0].values, [9]);
});

test('values of another type, mixed values and unknown custom fields are rejected by the versioned API, with their position, and by the app API', async () => {
  const wrong: [object, string][] = [
    [{ field: customField('number'), operator: 'is', values: [1, 'a'] }, '/values/1'],
    [{ field: customField('number'), operator: 'gt', values: ['nine'] }, '/values/0'],
    [{ field: customField('number'), operator: 'gt', values: ['9'.repeat(400)] }, '/values/0'],
    [{ field: customField('number'), operator: 'gt', values: [true] }, '/values/0'],
    [{ field: customField('number'), operator: 'contains', values: [1] }, '/operator'],
    [{ field: customField('text'), operator: 'is', values: [1, 'a'] }, '/values/1'],
    [{ field: customField('text'), operator: 'is', values: ['a', 1] }, '/values/1'],
    [{ field: customField('text'), operator: 'gt', values: ['a'] }, '/operator'],
    [{ field: customField('boolean'), operator: 'is', values: [true, 'yes'] }, '/values/1'],
    [{ field: customField('date'), operator: 'is', values: ['2026-09-15', 5] }, '/values/1'],
    [{ field: 'custom_fields.nowhere', operator: 'is', values: ['a'] }, '/field'],
    [{ field: 'custom_fields.', operator: 'is', values: ['a'] }, '/field'],
    [{ field: 'page_url', operator: 'is', values: ['a', 1] }, '/values/1'],
  ];
  for (const [condition, pointer] of wrong) {
    const refused = await createFeed(condition);
    const context = `${JSON.stringify(condition).slice(0, 200)}: ${JSON.stringify(refused.body)}`;
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [400, 'invalid_parameter'], context);
    assert.equal(firstOf(refused.body.errors).source?.pointer, `/data/attributes/filters/all/0${pointer}`, context);
    const filters = { all: [condition] };
    assert.equal((await person.send('POST', `/accounts/${accountId}/feeds`, { name: 'Wrong', filters })).status, 400, context);
    const query = `from=2026-09-01&to=2026-09-30&filters=${encodeURIComponent(JSON.stringify(filters))}`;
    assert.equal((await person.get(`/accounts/${accountId}/leads?${query}`)).status, 400, context);
  }
});

test('no field of the catalog accepts null, NaN, objects or values of another type', async () => {
  const samples = { text: [null, {}, [], true], number: [null, 'NaN', 'x', {}, true, '1e999'], boolean: [null, 1, 'x'] };
  const values = { ...samples, choice: samples.text, date: [null, 20260901, '2026-13-01', '20260901', {}, true] };
  for (const field of feedFields) {
    for (const value of values[field.type]) {
      const operator = field.type === 'date' || field.type === 'number' ? 'gte' : 'is';
      const filters = { all: [{ field: field.name, operator, values: [value] }] };
      const context = JSON.stringify(filters);
      assert.equal((await createFeed(firstOf(filters.all))).status, 400, context);
      assert.equal((await person.send('POST', `/accounts/${accountId}/feeds`, { name: 'Wrong', filters })).status, 400, context);
    }
  }
});

test('stored conditions that are no longer valid match nothing, and every API can still read the feed', async () => {
  const values = [1, 'a'];
  const stored = [
    { all: [{ field: customField('number'), operator: 'is', values, excluded: false }] },
    { all: [{ field: customField('number'), operator: 'is', values, excluded: true }] },
    { all: [{ field: 'custom_fields.deleted_long_ago', operator: 'gt', values: ['9'], excluded: true }] },
    { all: [{ field: 'pageviews', operator: 'gte', values: ['many'], excluded: false }] },
    { all: [{ field: 'no_such_field', operator: 'is', values: ['x'], excluded: false }] },
  ];
  for (const filters of stored) {
    const { id, number } = await storeFeed(filters);
    const context = JSON.stringify(filters);
    assert.deepEqual(await namesIn(id), [], context);
    assert.deepEqual((await call(withAccount(`${feeds}/${id}`))).body.data.attributes.filters, filters, context);
    assert.equal((await call(withAccount(feeds))).status, 200, context);
    const base = `${service.url}/accounts/${accountId}/custom-feeds`;
    service.clock.set(new Date(service.clock.now().getTime() + 60_000));
    assert.equal((await callEarlier(base, { token })).status, 200, context);
    assert.equal((await callEarlier(`${base}/${number}`, { token })).status, 200, context);
    const leads = await callEarlier(`${base}/${number}/leads?start_date=2026-09-01&end_date=2026-09-30`, { token });
    assert.deepEqual([leads.status, leads.data], [200, []], context);
    const fields = { account_id: accountId, custom_feed_id: number, start_date: '2026-09-01', end_date: '2026-09-30' };
    const requested = await callEarlier(`${service.url}/export-requests`, { ...form(fields), token });
    await runExport(service.ctx, requested.resource.id);
    const finished = await callEarlier(`${service.url}/export-requests/${requested.resource.id}`, { token });
    assert.equal(finished.resource.attributes.status, 'processed', context);
    assert.equal((await person.get(`/accounts/${accountId}/feeds`)).status, 200, context);
    const listed = await person.get<{ rows: object[] }>(`/accounts/${accountId}/leads?from=2026-09-01&to=2026-09-30&feed=${number}`);
    assert.deepEqual([listed.status, listed.body.rows], [200, []], context);
    const connect = { data: { type: 'custom_feed', relationships: { connected_list: { type: 'list' } } } };
    assert.equal((await call(withAccount(`${feeds}/${id}`), { method: 'PATCH', body: connect })).status, 200, context);
    await runQueuedJobs(service);
  }
});

test('a custom field used by a feed cannot be deleted; if it is missing nevertheless, the feed is empty', async () => {
  const attributes = { name: 'Passing', scope: 'company', type: 'text' };
  const { id: fieldId } = (await call(withAccount('/v1/custom-fields'), { body: { data: { type: 'custom_field', attributes } } })).body
    .data;
  const { id } = (await createFeed({ field: `custom_fields.${fieldId}`, operator: 'is', values: ['x'], excluded: true })).body.data;
  assert.equal((await namesIn(id)).length, 2);
  assert.equal((await call(withAccount(`/v1/custom-fields/${fieldId}`), { method: 'DELETE' })).status, 409);
  await sql`delete from custom_fields where account_id = ${accountId} and id = ${fieldId}`.execute(db);
  assert.deepEqual(await namesIn(id), []);
  assert.equal(
    (await call(withAccount(`${feeds}/${id}`), { method: 'PATCH', body: bodyOf({ field: 'followed', values: [false] }) })).status,
    200,
  );
  assert.equal((await namesIn(id)).length, 2);
});
