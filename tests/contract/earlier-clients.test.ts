import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Jsona } from 'jsona';
import Kitsu from 'kitsu';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { manyCompanies, visit } from '../kit/earlier.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

// The tests use unmodified third-party clients, which only get the URL and the token.
const aliases = 'view_in_app=view_in_vendor,professional_network_url=linkedin_url,svc_client_id=vendor_client_id';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback', EARLIER_ALIASES: aliases } });
service.clock.set('2026-10-01T12:00:00Z');
const { accountId, token, scriptHash } = await service.newAccount();
const companies = await manyCompanies(23);
await visit(
  service,
  { scriptHash },
  ...companies.map(({ ip }, index) => ({ ip, events: [{ at: `2026-09-01T10:${10 + index}:00Z`, url: `https://shop.example/${index}` }] })),
);
const expected = companies.map(({ name }) => name).reverse();
const days = { start_date: '2026-09-01', end_date: '2026-09-30' };
const headers = { Authorization: `Token token=${token}`, 'User-Agent': 'A connector' };

type Lead = {
  id: string;
  type: string;
  name: string;
  visits?: number;
  location: { data?: { city: string }; city?: string };
  [name: string]: unknown;
};

test('kitsu reads lists, follows links to the end, resolves locations and requests sparse fieldsets', async () => {
  const kitsu = new Kitsu({ baseURL: service.url, headers, camelCaseTypes: false, pluralize: false });
  const names: string[] = [];
  let params: Record<string, unknown> = { ...days, page: { size: 10 } };
  for (;;) {
    const response: { data: Lead[]; links: { next?: string } } = await kitsu.get(`accounts/${accountId}/leads`, { params });
    names.push(...response.data.map(({ name }) => name));
    assert.ok(response.data.every(({ location }) => typeof location.data?.city === 'string'));
    if (response.links.next === undefined) break;
    params = Object.fromEntries(new URL(response.links.next).searchParams);
  }
  assert.deepEqual(names, expected);

  const sparse = await kitsu.get(`accounts/${accountId}/leads`, { params: { ...days, fields: { leads: 'name', locations: 'country' } } });
  const { id, type, name, location, ...others }: Lead = sparse.data[0];
  assert.deepEqual([type, name, Object.keys(others)], ['leads', expected[0], []]);
  assert.ok(id);
  assert.deepEqual(Object.keys(location.data as object).sort(), ['country', 'id', 'type']);

  const created = await kitsu.request({
    method: 'POST',
    url: 'export-requests',
    type: 'export_requests',
    body: { account_id: Number(accountId), custom_feed_id: 'all_leads', ...days },
  });
  assert.equal((created.data as { status: string }).status, 'pending');
  await assert.rejects(kitsu.get('accounts/1/leads', { params: { ...days } as object }), (error: { errors?: { title: string }[] }) =>
    /no account/.test(error.errors?.[0]?.title ?? ''),
  );
});

test('devour reads lists, follows links to the end, resolves locations and requests sparse fieldsets', async () => {
  const JsonApi = createRequire(import.meta.url)('devour-client');
  const devour = new JsonApi({ apiUrl: service.url, logger: false, pluralize: false });
  devour.headers.Authorization = headers.Authorization;
  const leadFields = { name: '', visits: 0, quality: 0, linkedin_url: '', location: { jsonApi: 'hasOne', type: 'locations' } };
  devour.define('leads', leadFields, { collectionPath: 'leads' });
  devour.define('locations', { city: '', country: '' });
  const names: string[] = [];
  let url: string | undefined = `${service.url}/accounts/${accountId}/leads?start_date=2026-09-01&end_date=2026-09-30`;
  while (url !== undefined) {
    const response: { data: Lead[]; links: { next?: string } } = await devour.request(url, 'GET', {}, {});
    names.push(...response.data.map(({ name }) => name));
    assert.ok(response.data.every(({ location, visits }) => typeof location.city === 'string' && visits === 1));
    url = response.links.next;
  }
  assert.deepEqual(names, expected);

  const sparse = await devour
    .one('accounts', accountId)
    .all('leads')
    .get({ ...days, 'fields[leads]': 'name', 'page[size]': 3 });
  assert.deepEqual(
    sparse.data.map(({ name }: Lead) => name),
    expected.slice(0, 3),
  );
  assert.ok(sparse.data.every((lead: Lead) => lead.visits === undefined));
});

test('jsona deserializes pages of lists with their locations, and sparse fieldsets', async () => {
  const jsona = new Jsona();
  const read = async (url: string) => {
    const body = await readJson<{ data: object[]; links?: { next?: string } }>(await fetch(url, { headers }));
    return { leads: jsona.deserialize(body) as unknown as Lead[], next: body.links?.next };
  };
  const names: string[] = [];
  let url: string | undefined = `${service.url}/accounts/${accountId}/leads?${new URLSearchParams({ ...days, 'page[size]': '7' })}`;
  while (url !== undefined) {
    const { leads, next }: Awaited<ReturnType<typeof read>> = await read(url);
    names.push(...leads.map(({ name }) => name));
    assert.ok(leads.every(({ location }) => typeof location.city === 'string'));
    url = next;
  }
  assert.deepEqual(names, expected);

  const sparse = await read(`${service.url}/accounts/${accountId}/leads?${new URLSearchParams({ ...days, 'fields[leads]': 'industry' })}`);
  assert.equal(firstOf(sparse.leads).name, undefined);
  assert.equal(typeof firstOf(sparse.leads).industry, 'string');
});

test('responses include configured aliases, and fieldsets accept both names', async () => {
  const firstAttributes = async (path: string, parameters = {}) => {
    const response = await fetch(`${service.url}/accounts/${accountId}/${path}?${new URLSearchParams({ ...days, ...parameters })}`, {
      headers,
    });
    return firstOf((await readJson<{ data: { attributes: Record<string, unknown> }[] }>(response)).data).attributes;
  };
  const lead = await firstAttributes('leads');
  assert.equal(lead.view_in_vendor, lead.view_in_app);
  assert.ok('linkedin_url' in lead && 'professional_network_url' in lead);
  const visited = await firstAttributes('visits');
  assert.equal(visited.vendor_client_id, visited.svc_client_id);
  assert.deepEqual(Object.keys(await firstAttributes('leads', { 'fields[leads]': 'view_in_vendor' })), ['view_in_vendor']);
  assert.deepEqual(Object.keys(await firstAttributes('leads', { 'fields[leads]': 'view_in_app' })), ['view_in_app']);
});
