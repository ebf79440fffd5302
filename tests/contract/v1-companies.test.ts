import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { statusAndCode } from '../kit/checked-client.ts';
import { chrome } from '../kit/events.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';
import { startValidatingProxy } from '../kit/validating-proxy.ts';

const recorded = recordStatements();
const service = await startTestService();
/** Every response is validated against the OpenAPI document. */
const proxy = await startValidatingProxy(service.url);
const { db } = service.ctx;
service.clock.set('2026-10-15T12:00:00.000Z');

const companies = await db.selectFrom('companies').select(['id', 'name']).where('origin', '=', 'seed').orderBy('id').limit(80).execute();
const companyId = async (name: string) =>
  (await db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

async function openAccount(options: Parameters<typeof service.newAccount>[0] = {}) {
  const account = await service.newAccount(options);
  const call = v1Client(proxy, account);
  const query = `account_id=${account.accountId}`;
  const balance = async () => (await call(`/v1/accounts?${query}`)).body.data[0].attributes.credits;
  return { account, call, query, balance };
}

async function visit(account: { key: string; accountId: string }, more: Record<string, unknown> = {}) {
  const event = {
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: service.clock.now().toISOString(),
    ip: '143.164.1.10',
    user_agent: chrome,
    url: 'https://shop.example/pricing?utm_source=news&utm_medium=email&utm_campaign=autumn',
    title: 'Pricing',
    visitor_id: 'v1',
    ...more,
  };
  await v1Client(proxy, account)(`/v1/collect?account_id=${account.accountId}`, { body: { events: [event] } });
  await service.drain();
  return event;
}

test('accounts are listed as summaries, or a single one with its credits, and with the company on request', async () => {
  const { account, call, query } = await openAccount({ name: 'Acme', credits: 40 });
  const all = await call('/v1/accounts');
  assert.deepEqual(all.body.data, [{ type: 'account_summary', id: account.accountId, attributes: { name: 'Acme' }, relationships: {} }]);
  const company = firstOf(companies);
  await db.updateTable('accounts').set({ company_id: company.id }).where('id', '=', account.accountId).execute();
  const single = await call(`/v1/accounts?${query}`);
  assert.deepEqual(single.body.data, [
    {
      type: 'account',
      id: account.accountId,
      attributes: { name: 'Acme', credits: { available: 40, used: 0, remaining: 40, next_reset_on: '2026-11-01' } },
      relationships: { account_company: { type: 'account_company', id: company.id } },
    },
  ]);
  const included = await call('/v1/accounts?include=account_company');
  assert.deepEqual(included.body.data[0].relationships.account_company.attributes, { name: company.name });
  assert.deepEqual(statusAndCode(await call('/v1/accounts?include=users')), [400, 'invalid_parameter']);
});

test('the current user is returned, whatever the account_id', async () => {
  const { account, call } = await openAccount();
  const me = await call('/v1/users/me?account_id=1');
  assert.equal(me.status, 200);
  assert.deepEqual(me.body.data, {
    type: 'user',
    id: account.userId,
    attributes: { email: account.email, first_name: '', last_name: '', phone_number: null, country_code: null, team_role: 'owner' },
  });
});

test('revealing a company costs one credit, nothing for the next twelve months, then one credit again', async () => {
  const { account, call, query, balance } = await openAccount({ credits: 5 });
  const path = `/v1/companies/${firstOf(companies).id}?${query}`;
  const requestId = randomUUID();
  const first = await call(path, { headers: { 'x-request-id': requestId } });
  assert.equal(first.status, 200);
  assert.equal(first.body.data.attributes.name, firstOf(companies).name);
  assert.deepEqual(first.body.meta, { request_id: requestId, credits: { charged: 1 } });
  assert.deepEqual((await call(path)).body.meta.credits, { charged: 0 });
  assert.deepEqual(await balance(), { available: 5, used: 1, remaining: 4, next_reset_on: '2026-11-01' });
  const ledger = await db.selectFrom('credit_charges').selectAll().where('account_id', '=', account.accountId).execute();
  assert.deepEqual(
    ledger.map(({ request_id, credits, operation, record_id }) => ({ request_id, credits, operation, record_id })),
    [{ request_id: requestId, credits: 1, operation: 'getCompany', record_id: firstOf(companies).id }],
  );
  service.clock.set('2027-10-15T11:59:59.000Z');
  assert.equal((await call(path)).body.meta.credits?.charged, 0);
  service.clock.set('2027-10-15T12:00:00.000Z');
  assert.equal((await call(path)).body.meta.credits?.charged, 1);
  assert.deepEqual(await balance(), { available: 5, used: 1, remaining: 4, next_reset_on: '2027-11-01' });
  service.clock.set('2026-10-15T12:00:00.000Z');
});

test('without credits, a company gets 403 and is not charged; revealed companies stay available', async () => {
  const { account, call, query, balance } = await openAccount({ credits: 1 });
  assert.equal((await call(`/v1/companies/${itemAt(companies, 1).id}?${query}`)).status, 200);
  const refused = await call(`/v1/companies/${itemAt(companies, 2).id}?${query}`);
  assert.deepEqual(statusAndCode(refused), [403, 'insufficient_credits']);
  assert.equal(refused.body.data, undefined);
  assert.equal((await call(`/v1/companies/${itemAt(companies, 1).id}?${query}`)).status, 200);
  assert.equal((await balance()).used, 1);
  await updateAccount(service.ctx, account.accountId, { credits: 0 });
  assert.deepEqual(await balance(), { available: 1, used: 1, remaining: 0, next_reset_on: '2026-11-01' });
});

test('a company that visited the site is revealed without charge, with its engagement and intent', async () => {
  const { account, call, query } = await openAccount({ credits: 0 });
  await visit(account);
  const response = await call(`/v1/companies/${await companyId('Audi')}?${query}`);
  assert.equal(response.status, 200);
  assert.equal(response.body.meta.credits?.charged, 0);
  const { web_engagement, intent } = response.body.data.attributes;
  assert.deepEqual(web_engagement, { first_visit_date: '2026-10-15', last_visit_date: '2026-10-15', visits: 1 });
  assert.equal(typeof intent.score, 'number');
  assert.equal(intent.score_tier, 'medium');
});

test('50 parallel reads of one unrevealed company charge one credit', async () => {
  const { call, query, balance } = await openAccount({ credits: 100 });
  const responses = await Promise.all(Array.from({ length: 50 }, () => call(`/v1/companies/${itemAt(companies, 3).id}?${query}`)));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  assert.equal(
    responses.reduce((sum, { body }) => sum + required(body.meta.credits).charged, 0),
    1,
  );
  assert.equal((await balance()).used, 1);
});

test('with 10 credits, exactly 10 of 50 companies requested in parallel are revealed', async () => {
  const { call, query, balance } = await openAccount({ credits: 10 });
  const responses = await Promise.all(companies.slice(4, 54).map(({ id }) => call(`/v1/companies/${id}?${query}`)));
  assert.equal(responses.filter(({ status }) => status === 200).length, 10);
  assert.equal(responses.filter((response) => statusAndCode(response)[1] === 'insufficient_credits').length, 40);
  assert.deepEqual(await balance(), { available: 10, used: 10, remaining: 0, next_reset_on: '2026-11-01' });
});

test('an unknown company and an invalid id get 404; a merged company is returned with its current id', async () => {
  const { call, query } = await openAccount();
  for (const id of ['999999999', 'abc', '-1', '1'.repeat(40), '0']) {
    assert.deepEqual(statusAndCode(await call(`/v1/companies/${id}?${query}`)), [404, 'entity_not_found'], id);
  }
  await db
    .updateTable('companies')
    .set({ merged_into: itemAt(companies, 56).id })
    .where('id', '=', itemAt(companies, 55).id)
    .execute();
  const response = await call(`/v1/companies/${itemAt(companies, 55).id}?${query}`);
  assert.deepEqual([response.status, response.body.data.id], [200, itemAt(companies, 56).id]);
  const padded = await call(`/v1/companies/00${itemAt(companies, 57).id}?${query}`);
  assert.deepEqual([padded.status, padded.body.data.id], [200, itemAt(companies, 57).id]);
});

test('every include adds attributes and relationships only at its own depth', async () => {
  const { account, call, query } = await openAccount();
  const audi = await companyId('Audi');
  const [head, sister] = [itemAt(companies, 57), itemAt(companies, 58)];
  const event = await visit(account);
  await db.updateTable('companies').set({ group_company_id: head.id }).where('id', 'in', [audi, sister.id]).execute();
  const own = { account_id: account.accountId };
  await db
    .insertInto('tags')
    .values({ ...own, id: '71', name: 'Hot', color: 3 })
    .execute();
  await db
    .insertInto('lead_tags')
    .values({ ...own, company_id: audi, tag_id: '71' })
    .execute();
  await db
    .insertInto('lists')
    .values({ ...own, id: '81', kind: 'static', scope: 'company', name: 'Targets', item_count: 1, created_at: new Date() })
    .execute();
  await db
    .insertInto('list_items')
    .values({ ...own, list_id: '81', item_id: audi, added_at: new Date() })
    .execute();
  for (const [id, owner] of [
    ['91', 'jo@acme.example'],
    ['92', null],
    ['93', 'al@acme.example'],
  ] as const) {
    const record = {
      crm: 'pipedrive',
      record_type: 'organization' as const,
      external_id: id,
      name: `Record ${id}`,
      updated_at: '2026-10-01T00:00:00Z',
    };
    await db
      .insertInto('crm_records')
      .values({ ...own, id, ...record, owner_email: owner, owner_name: owner && 'Jo' })
      .execute();
  }
  const connection = { ...own, matched_on: 'domain' };
  await db
    .insertInto('crm_connections')
    .values([
      { ...connection, id: '101', company_id: audi, record_id: '91', status: 'connected' },
      { ...connection, id: '102', company_id: audi, record_id: '92', status: 'suggested' },
      { ...connection, id: '103', company_id: sister.id, record_id: '93', status: 'connected' },
    ])
    .execute();
  const relations = async (include: string) => {
    const response = await call(`/v1/companies/${audi}?${query}&include=${include}`);
    assert.equal(response.status, 200, include);
    return response.body.data.relationships;
  };
  const bare = {
    group_company: { type: 'group_company', id: head.id },
    tags: [{ type: 'tag', id: '71' }],
    lists: [{ type: 'list', id: 'static_81' }],
    web_visits: [{ type: 'web_visit', id: event.id }],
    icps: [],
    crm_connections: [{ type: 'crm_connection', id: '101' }],
    crm_suggestions: [{ type: 'crm_suggestion', id: '102' }],
    crm_group_connections: [{ type: 'crm_group_connection', id: '103' }],
  };
  assert.deepEqual(await relations(''), bare);
  assert.deepEqual((await relations('group_company')).group_company.attributes.name, head.name);
  assert.deepEqual((await relations('tags')).tags[0].attributes, { name: 'Hot', color: 3 });
  assert.equal((await relations('lists')).lists[0].attributes.item_count, 1);
  assert.deepEqual((await relations('icps')).icps, []);
  const visitAttributes = (await relations('web_visits')).web_visits[0].attributes;
  assert.deepEqual(
    [
      visitAttributes.source,
      visitAttributes.medium,
      visitAttributes.campaign,
      visitAttributes.landing_page_path,
      visitAttributes.page_depth,
    ],
    ['news', 'email', 'autumn', '/pricing', 1],
  );
  assert.equal(visitAttributes.engagements[0].page.title, 'Pricing');

  const record = (id: string) => ({ type: 'crm_record', id });
  const full = (id: string, owner: object | null) => ({
    ...record(id),
    attributes: {
      crm: 'pipedrive',
      record_type: 'organization' as const,
      external_id: id,
      name: `Record ${id}`,
      url: null,
      stage: null,
      updated_at: '2026-10-01T00:00:00.000Z',
    },
    relationships: { crm_owner: owner },
  });
  const attributes = { matched_on: 'domain' };
  const jo = { type: 'crm_owner', id: 'jo@acme.example' };
  const al = { type: 'crm_owner', id: 'al@acme.example' };
  const named = { attributes: { name: 'Jo' } };
  const connected = (crm_record: object) => [{ ...bare.crm_connections[0], attributes, relationships: { crm_record } }];
  assert.deepEqual((await relations('crm_connections')).crm_connections, connected(record('91')));
  assert.deepEqual((await relations('crm_connections.crm_record')).crm_connections, connected(full('91', jo)));
  assert.deepEqual(
    (await relations('crm_connections.crm_record.crm_owner')).crm_connections,
    connected(full('91', { ...jo, attributes: { ...named.attributes, email: 'jo@acme.example' } })),
  );
  const suggested = (crm_record: object) => [{ ...bare.crm_suggestions[0], attributes, relationships: { crm_record } }];
  assert.deepEqual((await relations('crm_suggestions')).crm_suggestions, suggested(record('92')));
  assert.deepEqual((await relations('crm_suggestions.crm_record')).crm_suggestions, suggested(full('92', null)));
  assert.deepEqual((await relations('crm_suggestions.crm_record.crm_owner')).crm_suggestions, suggested(full('92', null)));
  const grouped = (inner: object) => [
    { ...bare.crm_group_connections[0], attributes, relationships: { crm_connection: { type: 'crm_connection', id: '103', ...inner } } },
  ];
  const path = 'crm_group_connections';
  assert.deepEqual((await relations(path)).crm_group_connections, grouped({}));
  assert.deepEqual(
    (await relations(`${path}.crm_connection`)).crm_group_connections,
    grouped({ attributes, relationships: { crm_record: record('93') } }),
  );
  assert.deepEqual(
    (await relations(`${path}.crm_connection.crm_record`)).crm_group_connections,
    grouped({ attributes, relationships: { crm_record: full('93', al) } }),
  );
  assert.deepEqual(
    (await relations(`${path}.crm_connection.crm_record.crm_owner,tags`)).crm_group_connections,
    grouped({ attributes, relationships: { crm_record: full('93', { ...al, attributes: { name: 'Jo', email: 'al@acme.example' } }) } }),
  );
  for (const wrong of ['everything', 'tags,', 'crm_connections.crm_owner', 'tags.name']) {
    assert.deepEqual(statusAndCode(await call(`/v1/companies/${audi}?${query}&include=${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});

test('the relations of several companies are loaded together', async () => {
  const { account, call, query } = await openAccount();
  const own = { account_id: account.accountId };
  const [one, two] = [itemAt(companies, 59), itemAt(companies, 60)];
  const tags = [
    { id: '72', name: 'Warm', color: 1 },
    { id: '73', name: 'Cold', color: 2 },
  ];
  await db
    .insertInto('tags')
    .values(tags.map((tag) => ({ ...own, ...tag })))
    .execute();
  const tagged = [
    { company_id: one.id, tag_id: '72' },
    { company_id: two.id, tag_id: '72' },
    { company_id: two.id, tag_id: '73' },
  ];
  await db
    .insertInto('lead_tags')
    .values(tagged.map((row) => ({ ...own, ...row })))
    .execute();
  await db.updateTable('companies').set({ group_company_id: one.id }).where('id', '=', two.id).execute();
  const include = 'tags,lists,icps,web_visits,crm_connections,group_company';
  recorded.length = 0;
  const response = await call(`/v1/companies?ids=${one.id},${two.id}&${query}&include=${include}`);
  assert.equal(response.status, 200);
  assert.equal(recorded.filter(({ text }) => text.includes('from "tags"')).length, 1);
  const relationsOf = response.body.data.map(
    ({ relationships }: { relationships: { group_company: { id: string } | null; tags: object[] } }) => [
      relationships.group_company?.id ?? null,
      relationships.tags,
    ],
  );
  const tagOf = ({ id, name, color }: (typeof tags)[number]) => ({ type: 'tag', id, attributes: { name, color } });
  assert.deepEqual(relationsOf, [
    [null, [tagOf(itemAt(tags, 0))]],
    [one.id, tags.map(tagOf)],
  ]);
});

test('visitor companies have a row per company and location, newest first, for days in the account’s time zone', async () => {
  const { account, call } = await openAccount({ timezone: 'Pacific/Auckland' });
  const path = `/v1/web-visits/companies?account_id=${account.accountId}`;
  await visit(account, { occurred_at: '2026-10-10T10:00:00Z' });
  await visit(account, { occurred_at: '2026-10-12T12:30:00Z', visitor_id: 'v2', ip: '155.56.1.10' });
  await visit(account, { occurred_at: '2026-10-12T12:31:00Z', visitor_id: 'v2', ip: '155.56.1.10' });
  const response = await call(`${path}&include=company,location`);
  const rows = response.body.data;
  assert.deepEqual(
    rows.map((row: { relationships: { company: { attributes: { name: string } } } }) => row.relationships.company.attributes.name),
    ['SAP', 'Audi'],
  );
  assert.deepEqual(rows[0].attributes.visits, 1);
  assert.deepEqual(rows[0].attributes.page_views, 2);
  assert.equal(rows[0].attributes.last_visit_at, '2026-10-12T12:30:00.000Z');
  assert.equal(rows[0].relationships.location.attributes.country, 'Germany');
  assert.equal(response.body.meta.pagination?.total_count, 2);
  const second = await call(`${path}&page[size]=1&page[num]=2`);
  assert.deepEqual(
    second.body.data.map(({ id }: { id: string }) => id),
    [rows[1].id],
  );
  assert.deepEqual(second.body.data[0].relationships.company, { type: 'company', id: rows[1].relationships.company.id });
  const count = async (days: string) => (await call(`${path}&${days}`)).body.meta.pagination?.total_count;
  // The visit of SAP was at 01:30 on 13 October in Auckland.
  assert.equal(await count('start_date=2026-10-13'), 1);
  assert.equal(await count('start_date=2026-10-14'), 0);
  assert.equal(await count('end_date=2026-10-12'), 1);
  assert.equal(await count('start_date=2026-10-10&end_date=2026-10-13'), 2);
  for (const wrong of ['start_date=yesterday', 'start_date=2026-02-30', 'start_date=2026-10-02&end_date=2026-10-01']) {
    assert.deepEqual(statusAndCode(await call(`${path}&${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
});
