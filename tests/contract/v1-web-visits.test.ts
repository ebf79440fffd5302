import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { recheckAllFeeds, recordFeedChanges } from '../../server/src/domain/feed-changes/record-feed-changes.ts';
import { enqueueFollowChanges } from '../../server/src/domain/feeds/follow-feed.ts';
import { updateLeads } from '../../server/src/domain/leads/update-leads.ts';
import { applyGoal } from '../../server/src/domain/visits/apply-goal.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { chrome } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService();
const { db } = service.ctx;
service.clock.set('2026-10-15T12:00:00.000Z');
const [audi, sap] = ['143.164.1.10', '155.56.1.10'];

async function openAccount(timezone?: string) {
  const account = await service.newAccount({ timezone });
  const call = checkedClient(service, account);
  const patch = (path: string, body: unknown) => call(path, { method: 'PATCH', body });
  const remove = (path: string) => call(path, { method: 'DELETE' });
  return { account, call, patch, remove };
}

type VisitOptions = { ip?: string; at?: string; url?: string; visitorId?: string; kind?: string; email?: string; name?: string };
async function visit(
  account: TestAccount,
  { ip = audi, at = '2026-10-10T10:00:00.000Z', url = 'https://shop.example/', ...more }: VisitOptions,
) {
  const { visitorId = randomUUID(), kind = 'page_view', email, name } = more;
  const event = { id: randomUUID(), kind, occurred_at: at, ip, user_agent: chrome, url, visitor_id: visitorId, name };
  const events: object[] = [event];
  if (email !== undefined) {
    const aSecondLater = new Date(Date.parse(at) + 1000).toISOString();
    events.push({ ...event, id: randomUUID(), kind: 'identify', occurred_at: aSecondLater, email, name: undefined });
  }
  const response = await v1Client(service, account)(`/v1/collect?account_id=${account.accountId}`, { body: { events } });
  assert.equal(response.body.data.attributes.accepted, events.length, JSON.stringify(response.body));
  await service.drain();
  return event.id;
}
const companyIdOf = async (account: TestAccount, visitId: string) =>
  required(
    (
      await db
        .selectFrom('visits')
        .select('company_id')
        .where('account_id', '=', account.accountId)
        .where('id', '=', visitId)
        .executeTakeFirstOrThrow()
    ).company_id,
  );

type Row = { id: string; attributes: Record<string, unknown>; relationships: Record<string, { id: string } | null> };
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('visits are searched by days, company and place, newest first, in pages', async () => {
  const { account, call } = await openAccount();
  const sent: string[] = [];
  for (let day = 1; day <= 5; day++) sent.unshift(await visit(account, { at: `2026-10-0${day}T10:00:00.000Z`, ip: day % 2 ? audi : sap }));
  await visit(account, { ip: '10.0.0.1', at: '2026-10-03T10:00:00.000Z' });
  const search = (body: Record<string, unknown>, query = '') =>
    call(`/v1/web-visits${query}`, { body: { start_date: '2026-10-01', end_date: '2026-10-05', ...body } });
  assert.deepEqual(idsOf((await search({})).body.data), sent);
  assert.deepEqual(idsOf((await search({ start_date: '2026-10-02', end_date: '2026-10-03' })).body.data), sent.slice(2, 4));
  const paged: string[] = [];
  for (let num = 1; num <= 3; num++) {
    const { body } = await search({}, `?page[num]=${num}&page[size]=2`);
    assert.deepEqual(body.meta.pagination, { page_num: num, page_size: 2, page_count: 3, total_count: 5 });
    paged.push(...idsOf(body.data));
  }
  assert.deepEqual(paged, sent);
  const sapId = await companyIdOf(account, itemAt(sent, 1));
  const ofSap = await search({ filters: { company_id: sapId } });
  assert.deepEqual(idsOf(ofSap.body.data), [sent[1], sent[3]]);
  const { country_code, city } = (await search({}, '?include=location')).body.data[0].relationships.location.attributes;
  assert.equal((await search({ filters: { location_country_codes: [country_code.toLowerCase(), 'fi'] } })).body.data.length, 5);
  assert.equal(required((await search({ filters: { location_country_codes: ['FI'] } })).body.meta.pagination).total_count, 0);
  if (city !== null) {
    const inCity = await search({
      filters: { location_cities: [city.toUpperCase()], company_id: await companyIdOf(account, firstOf(sent)) },
    });
    assert.deepEqual(idsOf(inCity.body.data), [sent[0], sent[2], sent[4]]);
  }
  assert.deepEqual((await search({ filters: { company_id: '999999999' } })).body.data, []);
});

