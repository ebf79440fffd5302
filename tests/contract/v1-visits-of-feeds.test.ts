import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runExport } from '../../server/src/domain/exports/run-export.ts';
import { required } from '../../server/src/lib/required.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { addresses, callEarlier, form, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const aliases = 'svc_client_id=vendor_client_id,view_in_app=view_in_vendor';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback', EARLIER_ALIASES: aliases } });
service.clock.set('2026-10-01T12:00:00Z');
const { db } = service.ctx;
const account = await service.newAccount();
const { accountId, token } = account;
const call = checkedClient(service, account);
const feeds = '/v1/web-visits/custom-feeds';

await visit(
  service,
  account,
  {
    ip: addresses.Audi,
    visitor: 'ann',
    events: [
      { at: '2026-09-03T10:00:00Z', url: 'https://shop.example/pricing' },
      { at: '2026-09-03T10:01:00Z', url: 'https://shop.example/contact' },
      { at: '2026-09-03T10:01:30Z', kind: 'form', name: 'contact', url: 'https://shop.example/contact' },
      { at: '2026-09-03T10:01:31Z', kind: 'identify', email: 'ann@audi.example', url: 'https://shop.example/contact' },
      { at: '2026-09-03T10:01:40Z', kind: 'download', target_url: 'https://shop.example/a.pdf', url: 'https://shop.example/contact' },
      { at: '2026-09-03T10:01:45Z', kind: 'outbound', target_url: 'https://other.example/', url: 'https://shop.example/contact' },
      { at: '2026-09-03T10:01:50Z', kind: 'event', name: 'demo', url: 'https://shop.example/contact' },
      { at: '2026-09-03T10:02:00Z', kind: 'leave', duration: 60, url: 'https://shop.example/contact' },
    ],
  },
  ...[4, 5, 6].map((day) => ({ ip: addresses.SAP, visitor: `sam${day}`, events: [{ at: `2026-09-0${day}T10:00:00Z` }] })),
  ...[5, 6].map((day) => ({ ip: addresses.BASF, visitor: `eva${day}`, events: [{ at: `2026-09-0${day}T09:00:00Z` }] })),
);
const { rows: companies } = await sql<{ id: string; name: string }>`
  select c.id, c.name from leads l join companies c on c.id = l.company_id where l.account_id = ${accountId}`.execute(db);
const nameById = new Map(companies.map(({ id, name }) => [id, name]));
const audi = required(companies.find(({ name }) => name === 'Audi')).id;
await sql`update companies set employee_count = 90000, vat_id = 'DE128', revenue = '{"value": 5, "currency": "EUR"}',
  social_media_profiles = '{"linkedin": ["https://linkedin.example/audi"]}' where id = ${audi}`.execute(db);

const create = async (attributes: object, relationships?: object) =>
  (await call(feeds, { body: { data: { type: 'custom_feed', attributes, ...(relationships && { relationships }) } } })).body.data;
