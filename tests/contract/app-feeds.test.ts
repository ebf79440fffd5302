import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { FilterField } from '../../server/src/domain/feeds/list-filter-fields.ts';
import { createIcp } from '../../server/src/domain/icps/write-icps.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const account = await service.newAccount();
const base = `/accounts/${account.accountId}`;
await visit(
  service,
  account,
  { ip: addresses.Audi, events: [{ at: '2026-09-03T10:00:00Z', url: 'https://shop.example/pricing' }] },
  { ip: addresses.SAP, events: [{ at: '2026-09-03T11:00:00Z', url: 'https://shop.example/docs?utm_source=xing' }] },
  { ip: addresses.BASF, events: [{ at: '2026-09-03T12:00:00Z', url: 'https://shop.example/' }] },
);
const person = new BrowserSession(service);
await person.signIn(account.email);

type Tree = { feeds: { id: string; name: string; folderId: string | null; count: number }[]; folders: { id: string; name: string }[] };
type Leads = { rows: { companyId: string; name: string; icps: { icpName: string; score: number }[] }[] };
const tree = async () => (await person.get<Tree>(`${base}/feeds`)).body;
const customFeeds = async () => (await tree()).feeds.filter(({ id }) => /^\d+$/.test(id));
const pricingOrDocs = { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing', '/docs'], excluded: false }] };
const leads = async (query: string) => (await person.get<Leads>(`${base}/leads?from=2026-09-01&to=2026-09-30&${query}`)).body.rows;

test('feeds can be created, counted, renamed, moved between folders and deleted', async () => {
  const folder = await person.send('POST', `${base}/feed-folders`, { name: ' Sales ' });
  assert.deepEqual([folder.status, folder.body.name], [201, 'Sales']);
  const folderId = String(folder.body.id);
  const newFeed = await person.send('POST', `${base}/feeds`, { name: 'Readers', filters: pricingOrDocs, folderId });
  assert.equal(newFeed.status, 201);
  const path = `${base}/feeds/${newFeed.body.id}`;
  assert.deepEqual(
    (await customFeeds()).map(({ name, folderId, count }) => ({ name, folderId, count })),
    [{ name: 'Readers', folderId, count: 2 }],
    'the values of one condition are alternatives',
  );
  assert.equal((await person.send('PATCH', path, { name: 'Frequent readers', folderId: null })).status, 204);
  assert.deepEqual(
    (await customFeeds()).map(({ name, folderId }) => ({ name, folderId })),
    [{ name: 'Frequent readers', folderId: null }],
  );
  assert.deepEqual((await tree()).folders, [{ id: folderId, name: 'Sales' }], 'a folder created explicitly remains when empty');
  assert.equal((await person.send('PATCH', path, { filters: { all: [] } })).status, 400);
  assert.equal((await person.send('DELETE', path)).status, 204);
  assert.deepEqual(await customFeeds(), []);
});

test('the audit log contains which parts of a feed were changed', async () => {
  const { id } = (await person.send('POST', `${base}/feeds`, { name: 'Audited', filters: pricingOrDocs })).body;
  const path = `${base}/feeds/${id}`;
  assert.equal((await person.send('PATCH', path, { filters: pricingOrDocs })).status, 204);
  assert.equal((await person.send('PATCH', path, { name: 'Checked', sort: '-visits' })).status, 204);
  const { rows } = await sql<{ changed: string[] }>`
    select detail -> 'changed' as changed from audit_log
    where account_id = ${account.accountId} and action = 'feed.changed' and detail ->> 'name' = 'Audited' order by id`.execute(
    service.ctx.db,
  );
  assert.deepEqual(
    rows.map(({ changed }) => changed),
    [['filters'], ['name', 'sort']],
  );
  assert.equal((await person.send('DELETE', path)).status, 204);
});

test('groups of alternatives are combined with the other conditions, in the list and in a saved feed', async () => {
  const page = (value: string) => ({ field: 'page_url', operator: 'contains', values: [value], excluded: false });
  const source = { field: 'source', operator: 'is', values: ['xing'], excluded: false };
  const namesMatching = async (filters: object) =>
    (await leads(`filters=${encodeURIComponent(JSON.stringify(filters))}`)).map(({ name }) => name).sort();
  assert.deepEqual(await namesMatching({ all: [], any: [[page('/pricing'), source]] }), ['Audi', 'SAP']);
  assert.deepEqual(await namesMatching({ all: [page('/docs')], any: [[page('/pricing'), source]] }), ['SAP']);
  const groups = {
    all: [page('shop')],
    any: [
      [page('/pricing'), source],
      [page('/docs'), page('/pricing')],
    ],
  };
  assert.deepEqual(await namesMatching(groups), ['Audi', 'SAP']);
  const newFeed = await person.send('POST', `${base}/feeds`, { name: 'Either', filters: groups });
  assert.equal(newFeed.status, 201);
  type Saved = { feeds: { id: string; count: number; filters: object }[] };
  const saved = (await person.get<Saved>(`${base}/feeds`)).body.feeds.find(({ id }) => id === String(newFeed.body.id));
  assert.deepEqual([saved?.count, saved?.filters], [2, groups], 'no condition is lost');
  for (const any of [[[]], 'x', [page('/')], [[{ field: 'nothing' }]]])
    assert.equal(
      (await person.send('POST', `${base}/feeds`, { name: 'Wrong', filters: { all: [], any } })).status,
      400,
      JSON.stringify(any),
    );
  await person.send('DELETE', `${base}/feeds/${newFeed.body.id}`);
});

test('a feed stores its columns, their widths and the sort order', async () => {
  const view = { columns: ['quality', 'visits'], widths: { name: 300, visits: 90 } };
  const newFeed = await person.send('POST', `${base}/feeds`, { name: 'Narrow', filters: pricingOrDocs, view, sort: '-visits' });
  assert.equal(newFeed.status, 201);
  type Saved = { feeds: { id: string; view: object | null; sort: string | null }[] };
  const saved = async () => (await person.get<Saved>(`${base}/feeds`)).body.feeds.find(({ id }) => id === String(newFeed.body.id));
  assert.deepEqual([(await saved())?.view, (await saved())?.sort], [view, '-visits']);
  const path = `${base}/feeds/${newFeed.body.id}`;
  assert.equal((await person.send('PATCH', path, { name: 'Wide' })).status, 204);
  assert.deepEqual((await saved())?.view, view, 'renaming changes nothing else');
  for (const wrong of [
    { columns: ['secrets'], widths: {} },
    { columns: [], widths: { visits: 5000 } },
  ])
    assert.equal((await person.send('PATCH', path, { view: wrong })).status, 400, JSON.stringify(wrong));
  assert.equal((await person.send('PATCH', path, { view: null })).status, 204);
  assert.equal((await saved())?.view, null);
  await person.send('DELETE', path);
});

test('filter values are suggested only from the visits of the account', async () => {
  const values = async (field: string, search = '', who = person, where = base) =>
    (await who.get<{ value: string }[]>(`${where}/feed-fields/${field}/values?search=${search}`)).body.map(({ value }) => value);
  assert.deepEqual((await values('page_url')).sort(), ['/', '/docs', '/pricing']);
  assert.deepEqual(await values('landing_page', 'pri'), ['/pricing']);
  assert.deepEqual(await values('source', 'XI'), ['xing']);
  assert.deepEqual((await values('company_name')).sort(), ['Audi', 'BASF', 'SAP']);
  assert.ok((await values('city')).length > 0);
  assert.deepEqual(await values('page_url', '%'), [], 'a percent sign is not a wildcard');
  assert.deepEqual(await values('nothing'), []);
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  for (const field of ['page_url', 'source', 'city', 'company_name'])
    assert.deepEqual(await values(field, '', stranger, `/accounts/${other.accountId}`), [], field);
});

test('search text is converted to filters, including filters for recently visited pages of the account', async () => {
  const read = (search: string) =>
    person.get<{ filters: { all: { field: string }[] }; rest: string }>(`${base}/search-filters?search=${encodeURIComponent(search)}`);
  const { body } = await read('DE manufacturing >500 pricing Audi');
  assert.deepEqual(
    body.filters.all.map(({ field }) => field),
    ['headquarters_country_code', 'industry_code', 'employee_range', 'page_url'],
  );
  assert.equal(body.rest, 'Audi');
  const found = await leads(
    `filters=${encodeURIComponent(JSON.stringify({ all: [body.filters.all[0], body.filters.all[3]] }))}&search=${body.rest}`,
  );
  assert.deepEqual(
    found.map(({ name }) => name),
    ['Audi'],
  );
  await sql`insert into pages (account_id, id, url, hostname, path)
    values (${account.accountId}, 1, 'https://shop.example/not-visited', 'shop.example', '/not-visited')`.execute(service.ctx.db);
  assert.deepEqual((await read('not-visited')).body, { filters: { all: [] }, rest: 'not-visited' });
});

test('a folder can be renamed; deleting it keeps its feeds; names are unique', async () => {
  const folder = await person.send('POST', `${base}/feed-folders`, { name: 'Marketing' });
  assert.equal((await person.send('POST', `${base}/feed-folders`, { name: 'marketing' })).status, 409);
  const path = `${base}/feed-folders/${folder.body.id}`;
  await person.send('POST', `${base}/feeds`, { name: 'Inside', filters: pricingOrDocs, folderId: folder.body.id });
  assert.equal((await person.send('PATCH', path, { name: 'Campaigns' })).status, 204);
  assert.ok((await tree()).folders.some(({ name }) => name === 'Campaigns'));
  assert.equal((await person.send('DELETE', path)).status, 204);
  assert.deepEqual(
    (await customFeeds()).map(({ name, folderId }) => ({ name, folderId })),
    [{ name: 'Inside', folderId: null }],
  );
  for (const method of ['PATCH', 'DELETE']) {
    assert.equal((await person.send(method, path, { name: 'Gone' })).status, 404);
    assert.equal((await person.send(method, `${base}/feed-folders/nonsense`, { name: 'Gone' })).status, 404);
  }
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  const mine = firstOf(await customFeeds());
  assert.equal((await stranger.send('DELETE', `/accounts/${other.accountId}/feeds/${mine.id}`)).status, 404);
});

test('filter fields have labels for ids and codes, and include custom fields', async () => {
  await person.send('POST', `${base}/tags`, { name: 'Hot', color: 2 });
  await person.send('POST', `${base}/custom-fields`, { name: 'Contract value', type: 'number' });
  const { body } = await person.get<FilterField[]>(`${base}/feed-fields`);
  const field = (name: string) => required(body.find((candidate) => candidate.name === name));
  assert.deepEqual(
    required(field('tag').options).map(({ name }) => name),
    ['Hot'],
  );
  assert.ok(required(field('country_code').options).some(({ value, name }) => value === 'DE' && name === 'Germany'));
  assert.deepEqual(
    required(field('assignee').options).map(({ value }) => value),
    [account.userId],
  );
  assert.equal(field('custom_fields.contract_value').type, 'number');
  const audi = firstOf(await leads('search=audi'));
  const saved = await person.send('PATCH', `${base}/companies/${audi.companyId}/custom-fields`, { values: { contract_value: 900 } });
  assert.equal(saved.status, 204, JSON.stringify(saved.body));
  assert.equal((await person.send('PATCH', `${base}/companies/${audi.companyId}/custom-fields`, { values: {} })).status, 400);
  const filters = encodeURIComponent(JSON.stringify({ all: [{ field: 'custom_fields.contract_value', operator: 'gte', values: [500] }] }));
  assert.deepEqual(
    (await leads(`filters=${filters}`)).map(({ name }) => name),
    ['Audi'],
  );
});

test('leads can be sorted by every column; unassigned leads come last in either order', async () => {
  const sap = firstOf(await leads('search=sap'));
  await person.send('PATCH', `${base}/leads`, { companyIds: [sap.companyId], assigneeId: account.userId });
  for (const sort of ['name', 'quality', 'place', 'industry', 'employees', 'visits', 'page_views', 'last_visit', 'first_visit', 'source']) {
    const up = await leads(`sort=${sort}&order=asc`);
    const down = await leads(`sort=${sort}&order=desc`);
    assert.equal(up.length, 3, sort);
    assert.equal(down.length, 3, sort);
  }
  for (const order of ['asc', 'desc'])
    assert.equal(firstOf(await leads(`sort=assignee&order=${order}`)).name, 'SAP', 'unassigned leads come last');
  assert.equal(firstOf(await leads('sort=source&order=desc')).name, 'SAP', 'xing comes after direct');
  assert.deepEqual(
    (await leads('sort=name&order=asc')).map(({ name }) => name),
    (await leads('sort=name&order=desc')).map(({ name }) => name).reverse(),
  );
});

test('a lead shows which ideal customer profiles it matches', async () => {
  await createIcp(service.ctx, account.accountId, { name: 'Anywhere in Germany', filters: { location: [{ country_code: 'DE' }] } });
  const audi = firstOf(await leads('search=audi'));
  assert.deepEqual(
    audi.icps.map(({ icpName, score }) => ({ icpName, score })),
    [{ icpName: 'Anywhere in Germany', score: 1 }],
  );
});