test('pages of filtered visits are parts of one list, also while a time zone change waits for the rollups', async () => {
  const { account, call } = await openAccount('Pacific/Auckland');
  for (let day = 1; day <= 9; day++) {
    for (const ip of day % 4 === 0 ? ['8.8.8.8'] : [audi, sap, '91.12.34.56']) {
      for (const hour of [1, 11, 23]) await visit(account, { at: `2026-10-0${day}T${String(hour).padStart(2, '0')}:30:00.000Z`, ip });
    }
  }
  const { accountId } = account;
  const attributes = { name: 'Regulars', filters: { all: [{ field: 'visits', operator: 'gte', values: [3] }] } };
  const feed = (await call('/v1/web-visits/custom-feeds', { body: { data: { type: 'custom_feed', attributes } } })).body.data;
  const company_id = firstOf(
    (await call('/v1/web-visits', { body: { start_date: '2026-10-01', end_date: '2026-10-09' } })).body.data as Row[],
  ).relationships.company?.id;
  const { rows } = await sql<{ city: string }>`
    select city from places where account_id = ${accountId} and city is not null and country_code = 'DE' order by city limit 1`.execute(db);
  const { city } = firstOf(rows);
  const searches = [
    { filters: { location_country_codes: ['DE'] } },
    { filters: { location_country_codes: ['us', 'De', 'DE'] } },
    { filters: { location_cities: [city.toUpperCase()] } },
    { filters: { location_cities: [city], location_country_codes: ['US'] } },
    { filters: { location_country_codes: ['DE'], company_id } },
    { filters: { has_company: false } },
    { filters: { has_company: false, location_country_codes: ['US'] } },
    { custom_feed_id: feed.id },
    { custom_feed_id: feed.id, filters: { location_country_codes: ['DE'] } },
  ];
  const pages = [
    [20, 1],
    [2, 1],
    [4, 3],
    [100, 2],
  ] as const;
  const search = (body: object, page: string) =>
    call(`/v1/web-visits${page}`, { body: { start_date: '2026-10-02', end_date: '2026-10-08', ...body } });
  const listAll = async (body: object) => {
    const { data, meta } = (await search(body, '?page[size]=100')).body;
    assert.equal(data.length, meta.pagination?.total_count, JSON.stringify(body));
    return data;
  };
  const lists: Row[][] = [];
  for (const body of searches) {
    const all = await listAll(body);
    for (const [size, num] of pages) {
      const { data } = (await search(body, `?page[size]=${size}&page[num]=${num}`)).body;
      assert.deepEqual(data, all.slice(size * (num - 1), size * num), JSON.stringify([body, size, num]));
    }
    lists.push(all);
  }
  const found = lists.reduce((sum, { length }) => sum + length, 0);
  assert.ok(found > 100, `${found} visits`);
  // Without companies, the days are those of the previous time zone until the rollups are rebuilt.
  await updateAccount(service.ctx, accountId, { timezone: 'UTC' });
  for (const [index, body] of searches.entries()) {
    if ('custom_feed_id' in body || 'company_id' in (body.filters ?? {})) continue;
    assert.deepEqual(idsOf(await listAll(body)), idsOf(itemAt(lists, index)), JSON.stringify(body));
  }
  await runQueuedJobs(service);
  for (const body of searches) await listAll(body);
  assert.notDeepEqual(idsOf(await listAll(firstOf(searches))), idsOf(firstOf(lists)), 'the days of the new time zone');
});

test('relationships of a visit have ids, and attributes if included', async () => {
  const { account, call } = await openAccount();
  const email = `kim-${account.accountId}@audi.example`;
  const id = await visit(account, { email });
  const company = await companyIdOf(account, id);
  const contactId = firstOf(await service.ctx.ids.records(db, 1));
  await db
    .insertInto('contacts')
    .values({ id: contactId, company_id: company, email, full_name: 'Kim Example', updated_at: new Date() })
    .execute();
  const body = { start_date: '2026-10-10', end_date: '2026-10-10' };
  const rows: Row[] = (await call('/v1/web-visits', { body })).body.data;
  const bare = firstOf(rows);
  assert.deepEqual(
    [bare.relationships.company, bare.relationships.contact],
    [
      { type: 'company', id: company },
      { type: 'contact', id: contactId },
    ],
  );
  assert.deepEqual(Object.keys(required(bare.relationships.location)).sort(), ['attributes', 'id', 'type']);
  assert.equal((bare.attributes.visitor as { email: string }).email, email);
  const [full] = (await call('/v1/web-visits?include=company,location,contact', { body })).body.data;
  assert.equal(full.relationships.contact.attributes.full_name, 'Kim Example');
  assert.match(full.relationships.company.attributes.name, /Audi/i);
  assert.ok('country_code' in full.relationships.location.attributes);
  assert.equal(errorOf(await call('/v1/web-visits?include=goals', { body })), '400 invalid_parameter include');
});