const onPricing = { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'] }] };
const everyone = { all: [{ field: 'visits', operator: 'gte', values: [1] }] };
const pricing = await create({ name: 'Pricing', filters: onPricing });

type Row = { relationships: { company: { id: string; attributes?: Record<string, unknown> }; location: { attributes?: object } } };
const namesOf = (rows: Row[]) => rows.map(({ relationships }) => nameById.get(relationships.company.id));
const days = 'start_date=2026-09-01&end_date=2026-09-30';

test('visitor companies: feed and days are accepted as parameters and as filters, and an unknown feed gets 404', async () => {
  const visitors = (query: string) => call(`/v1/web-visits/companies?${query}`);
  for (const feed of [
    `custom_feed_id=${pricing.id}`,
    `filter[custom_feed_id]=${pricing.id}`,
    `custom_feed_id=${pricing.attributes.numeric_id}`,
  ]) {
    assert.deepEqual(namesOf((await visitors(`${days}&${feed}`)).body.data), ['Audi'], feed);
  }
  assert.deepEqual(namesOf((await visitors('filter[start_date]=2026-09-06&filter[end_date]=2026-09-06')).body.data), ['SAP', 'BASF']);
  assert.deepEqual(namesOf((await visitors('start_date=2026-09-04&end_date=2026-09-04')).body.data), ['SAP']);
  const unknown = '01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e';
  for (const feed of [`custom_feed_id=${unknown}`, `filter[custom_feed_id]=${unknown}`, 'custom_feed_id=999999']) {
    assert.equal(errorOf(await visitors(`${days}&${feed}`)), '404 entity_not_found', feed);
  }
  assert.equal(errorOf(await visitors('custom_feed_id=no_such_feed')), '400 invalid_parameter custom_feed_id');
  assert.equal(
    errorOf(await visitors(`custom_feed_id=all_leads&filter[custom_feed_id]=${pricing.id}`)),
    '400 invalid_parameter custom_feed_id',
  );
});

test('web visits: feed and days are accepted in the body, as parameters and as filters', async () => {
  const search = (query: string, body: object = {}) => call(`/v1/web-visits?${query}`, { body });
  const interval = { start_date: '2026-09-01', end_date: '2026-09-30' };
  assert.equal((await search('', interval)).body.data.length, 6);
  const ways: [string, object][] = [
    [`custom_feed_id=${pricing.id}`, interval],
    [`filter[custom_feed_id]=${pricing.id}`, interval],
    ['', { ...interval, custom_feed_id: pricing.id }],
    [`${days}&custom_feed_id=${pricing.id}`, {}],
    [`filter[start_date]=2026-09-01&filter[end_date]=2026-09-30&filter[custom_feed_id]=${pricing.id}`, {}],
  ];
  for (const [query, body] of ways) {
    const { data, meta } = (await search(query, body)).body;
    assert.deepEqual([namesOf(data), required(meta.pagination).total_count], [['Audi'], 1], query);
  }
  assert.equal(errorOf(await search('custom_feed_id=999999', interval)), '404 entity_not_found');
  assert.equal(errorOf(await search('filter[end_date]=2026-09-30')), '400 invalid_parameter /start_date');
  assert.equal(errorOf(await search('start_date=2026-09-02', interval)), '400 invalid_parameter start_date');
});

test('an undeclared filter is rejected by every operation; other unknown parameters are ignored', async () => {
  const raw = v1Client(service, account);
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => operation.example?.params?.[name] ?? '1001');
    const query = new URLSearchParams({ account_id: accountId, ...operation.example?.query });
    const options = { method: operation.method, body: operation.example?.body };
    const refused = await raw(`${path}?${query}&filter[no_such_thing]=1`, options);
    assert.equal(errorOf(refused), '400 invalid_parameter filter[no_such_thing]', `${operation.method} ${path}`);
  }
  const encoded = await call(`/v1/tags?filter%5Bcolor%5D=red`);
  assert.equal(errorOf(encoded), '400 invalid_parameter filter[color]');
  assert.equal((await call('/v1/tags?color=red&filter=red&order=name')).status, 200);
});