test('a search with missing or unknown parameters is rejected', async () => {
  const { call } = await openAccount();
  const days = { start_date: '2026-10-01', end_date: '2026-10-02' };
  const wrong: [Record<string, unknown>, string][] = [
    [{ end_date: '2026-10-01' }, '/start_date'],
    [{ start_date: '2026-10-01' }, '/end_date'],
    [{ ...days, end_date: '2026-09-30' }, '/start_date'],
    [{ ...days, start_date: '2026-13-01' }, '/start_date'],
    [{ ...days, filters: { company_id: 'x' } }, '/filters/company_id'],
    [{ ...days, filters: { company: '1' } }, '/filters/company'],
    [{ ...days, limit: 5 }, '/limit'],
  ];
  for (const [body, pointer] of wrong) {
    assert.equal(errorOf(await call('/v1/web-visits', { body })), `400 invalid_parameter ${pointer}`, JSON.stringify(body));
  }
});

test('the first and last possible dates are accepted', async () => {
  const { account, call } = await openAccount();
  await visit(account, {});
  const feed = (await call(feeds, { body: feedBody({ name: 'All', filters: { all: [] } }) })).body.data;
  for (const [start, end] of [
    ['0001-01-01', '9999-12-31'],
    ['0000-01-01', '2026-12-31'],
  ]) {
    const found = await call('/v1/web-visits', { body: { start_date: start, end_date: end } });
    assert.deepEqual([found.status, found.body.meta.pagination?.total_count], [200, 1], JSON.stringify(found.body));
    const query = `start_date=${start}&end_date=${end}&filter[custom_feed_id]=${feed.id}`;
    const companies = await call(`/v1/web-visits/companies?${query}`);
    assert.deepEqual([companies.status, companies.body.meta.pagination?.total_count], [200, 1], JSON.stringify(companies.body));
  }
});

const feedBody = (attributes: Record<string, unknown>, relationships?: Record<string, unknown>) => ({
  data: { type: 'custom_feed', attributes, ...(relationships && { relationships }) },
});
const onPricing = { all: [{ field: 'page_url', operator: 'contains', values: ['/pricing'], excluded: false }] };
const feeds = '/v1/web-visits/custom-feeds';

test('a feed can be created, read by both of its ids, updated and deleted', async () => {
  const { account, call, patch, remove } = await openAccount();
  const created = await call(feeds, { body: feedBody({ name: ' Pricing ', filters: onPricing }) });
  const { id, attributes } = created.body.data;
  const { numeric_id, ...rest } = attributes;
  assert.deepEqual(rest, {
    name: 'Pricing',
    description: null,
    filters: onPricing,
    sort: null,
    subscription: { email: false, webhook: null },
    webhook_disabled_at: null,
  });
  assert.deepEqual(created.body.data.relationships, { folder: null, connected_list: null, owner: { type: 'user', id: account.userId } });
  assert.deepEqual((await call(`${feeds}/${id}`)).body.data, created.body.data);
  assert.deepEqual((await call(`${feeds}/${numeric_id}`)).body.data, created.body.data);
  const change = { description: 'Looked at prices', sort: '-visits', subscription: { webhook: 'https://hooks.example/x' } };
  const changed = await patch(`${feeds}/${id}`, feedBody(change));
  const { webhook_secret, ...shownToAll } = changed.body.data.attributes;
  assert.match(webhook_secret, /^whsec_/);
  assert.deepEqual(shownToAll, {
    ...attributes,
    ...change,
    subscription: { email: false, webhook: 'https://hooks.example/x' },
  });
  const second = await call(feeds, { body: feedBody({ name: 'Everybody', filters: { all: [] } }) });
  assert.deepEqual(idsOf((await call(feeds)).body.data), [id, second.body.data.id]);
  assert.equal((await remove(`${feeds}/${numeric_id}`)).status, 204);
  assert.equal(errorOf(await call(`${feeds}/${id}`)), '404 entity_not_found');
  const earlier = await fetch(`${service.url}/accounts/${account.accountId}/custom-feeds`, {
    headers: { authorization: `Token token=${account.token}` },
  });
  const shown = (await readJson<{ data: { id: string }[] }>(earlier)).data;
  assert.ok(idsOf(shown).includes(second.body.data.attributes.numeric_id));
});

test('filters are validated against the known fields and operators, with a pointer to the error', async () => {
  const { call, patch } = await openAccount();
  const filter = (condition: Record<string, unknown>) => ({ all: [onPricing.all[0], condition] });
  const wrong: [unknown, string][] = [
    [{}, '/all'],
    [{ any: [] }, '/all'],
    [{ ...onPricing, none: [] }, '/none'],
    [filter({ field: 'shoe_size', values: [1] }), '/all/1/field'],
    [filter({ field: 'page_url', operator: 'gt', values: ['x'] }), '/all/1/operator'],
    [filter({ field: 'visits', operator: 'gte', values: ['many'] }), '/all/1/values/0'],
    [filter({ field: 'page_url', values: [] }), '/all/1/values'],
    [filter({ field: 'page_url', values: ['x'], more: 1 }), '/all/1/more'],
    [filter({ field: 'page_url', values: ['x'], excluded: 'no' }), '/all/1/excluded'],
  ];
  const created = await call(feeds, { body: feedBody({ name: 'Pricing', filters: onPricing }) });
  for (const [filters, pointer] of wrong) {
    const expected = `400 invalid_parameter /data/attributes/filters${pointer}`;
    const body = feedBody({ name: 'Wrong', filters });
    const refused = await call(feeds, { body });
    assert.ok(
      refused.body.errors.some(({ source }) => `${refused.status} invalid_parameter ${source?.pointer}` === expected),
      `${JSON.stringify(filters)}: ${JSON.stringify(refused.body)}`,
    );
    assert.equal((await patch(`${feeds}/${created.body.data.id}`, body)).status, 400);
  }
  assert.equal(errorOf(await patch(`${feeds}/${created.body.data.id}`, { data: { type: 'custom_feed' } })), '400 invalid_parameter /data');
  const odd: [Record<string, unknown>, string][] = [
    [{ name: 'x' }, '/data/attributes/filters'],
    [{ name: ' ', filters: onPricing }, '/data/attributes/name'],
    [{ name: 'x', filters: onPricing, sort: 'shoe_size' }, '/data/attributes/sort'],
    [{ name: 'x', filters: onPricing, folder: 'y' }, '/data/attributes/folder'],
  ];
  for (const [attributes, pointer] of odd) {
    assert.equal(errorOf(await call(feeds, { body: feedBody(attributes) })), `400 invalid_parameter ${pointer}`);
  }
  assert.equal((await call(feeds)).body.data.length, 1);
});

test('a custom field used by a feed cannot be deleted', async () => {
  const { call, remove } = await openAccount();
  const field = { data: { type: 'custom_field', attributes: { name: 'Budget', scope: 'company', type: 'number' } } };
  const { id } = (await call('/v1/custom-fields', { body: field })).body.data;
  const filters = { all: [{ field: `custom_fields.${id}`, operator: 'gte', values: [5] }] };
  const feed = (await call(feeds, { body: feedBody({ name: 'Rich', filters }) })).body.data;
  assert.equal(errorOf(await remove(`/v1/custom-fields/${id}`)), '409 conflict');
  await remove(`${feeds}/${feed.id}`);
  assert.equal((await remove(`/v1/custom-fields/${id}`)).status, 204);
});

test('folders are created with their first feed and deleted with their last', async () => {
  const { call, patch, remove } = await openAccount();
  const inFolder = (name: string) => ({ folder: { type: 'custom_feed_folder', attributes: { name } } });
  const first = (await call(feeds, { body: feedBody({ name: 'One', filters: onPricing }, inFolder('Sales')) })).body.data;
  const second = (await call(feeds, { body: feedBody({ name: 'Two', filters: onPricing }, inFolder('SALES ')) })).body.data;
  const folderId = first.relationships.folder.id;
  assert.equal(second.relationships.folder.id, folderId);
  const third = await call(feeds, {
    body: feedBody({ name: 'Three', filters: onPricing }, { folder: { type: 'custom_feed_folder', id: folderId } }),
  });
  const folders = async (query = '') => (await call(`/v1/web-visits/custom-feed-folders${query}`)).body.data;
  const [folder] = await folders('?include=custom_feeds');
  assert.deepEqual(
    [folder.attributes.name, idsOf(folder.relationships.custom_feeds)],
    ['Sales', [first.id, second.id, third.body.data.id]],
  );
  assert.equal(folder.relationships.custom_feeds[0].attributes.name, 'One');
  assert.deepEqual(Object.keys((await folders())[0].relationships.custom_feeds[0]).sort(), ['id', 'type']);
  const moved = await patch(`${feeds}/${first.id}?include=folder`, { data: { type: 'custom_feed', relationships: inFolder('Marketing') } });
  assert.equal(moved.body.data.relationships.folder.attributes.name, 'Marketing');
  await patch(`${feeds}/${second.id}`, { data: { type: 'custom_feed', relationships: { folder: null } } });
  await remove(`${feeds}/${third.body.data.id}`);
  assert.deepEqual(
    (await folders()).map(({ attributes }: { attributes: { name: string } }) => attributes.name),
    ['Marketing'],
  );
  const unknown = { folder: { type: 'custom_feed_folder', id: randomUUID() } };
  const refused = await patch(`${feeds}/${second.id}`, { data: { type: 'custom_feed', relationships: unknown } });
  assert.equal(errorOf(refused), '404 entity_not_found /data/relationships/folder/id');
});