test('custom feeds can be filtered by whether they have a connected list', async () => {
  const followed = await create({ name: 'Followed', filters: onPricing }, { connected_list: { type: 'list' } });
  const idsWith = async (value: string) =>
    (await call(`${feeds}?filter[has_connected_list]=${value}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsWith('true'), [followed.id]);
  const without = await idsWith('false');
  assert.ok(without.includes(pricing.id) && !without.includes(followed.id));
  assert.equal(errorOf(await call(`${feeds}?filter[has_connected_list]=maybe`)), '400 invalid_parameter filter[has_connected_list]');
});

test('include=company embeds the whole company, and locations always have their attributes', async () => {
  const whole = (await call(`/v1/companies/${audi}`)).body.data.attributes;
  assert.deepEqual([whole.employee_count, whole.vat_id, whole.web_engagement.visits], [90000, 'DE128', 1]);
  const body = { start_date: '2026-09-03', end_date: '2026-09-03' };
  const [row] = (await call(`/v1/web-visits/companies?custom_feed_id=${pricing.id}&include=company`)).body.data;
  const [found] = (await call('/v1/web-visits?include=company', { body })).body.data;
  for (const { relationships } of [row, found]) assert.deepEqual(relationships.company.attributes, whole);
  const bare: Row[] = [...(await call('/v1/web-visits/companies')).body.data, ...(await call('/v1/web-visits', { body })).body.data];
  for (const { relationships } of bare) {
    assert.deepEqual(Object.keys(relationships.company).sort(), ['id', 'type']);
    assert.ok('country_code' in required(relationships.location.attributes));
  }
});

test('identifiers include the configured aliases', async () => {
  const body = { start_date: '2026-09-03', end_date: '2026-09-03' };
  const [found] = (await call('/v1/web-visits', { body })).body.data;
  const { identifiers } = found.attributes;
  assert.equal(identifiers.vendor_client_id, identifiers.svc_client_id);
  assert.deepEqual(Object.keys(identifiers).sort(), ['ga_client_ids', 'svc_client_id', 'vendor_client_id']);
  const company = (await call(`/v1/companies/${audi}?include=web_visits`)).body.data;
  const [visited] = company.relationships.web_visits;
  assert.equal(visited.attributes.identifiers.vendor_client_id, identifiers.svc_client_id);
});

test('engagements are page views; other events come with include=events', async () => {
  const body = { start_date: '2026-09-03', end_date: '2026-09-03' };
  const kindsWith = async (query: string) => {
    const [found] = (await call(`/v1/web-visits${query}`, { body })).body.data;
    assert.equal(found.attributes.page_depth, 2);
    return found.attributes.engagements.map(({ event_type }: { event_type: string }) => event_type);
  };
  assert.deepEqual(await kindsWith(''), ['page_view', 'page_view']);
  assert.deepEqual(await kindsWith('?include=company,location'), ['page_view', 'page_view']);
  const all = ['page_view', 'page_view', 'form', 'identify', 'download', 'outbound', 'event', 'leave'];
  assert.deepEqual((await kindsWith('?include=events')).sort(), [...all].sort());
  assert.deepEqual((await kindsWith('?include=company,events')).sort(), [...all].sort());
  const company = (await call(`/v1/companies/${audi}?include=web_visits`)).body.data;
  assert.equal(company.relationships.web_visits[0].attributes.engagements.length, 2);
});

test('the sort order of a feed applies to both APIs and the export', async () => {
  const byVisits = await create({ name: 'By visits', filters: everyone, sort: '-visits' });
  const orders: [string | null, string[]][] = [
    ['-visits', ['SAP', 'BASF', 'Audi']],
    ['visits', ['Audi', 'BASF', 'SAP']],
    ['name', ['Audi', 'BASF', 'SAP']],
    ['-name', ['SAP', 'BASF', 'Audi']],
    ['-page_views', ['SAP', 'Audi', 'BASF']],
    ['-last_visit', ['SAP', 'BASF', 'Audi']],
    ['last_visit', ['Audi', 'BASF', 'SAP']],
    ['first_visit', ['Audi', 'SAP', 'BASF']],
    [null, ['SAP', 'BASF', 'Audi']],
  ];
  for (const sort of ['quality', '-place', 'industry', '-employees', 'source', '-assignee']) orders.push([sort, []]);
  const { numeric_id } = byVisits.attributes;
  for (const [sort, expected] of orders) {
    service.clock.set(new Date(service.clock.now().getTime() + 61_000));
    const changed = await call(`${feeds}/${byVisits.id}`, {
      method: 'PATCH',
      body: { data: { type: 'custom_feed', attributes: { sort } } },
    });
    assert.equal(changed.status, 200);
    const base = `${service.url}/accounts/${accountId}`;
    const names: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const leads = await callEarlier(`${base}/leads?${days}&custom_feed_id=${numeric_id}&page[size]=1&page[number]=${page}`, { token });
      assert.equal(leads.status, 200, leads.title);
      names.push(...leads.data.map(({ attributes }) => attributes.name));
    }
    assert.deepEqual([...names].sort(), ['Audi', 'BASF', 'SAP'], `${sort}`);
    if (expected.length > 0) assert.deepEqual(names, expected, `${sort}`);
    const whole = await callEarlier(`${base}/custom-feeds/${numeric_id}/leads?${days}`, { token });
    assert.deepEqual(
      whole.data.map(({ attributes }) => attributes.name),
      names,
      `${sort}`,
    );
    const companies = await call(`/v1/web-visits/companies?${days}&custom_feed_id=${byVisits.id}`);
    assert.deepEqual(namesOf(companies.body.data), names, `${sort}`);
    const fields = { account_id: accountId, custom_feed_id: numeric_id, start_date: '2026-09-01', end_date: '2026-09-30' };
    const requested = await callEarlier(`${service.url}/export-requests`, { ...form(fields), token });
    await runExport(service.ctx, requested.resource.id);
    const { download_url } = (await callEarlier(`${service.url}/export-requests/${requested.resource.id}`, { token })).resource.attributes;
    const report = await callEarlier(String(download_url), { token });
    assert.deepEqual(
      report.data.map(({ relationships }) => nameById.get(required(relationships?.lead?.data).id)),
      names,
      `${sort}`,
    );
  }
});