test('a connected list is kept in sync with its feed in the background, and is deleted with it', async () => {
  const { account, call, patch, remove } = await openAccount();
  const audiId = await companyIdOf(account, await visit(account, { url: 'https://shop.example/pricing' }));
  const sapId = await companyIdOf(account, await visit(account, { ip: sap }));
  const connected = { connected_list: { type: 'list', attributes: { name: 'Follows' } } };
  const { data } = (
    await call(`${feeds}?include=connected_list,owner`, { body: feedBody({ name: 'Pricing', filters: onPricing }, connected) })
  ).body;
  const list = data.relationships.connected_list;
  assert.match(list.id, /^feed_\d+$/);
  assert.deepEqual([list.attributes.kind, list.attributes.read_only, list.attributes.name], ['feed', true, 'Follows']);
  assert.equal(data.relationships.owner.attributes.email, account.email);
  const items = async () => idsOf((await call(`/v1/lists/${list.id}/items`)).body.data);
  await runQueuedJobs(service);
  assert.deepEqual(await items(), [audiId]);
  await visit(account, { ip: sap, url: 'https://shop.example/pricing/teams' });
  await enqueueFollowChanges(service.ctx);
  await runQueuedJobs(service);
  assert.deepEqual((await items()).sort(), [audiId, sapId].sort());
  // Only companies with recorded changes are checked.
  const hide = (hidden: boolean) =>
    db.updateTable('leads').set({ hidden }).where('account_id', '=', account.accountId).where('company_id', '=', audiId).execute();
  const follow = async () => {
    await enqueueFollowChanges(service.ctx);
    await runQueuedJobs(service);
    return (await items()).sort();
  };
  await hide(true);
  assert.deepEqual(await follow(), [audiId, sapId].sort());
  await recordFeedChanges(db, account.accountId, [audiId]);
  assert.deepEqual(await follow(), [sapId]);
  await hide(false);
  await recheckAllFeeds(db);
  assert.deepEqual(await follow(), [audiId, sapId].sort());
  const path = `${feeds}/${data.id}`;
  await patch(path, feedBody({ filters: { all: [{ field: 'page_url', operator: 'ends_with', values: ['/teams'] }] } }));
  await runQueuedJobs(service);
  assert.deepEqual(await items(), [sapId]);
  const foreign = { data: { type: 'custom_feed', relationships: { connected_list: { type: 'list', id: 'feed_1' } } } };
  assert.equal(errorOf(await patch(path, foreign)), '400 invalid_parameter /data/relationships/connected_list/id');
  const echoed = { data: { type: 'custom_feed', relationships: { connected_list: { type: 'list', id: list.id } } } };
  assert.equal((await patch(path, echoed)).body.data.relationships.connected_list.id, list.id);
  const dependentBody = feedBody({ name: 'Dependent', filters: { all: [{ field: 'list', values: [list.id] }] } });
  const dependent = (await call(feeds, { body: dependentBody })).body.data;
  const withoutList = { data: { type: 'custom_feed', relationships: { connected_list: null } } };
  assert.equal(errorOf(await patch(path, withoutList)), '409 conflict');
  assert.equal(errorOf(await remove(path)), '409 conflict');
  await remove(`${feeds}/${dependent.id}`);
  assert.equal((await remove(path)).status, 204);
  assert.equal(errorOf(await call(`/v1/lists/${list.id}`)), '404 entity_not_found');
});

test('a connected list that is created without a name gets the new name of a feed that is renamed by the same request', async () => {
  const { call, patch } = await openAccount();
  const { id } = (await call(feeds, { body: feedBody({ name: 'Old', filters: onPricing }) })).body.data;
  const change = { type: 'custom_feed', attributes: { name: 'New' }, relationships: { connected_list: { type: 'list' } } };
  const { relationships } = (await patch(`${feeds}/${id}?include=connected_list`, { data: change })).body.data;
  assert.equal(relationships.connected_list.attributes.name, 'New');
});

test('the owner of a feed is a user of the account, or nobody', async () => {
  const { account, call, patch } = await openAccount();
  const stranger = await service.newAccount();
  const { id } = (await call(feeds, { body: feedBody({ name: 'Mine', filters: onPricing }) })).body.data;
  const owner = (userId: string | null) => ({
    data: { type: 'custom_feed', relationships: { owner: userId === null ? null : { type: 'user', id: userId } } },
  });
  assert.equal((await patch(`${feeds}/${id}`, owner(null))).body.data.relationships.owner, null);
  assert.equal((await patch(`${feeds}/${id}`, owner(account.userId))).body.data.relationships.owner.id, account.userId);
  assert.equal(errorOf(await patch(`${feeds}/${id}`, owner(stranger.userId))), '400 invalid_parameter /data/relationships/owner/id');
});

test('visitor companies can be limited to a feed', async () => {
  const { account, call } = await openAccount();
  const audiId = await companyIdOf(account, await visit(account, { url: 'https://shop.example/pricing' }));
  await visit(account, { ip: sap });
  const feed = (await call(feeds, { body: feedBody({ name: 'Pricing', filters: onPricing }) })).body.data;
  const companies = async (query = '') =>
    (await call(`/v1/web-visits/companies${query}`)).body.data.map((row: Row) => required(row.relationships.company).id);
  assert.equal((await companies()).length, 2);
  for (const id of [feed.id, feed.attributes.numeric_id]) assert.deepEqual(await companies(`?filter[custom_feed_id]=${id}`), [audiId]);
  assert.equal((await companies('?filter[custom_feed_id]=all_leads')).length, 2);
  assert.deepEqual(await companies('?filter[custom_feed_id]=followed_companies&start_date=2026-10-01'), []);
  assert.equal(errorOf(await call(`/v1/web-visits/companies?filter[custom_feed_id]=${randomUUID()}`)), '404 entity_not_found');
  const unknown = await call('/v1/web-visits/companies?filter[custom_feed_id]=best');
  assert.equal(errorOf(unknown), '400 invalid_parameter filter[custom_feed_id]');
});

test('visitor companies do not include hidden companies, with and without a feed', async () => {
  const { account, call } = await openAccount();
  const audiId = await companyIdOf(account, await visit(account, {}));
  const sapId = await companyIdOf(account, await visit(account, { ip: sap }));
  await updateLeads(service.ctx, account.accountId, account.userId, { companyIds: [audiId], change: { hidden: true } });
  for (const query of ['', '?filter[custom_feed_id]=all_leads']) {
    const { data, meta } = (await call(`/v1/web-visits/companies${query}`)).body;
    const companyIds = data.map((row: Row) => required(row.relationships.company).id);
    assert.deepEqual([companyIds, meta.pagination?.total_count], [[sapId], 1], query);
  }
});

const goals = '/v1/web-visits/goals';
const goalBody = (attributes: Record<string, unknown>) => ({ data: { type: 'goal', attributes } });
const pricingGoal = { name: 'Looked at pricing', kind: 'page', match: { operator: 'begins_with', value: '/pricing' } };

test('a goal counts the visits that reach it after its creation, while it is active', async () => {
  const { account, call, patch } = await openAccount();
  await visit(account, { url: 'https://shop.example/pricing' });
  const created = await call(goals, { body: goalBody({ ...pricingGoal, value: 20 }) });
  const { id, attributes } = created.body.data;
  assert.deepEqual(attributes, { ...pricingGoal, value: 20, active: true, reached_count: 0 });
  const visitId = await visit(account, { url: 'https://shop.example/pricing/teams' });
  await visit(account, { url: 'https://shop.example/about' });
  const reachedCount = async () => (await call(`${goals}/${id}`)).body.data.attributes.reached_count;
  assert.equal(await reachedCount(), 1);
  const { data } = (await call('/v1/web-visits', { body: { start_date: '2026-10-10', end_date: '2026-10-10' } })).body;
  const { goals: met, engagements } = data.find((row: Row) => row.id === visitId).attributes;
  assert.deepEqual([met[0].id, met[0].name, engagements[0].has_met_goals], [id, 'Looked at pricing', true]);
  await patch(`${goals}/${id}`, goalBody({ active: false }));
  await visit(account, { url: 'https://shop.example/pricing' });
  assert.equal(await reachedCount(), 1);
  const changed = await patch(`${goals}/${id}`, goalBody({ active: true, name: 'Prices', value: null }));
  assert.deepEqual(changed.body.data.attributes, { ...attributes, name: 'Prices', value: null, reached_count: 1 });
  assert.deepEqual((await call(goals)).body.data, [changed.body.data]);
});

test('a visit without a page view counts for the goal that its event reaches', async () => {
  const { account, call } = await openAccount();
  const goal = { name: 'Demo booked', kind: 'event', match: { operator: 'is', value: 'demo_booked' } };
  const { id } = (await call(goals, { body: goalBody(goal) })).body.data;
  await visit(account, { kind: 'event', name: 'demo_booked' });
  assert.equal((await call(`${goals}/${id}`)).body.data.attributes.reached_count, 1);
});

test('a goal is applied to past visits on request, even after an interrupted attempt, and again after a change', async () => {
  const { account, call, patch } = await openAccount();
  for (const path of ['/pricing', '/pricing/teams', '/about']) await visit(account, { url: `https://shop.example${path}` });
  const { id } = (await call(goals, { body: goalBody({ ...pricingGoal, apply_to_past: true }) })).body.data;
  const reachedCount = async () => (await call(`${goals}/${id}`)).body.data.attributes.reached_count;
  assert.equal(await reachedCount(), 0);
  const killed = new Proxy(service.ctx.db, {
    get(target, name) {
      if (name === 'transaction') return () => assert.fail('killed');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await assert.rejects(applyGoal({ ...service.ctx, db: killed }, { accountId: account.accountId, goalId: id }), /killed/);
  await runQueuedJobs(service);
  assert.equal(await reachedCount(), 2);
  await applyGoal(service.ctx, { accountId: account.accountId, goalId: id });
  assert.equal(await reachedCount(), 2);
  await patch(`${goals}/${id}`, goalBody({ match: { operator: 'is', value: '/about' }, apply_to_past: true }));
  await runQueuedJobs(service);
  assert.equal(await reachedCount(), 1);
});

test('past visits keep a goal that is turned off, even while it is being applied to them', async () => {
  const { account, call, patch } = await openAccount();
  const { id } = (await call(goals, { body: goalBody(pricingGoal) })).body.data;
  await visit(account, { url: 'https://shop.example/pricing' });
  const reachedCount = async () => (await call(`${goals}/${id}`)).body.data.attributes.reached_count;
  await patch(`${goals}/${id}`, goalBody({ active: false, apply_to_past: true }));
  await runQueuedJobs(service);
  await applyGoal(service.ctx, { accountId: account.accountId, goalId: id });
  assert.equal(await reachedCount(), 1);
  await visit(account, { url: 'https://shop.example/pricing' });
  assert.equal(await reachedCount(), 1, 'new visits are not matched');
  await patch(`${goals}/${id}`, goalBody({ active: true, apply_to_past: true }));
  await runQueuedJobs(service);
  assert.equal(await reachedCount(), 2, 'turning it on applies it to the visits in between');
});

test('a visit in progress keeps a goal that is turned off', async () => {
  const { account, call, patch } = await openAccount();
  const { id } = (await call(goals, { body: goalBody(pricingGoal) })).body.data;
  const visitorId = randomUUID();
  await visit(account, { visitorId, url: 'https://shop.example/pricing' });
  await patch(`${goals}/${id}`, goalBody({ active: false }));
  const stored = () => db.selectFrom('visits').select('goals').where('account_id', '=', account.accountId).execute();
  const before = await stored();
  await visit(account, { visitorId, at: '2026-10-10T10:05:00.000Z', url: 'https://shop.example/pricing' });
  await visit(account, { visitorId, at: '2026-10-10T10:06:00.000Z' });
  assert.deepEqual(await stored(), before);
  assert.equal((await call(`${goals}/${id}`)).body.data.attributes.reached_count, 1);
});

test('applying a goal to past visits continues beyond one batch', async () => {
  const { account, call } = await openAccount();
  const id = await visit(account, { url: 'https://shop.example/pricing' });
  await sql`
    insert into visits select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'started_at', v.started_at + n * interval '1 second'))).*
    from visits v cross join generate_series(1, 1200) as n where v.account_id = ${account.accountId} and v.id = ${id}`.execute(db);
  const goal = (await call(goals, { body: goalBody({ ...pricingGoal, apply_to_past: true }) })).body.data;
  const reachedCount = async () => (await call(`${goals}/${goal.id}`)).body.data.attributes.reached_count;
  await applyGoal(service.ctx, { accountId: account.accountId, goalId: goal.id, rows: 150 });
  assert.equal(await reachedCount(), 150, 'one step processes a limited number of visits');
  await runQueuedJobs(service);
  assert.equal(await reachedCount(), 1201);
});

test('a goal cannot be deleted while a feed uses it, and deleting it removes it from the visits', async () => {
  const { account, call, remove } = await openAccount();
  const kept = (await call(goals, { body: goalBody({ ...pricingGoal, name: 'Kept' }) })).body.data.id;
  const { id } = (await call(goals, { body: goalBody(pricingGoal) })).body.data;
  await visit(account, { url: 'https://shop.example/pricing' });
  const body = feedBody({ name: 'Reached', filters: { all: [{ field: 'goal', values: [id] }] } });
  const feed = (await call(feeds, { body })).body.data;
  assert.equal(errorOf(await remove(`${goals}/${id}`)), '409 conflict');
  await remove(`${feeds}/${feed.id}`);
  assert.equal((await remove(`${goals}/${id}`)).status, 204);
  assert.equal(errorOf(await call(`${goals}/${id}`)), '404 entity_not_found');
  await runQueuedJobs(service);
  const rows = await db.selectFrom('visits').select('goals').where('account_id', '=', account.accountId).execute();
  assert.deepEqual(
    rows.map(({ goals: left }) => (left as { goalId: string }[]).map(({ goalId }) => goalId)),
    [[kept]],
  );
});

test('an invalid goal is rejected with a pointer', async () => {
  const { call, patch } = await openAccount();
  const { id } = (await call(goals, { body: goalBody(pricingGoal) })).body.data;
  const wrong: [Record<string, unknown>, string][] = [
    [{ ...pricingGoal, name: ' ' }, '/data/attributes/name'],
    [{ ...pricingGoal, kind: 'shoe' }, '/data/attributes/kind'],
    [{ ...pricingGoal, match: { operator: 'like', value: 'x' } }, '/data/attributes/match/operator'],
    [{ ...pricingGoal, match: { operator: 'is', value: '' } }, '/data/attributes/match/value'],
    [{ ...pricingGoal, match: { operator: 'is', value: ' ' } }, '/data/attributes/match/value'],
    [{ ...pricingGoal, match: { operator: 'is', value: 'x', more: 1 } }, '/data/attributes/match/more'],
    [{ ...pricingGoal, value: '20' }, '/data/attributes/value'],
    [{ ...pricingGoal, reached_count: 4 }, '/data/attributes/reached_count'],
  ];
  for (const [attributes, pointer] of wrong) {
    const body = goalBody(attributes);
    assert.equal(errorOf(await call(goals, { body })), `400 invalid_parameter ${pointer}`, JSON.stringify(attributes));
    assert.equal(errorOf(await patch(`${goals}/${id}`, body)), `400 invalid_parameter ${pointer}`, JSON.stringify(attributes));
  }
  assert.equal(errorOf(await call(`${goals}/${randomUUID()}`)), '404 entity_not_found');
  assert.equal(errorOf(await call(`${goals}/1`)), '404 entity_not_found');
});

test('the tracker script resource has the snippet and the tracking status', async () => {
  const { account, call } = await openAccount();
  const tracker = async () => (await call('/v1/web-visits/tracker')).body.data.attributes;
  const before = await tracker();
  assert.deepEqual([before.script_hash, before.timezone, before.tracking_status], [account.scriptHash, 'UTC', 'not_installed']);
  assert.ok(before.script_html.includes(before.script_url));
  assert.equal((await fetch(before.script_url)).status, 200);
  await visit(account, {});
  assert.equal((await tracker()).tracking_status, 'ok');
});

test('another account with the same data can neither see nor change feeds and goals', async () => {
  const mine = await openAccount();
  const theirs = await openAccount();
  const records = [];
  for (const { account, call } of [mine, theirs]) {
    await visit(account, { url: 'https://shop.example/pricing' });
    const relations = { folder: { type: 'custom_feed_folder', attributes: { name: 'Sales' } }, connected_list: { type: 'list' } };
    const feed = (await call(feeds, { body: feedBody({ name: 'Pricing', filters: onPricing }, relations) })).body.data;
    const goal = (await call(goals, { body: goalBody({ ...pricingGoal, apply_to_past: true }) })).body.data;
    records.push({ feed, goal });
  }
  await runQueuedJobs(service);
  const { feed, goal } = firstOf(records);
  for (const path of [`${feeds}/${feed.id}`, `${feeds}/${feed.attributes.numeric_id}`]) {
    for (const options of [{}, { method: 'DELETE' }, { method: 'PATCH', body: feedBody({ name: 'Theirs' }) }]) {
      assert.equal(errorOf(await theirs.call(path, options)), '404 entity_not_found');
    }
  }
  for (const options of [{}, { method: 'DELETE' }, { method: 'PATCH', body: goalBody({ name: 'Theirs' }) }]) {
    assert.equal(errorOf(await theirs.call(`${goals}/${goal.id}`, options)), '404 entity_not_found');
  }
  const taken = { folder: { type: 'custom_feed_folder', id: feed.relationships.folder.id } };
  const refused = await theirs.call(feeds, { body: feedBody({ name: 'In your folder', filters: onPricing }, taken) });
  assert.equal(errorOf(refused), '404 entity_not_found /data/relationships/folder/id');
  assert.equal(errorOf(await theirs.call(`/v1/web-visits/companies?filter[custom_feed_id]=${feed.id}`)), '404 entity_not_found');
  for (const { call } of [mine, theirs]) {
    assert.equal((await call(feeds)).body.data.length, 1);
    assert.equal((await call('/v1/web-visits/custom-feed-folders')).body.data.length, 1);
    assert.deepEqual(
      (await call(goals)).body.data.map((row: Row) => row.attributes.reached_count),
      [1],
    );
    const { body } = await call('/v1/web-visits', { body: { start_date: '2026-10-01', end_date: '2026-10-15' } });
    assert.equal(required(body.meta.pagination).total_count, 1);
  }
});
