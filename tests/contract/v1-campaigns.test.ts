import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getAccount } from '../../server/src/domain/accounts/get-account.ts';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { createCampaigns, discoverCampaigns } from '../../server/src/domain/campaigns/discover-campaigns.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { deleteExpiredVisits } from '../../server/src/domain/retention/delete-expired-visits.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import { rebuildRollups } from '../../server/src/domain/visits/rebuild-rollups.ts';
import { requestRollupRebuild } from '../../server/src/domain/visits/request-rollup-rebuild.ts';
import { checkedClient, pointerOf, statusAndCode } from '../kit/checked-client.ts';
import { chrome } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import { runReattributions } from '../kit/visits.ts';
import { whileLocked } from '../kit/while-locked.ts';

const service = await startTestService();
const { db } = service.ctx;
service.clock.set('2026-10-15T12:00:00.000Z');

async function openAccount(timezone = 'UTC') {
  const account = await service.newAccount({ timezone });
  const call = checkedClient(service, account);
  const visit = async (occurred_at: string, campaign: string | null, more: Record<string, unknown> = {}) => {
    const query = campaign === null ? '' : `?utm_source=news&utm_medium=email&utm_campaign=${campaign}`;
    const event = {
      id: randomUUID(),
      kind: 'page_view',
      occurred_at,
      ip: '143.164.1.10',
      user_agent: chrome,
      url: `https://shop.example/pricing${query}`,
      visitor_id: randomUUID(),
      ...more,
    };
    assert.equal((await call('/v1/collect', { body: { events: [event] } })).status, 202);
    await service.drain();
  };
  return { account, call, visit };
}

type Named = { id: string; attributes: { name: string } };
const namesOf = (rows: Named[]) => rows.map(({ attributes }) => attributes.name);

test('an account has at most 10,000 campaigns, also with concurrent requests, and no visits are read to find them', async () => {
  const { account, visit } = await openAccount();
  const { accountId } = account;
  for (const name of ['unlisted-a', 'unlisted-b']) await visit('2026-10-10T10:00:00Z', name);
  await sql`
    insert into campaigns (account_id, id, utm_campaign, name, status, discovered, created_at, updated_at)
    select ${accountId}::bigint, 1000000 + n, 'c' || n, 'c' || n, 'active', true, now(), now() from generate_series(1, 9999) as n`.execute(
    db,
  );
  const created = await whileLocked(
    db,
    sql`select 1 from accounts where id = ${accountId} for update`,
    ['unlisted-a', 'unlisted-b'].map((name) => () => createCampaigns(service.ctx, accountId, [name])),
  );
  assert.deepEqual(created.map(({ size }) => size).sort(), [0, 1]);
  const countCampaigns = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from campaigns where account_id = ${accountId}`.execute(db)).rows[0]?.n);
  assert.equal(await countCampaigns(), 10_000);
  const withoutVisits = db.withPlugin({
    transformQuery({ node }) {
      assert.doesNotMatch(JSON.stringify(node), /from visits/);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const discover = () => discoverCampaigns({ ...service.ctx, db: withoutVisits }, accountId);
  await discover();
  assert.equal(await countCampaigns(), 10_000);
  await sql`delete from campaigns where account_id = ${accountId} and utm_campaign in ('c1', 'c2')`.execute(db);
  await discover();
  assert.equal(await countCampaigns(), 9999, 'the campaign that had no place is created');
});

test('campaigns are created once from the visits, and listed by name in pages', async () => {
  const { call, visit } = await openAccount();
  assert.deepEqual((await call('/v1/campaigns')).body.data, []);
  for (const name of ['spring', 'autumn', 'autumn', 'Winter']) await visit('2026-10-10T10:00:00Z', name);
  await visit('2026-10-10T10:00:00Z', null);
  const [first] = await Promise.all([call('/v1/campaigns'), call('/v1/campaigns'), call('/v1/campaigns')]);
  assert.deepEqual(namesOf(first.body.data), ['autumn', 'spring', 'Winter']);
  assert.equal((await call('/v1/campaigns')).body.meta.pagination?.total_count, 3);
  assert.deepEqual(first.body.data[0].attributes, {
    name: 'autumn',
    status: 'active',
    utm_campaign: 'autumn',
    channel: null,
    budget: null,
    starts_on: null,
    ends_on: null,
    discovered: true,
  });
  const pages = [];
  for (const num of [1, 2, 3, 4]) pages.push(namesOf((await call(`/v1/campaigns?page[size]=1&page[num]=${num}`)).body.data));
  assert.deepEqual(pages, [['autumn'], ['spring'], ['Winter'], []]);
  assert.deepEqual(statusAndCode(await call('/v1/campaigns?filter[status]=lost')), [400, 'invalid_parameter']);
  assert.deepEqual(statusAndCode(await call('/v1/campaigns?page[num]=1000')), [416, 'offset_exceeded']);
});

test('a campaign includes its summary, settings, locations, list and feed on request', async () => {
  const { account, call, visit } = await openAccount();
  await visit('2026-10-10T10:00:00Z', 'autumn');
  await visit('2026-10-11T10:00:00Z', 'autumn', { ip: '155.56.1.10' });
  const [campaign] = (await call('/v1/campaigns')).body.data;
  const plain = (await call(`/v1/campaigns/${campaign.id}`)).body.data.relationships;
  assert.deepEqual(plain, {
    campaign_summary: { type: 'campaign_summary', id: campaign.id },
    campaign_settings: { type: 'campaign_settings', id: campaign.id },
    list: null,
    custom_feed: null,
  });
  const at = service.clock.now();
  const feed = randomUUID();
  await db
    .insertInto('lists')
    .values({ account_id: account.accountId, id: '301', kind: 'static', scope: 'company', name: 'Autumn people', created_at: at })
    .execute();
  await db
    .insertInto('custom_feeds')
    .values({
      account_id: account.accountId,
      id: feed,
      number: '302',
      name: 'Autumn feed',
      filters: '{"all":[]}',
      created_at: at,
      updated_at: at,
    })
    .execute();
  const relationships = { list: { type: 'list', id: 'static_301' }, custom_feed: { type: 'custom_feed', id: feed } };
  const changed = await call(`/v1/campaigns/${campaign.id}`, { method: 'PATCH', body: { data: { type: 'campaign', relationships } } });
  assert.equal(changed.status, 200);
  const entries = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('account_id', '=', account.accountId)
    .where('action', '=', 'campaign.changed')
    .execute();
  assert.deepEqual(entries, [{ detail: { listId: { from: null, to: 'static_301' }, customFeedId: { from: null, to: feed } } }]);
  const include = 'campaign_summary,campaign_settings,campaign_locations,list,custom_feed';
  const full = (await call(`/v1/campaigns/${campaign.id}?include=${include}`)).body.data.relationships;
  assert.deepEqual(full.campaign_summary.attributes, {
    visits: 2,
    companies: 2,
    page_views: 2,
    goals: 0,
    first_visit_at: '2026-10-10T10:00:00.000Z',
    last_visit_at: '2026-10-11T10:00:00.000Z',
  });
  assert.deepEqual(full.campaign_settings.attributes, { sources: ['news'], mediums: ['email'] });
  assert.deepEqual(full.campaign_locations[0].attributes, { country: 'Germany', country_code: 'DE', visits: 2, companies: 2 });
  assert.deepEqual([full.list.attributes.name, full.custom_feed.attributes.name], ['Autumn people', 'Autumn feed']);
  await db.deleteFrom('lists').where('account_id', '=', account.accountId).where('id', '=', '301').execute();
  assert.equal((await call(`/v1/campaigns/${campaign.id}?include=list`)).body.data.relationships.list, null);
  assert.deepEqual(statusAndCode(await call(`/v1/campaigns/${campaign.id}?include=boss`)), [400, 'invalid_parameter']);
});

test('the totals of campaigns equal a count of their visits, also while rollups are rebuilt and after corrections and retention', async () => {
  const { account, call, visit } = await openAccount('America/New_York');
  const { accountId } = account;
  const goal = { name: 'Prices', kind: 'page', match: { operator: 'begins_with', value: '/pricing' } };
  assert.equal((await call('/v1/web-visits/goals', { body: { data: { type: 'goal', attributes: goal } } })).status, 201);
  const visitor = randomUUID();
  const arrivals: [at: string, query: string, ip: string, visitor?: string][] = [
    ['2026-09-01T02:00:00Z', 'utm_source=news&utm_medium=email&utm_campaign=autumn', '143.164.1.10'],
    ['2026-09-30T10:00:00Z', 'utm_source=news&utm_medium=email&utm_campaign=autumn', '143.164.1.10'],
    ['2026-10-10T10:00:00Z', 'utm_source=%22Post%22&utm_campaign=autumn', '155.56.1.10', visitor],
    ['2026-10-10T10:05:00Z', '', '155.56.1.10', visitor],
    ['2026-10-11T10:00:00Z', 'utm_source=Bing&utm_medium=cpc&utm_campaign=autumn', '8.8.8.8'],
    ['2026-10-12T10:00:00Z', 'utm_source=news&utm_medium=email&utm_campaign=%C3%BC%20%5Bx%5D', '143.164.1.10'],
  ];
  for (const [at, query, ip, visitor_id = randomUUID()] of arrivals) {
    await visit(at, null, { ip, visitor_id, url: `https://shop.example/${query === '' ? 'about' : `pricing?${query}`}` });
  }
  const include = 'campaign_summary,campaign_settings,campaign_locations';
  const totals = async () => (await call(`/v1/campaigns?include=${include}`)).body.data;
  const assertCounted = async () => {
    const stored = await totals();
    const reached = (await call('/v1/web-visits/goals')).body.data;
    const assertSame = async () => assert.deepEqual([await totals(), (await call('/v1/web-visits/goals')).body.data], [stored, reached]);
    const { timezone } = await getAccount(service.ctx, accountId);
    await db.transaction().execute((trx) => requestRollupRebuild(service.ctx, trx, { accountId, timezone }));
    await rebuildRollups(service.ctx, accountId, { betweenSteps: assertSame });
    await assertSame();
    return stored.map(({ relationships: of }: { relationships: Record<string, { attributes: Record<string, unknown> }> }) => of);
  };
  const [autumn, other] = await assertCounted();
  assert.deepEqual(autumn.campaign_summary.attributes, {
    visits: 4,
    companies: 2,
    page_views: 5,
    goals: 4,
    first_visit_at: '2026-09-01T02:00:00.000Z',
    last_visit_at: '2026-10-11T10:00:00.000Z',
  });
  assert.deepEqual(autumn.campaign_settings.attributes.sources.length, 3);
  assert.deepEqual(
    autumn.campaign_locations.map(({ attributes: { country_code, visits, companies } }: { attributes: Record<string, unknown> }) => [
      country_code,
      visits,
      companies,
    ]),
    [
      ['DE', 3, 2],
      ['US', 1, 0],
    ],
  );
  assert.equal(other.campaign_summary.attributes.visits, 1);
  await createCorrection(service.ctx, accountId, { target: '143.164.0.0/16', effect: 'not_a_company' });
  await runReattributions(service, account);
  const [corrected] = await assertCounted();
  assert.deepEqual([corrected.campaign_summary.attributes.companies, corrected.campaign_locations[0].attributes.companies], [1, 1]);
  await updateAccountSettings(service.ctx, accountId, { processing: { visit_retention_days: 30 } });
  await deleteExpiredVisits(service.ctx);
  const [kept] = await assertCounted();
  assert.deepEqual(
    [kept.campaign_summary.attributes.visits, kept.campaign_summary.attributes.first_visit_at],
    [3, '2026-09-30T10:00:00.000Z'],
  );
  await updateAccount(service.ctx, accountId, { timezone: 'Asia/Tokyo' });
  await runQueuedJobs(service);
  assert.deepEqual((await assertCounted())[0], kept);
});

test('an update changes only the given attributes, null clears them, and invalid input is rejected with a pointer', async () => {
  const { call, visit } = await openAccount();
  await visit('2026-10-10T10:00:00Z', 'autumn');
  const [{ id }] = (await call('/v1/campaigns')).body.data;
  const update = (data: object, path = id) =>
    call(`/v1/campaigns/${path}`, { method: 'PATCH', body: { data: { type: 'campaign', ...data } } });
  const attributes = {
    name: 'Herbst',
    status: 'paused',
    channel: 'mail',
    budget: { amount: 500, currency: 'EUR' },
    starts_on: '2026-09-01',
    ends_on: '2026-11-30',
  };
  assert.deepEqual((await update({ attributes })).body.data.attributes, { ...attributes, utm_campaign: 'autumn', discovered: true });
  const cleared = (await update({ attributes: { budget: null, channel: null, ends_on: null } })).body.data.attributes;
  assert.deepEqual(
    [cleared.budget, cleared.channel, cleared.ends_on, cleared.name, cleared.starts_on],
    [null, null, null, 'Herbst', '2026-09-01'],
  );
  assert.deepEqual(namesOf((await call('/v1/campaigns?filter[status]=paused')).body.data), ['Herbst']);
  assert.deepEqual((await call('/v1/campaigns?filter[status]=ended')).body.data, []);
  const cases: [object, number, string, string | undefined][] = [
    [{ attributes: { utm_campaign: 'x' } }, 400, 'invalid_parameter', '/data/attributes/utm_campaign'],
    [{ attributes: { name: ' ' } }, 400, 'invalid_parameter', '/data/attributes/name'],
    [{ attributes: { status: 'gone' } }, 400, 'invalid_parameter', '/data/attributes/status'],
    [{ attributes: { ends_on: '2026-08-01' } }, 400, 'invalid_parameter', '/data/attributes/ends_on'],
    [{ attributes: { starts_on: '0000-01-01' } }, 400, 'invalid_parameter', '/data/attributes/starts_on'],
    [{ attributes: { budget: { amount: -1, currency: 'EUR' } } }, 400, 'invalid_parameter', undefined],
    [{ relationships: { list: { type: 'list', id: 'static_9' } } }, 404, 'entity_not_found', undefined],
    [{ relationships: { custom_feed: { type: 'custom_feed', id: randomUUID() } } }, 404, 'entity_not_found', undefined],
    [{ links: {} }, 400, 'invalid_parameter', '/data/links'],
  ];
  for (const [data, status, code, pointer] of cases) {
    const response = await update(data);
    assert.deepEqual(statusAndCode(response), [status, code], JSON.stringify(data));
    if (pointer !== undefined) assert.equal(pointerOf(response), pointer);
  }
  assert.deepEqual(statusAndCode(await update({ attributes: { name: 'x' } }, '999999999')), [404, 'entity_not_found']);
});

test('concurrent updates of different attributes of a campaign are both kept', async () => {
  const { call, visit } = await openAccount();
  await visit('2026-10-10T10:00:00Z', 'autumn');
  const [campaign] = (await call('/v1/campaigns')).body.data;
  const path = `/v1/campaigns/${campaign.id}`;
  const change = (attributes: object) => call(path, { method: 'PATCH', body: { data: { type: 'campaign', attributes } } });
  const responses = await whileLocked(db, sql`select 1 from campaigns where id = ${campaign.id} for update`, [
    () => change({ channel: 'email' }),
    () => change({ status: 'paused' }),
  ]);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  );
  const { channel, status } = (await call(path)).body.data.attributes;
  assert.deepEqual([channel, status], ['email', 'paused']);
});

test('the stats of a campaign are by day, week or month in the account’s time zone, including empty periods', async () => {
  const { call, visit } = await openAccount('Pacific/Auckland');
  // SAP visited before the campaign, whose first visit is at 00:30 on Tuesday, 1 September in Auckland. 8.8.8.8 has no company.
  await visit('2026-08-03T10:00:00Z', null, { ip: '155.56.1.10' });
  await visit('2026-08-31T12:30:00Z', 'autumn');
  await visit('2026-09-02T10:00:00Z', 'autumn', { ip: '155.56.1.10' });
  await visit('2026-09-02T10:00:00Z', 'autumn', { ip: '8.8.8.8' });
  await visit('2026-09-02T10:00:00Z', 'spring');
  const { id } = (await call('/v1/campaigns')).body.data.find(({ attributes }: Named) => attributes.name === 'autumn');
  const stats = async (query: string) => {
    const response = await call(`/v1/campaigns/${id}/stats?${query}`);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.data.map(({ attributes }: { attributes: Record<string, unknown> }) => attributes);
  };
  const zero = { visits: 0, companies: 0, new_companies: 0, page_views: 0, goals: 0, identified_share: 0 };
  const days = await stats('start_period=2026-08-31&end_period=2026-09-03');
  assert.deepEqual(days, [
    { period: '2026-08-31', ...zero },
    { period: '2026-09-01', visits: 1, companies: 1, new_companies: 1, page_views: 1, goals: 0, identified_share: 1 },
    { period: '2026-09-02', visits: 2, companies: 1, new_companies: 0, page_views: 2, goals: 0, identified_share: 0.5 },
    { period: '2026-09-03', ...zero },
  ]);
  const weeks = await stats('start_period=2026-08-31&end_period=2026-09-09&frequency=week');
  assert.deepEqual(
    weeks.map(({ period, visits, companies }: Record<string, unknown>) => [period, visits, companies]),
    [
      ['2026-08-31', 3, 2],
      ['2026-09-07', 0, 0],
    ],
  );
  const months = await stats('start_period=2026-08-15&end_period=2026-10-02&frequency=month');
  assert.deepEqual(
    months.map(({ period, visits }: Record<string, unknown>) => [period, visits]),
    [
      ['2026-08-01', 0],
      ['2026-09-01', 3],
      ['2026-10-01', 0],
    ],
  );
  // Only days within the interval count, also in a week that started before.
  assert.equal((await stats('start_period=2026-09-02&end_period=2026-09-02&frequency=week'))[0].visits, 2);
  const page = await call(`/v1/campaigns/${id}/stats?start_period=2026-09-01&end_period=2026-09-30&page[size]=10&page[num]=3`);
  assert.deepEqual(
    [page.body.data[0].attributes.period, page.body.data.length, page.body.meta.pagination?.total_count],
    ['2026-09-21', 10, 30],
  );
  assert.equal((await stats('')).length, 20);
  assert.equal((await stats('end_period=0001-01-05')).length, 5);
  for (const wrong of [
    'start_period=2026-09',
    'start_period=2026-09-02&end_period=2026-09-01',
    'frequency=year',
    'start_period=1990-01-01',
    'start_period=9999-12-01&end_period=9999-12-31',
    'start_period=0000-12-01&end_period=0001-01-31',
  ]) {
    assert.deepEqual(statusAndCode(await call(`/v1/campaigns/${id}/stats?${wrong}`)), [400, 'invalid_parameter'], wrong);
  }
  assert.deepEqual(statusAndCode(await call('/v1/campaigns/999999999/stats')), [404, 'entity_not_found']);
});

test('two accounts with campaigns of the same name see only their own', async () => {
  const [mine, theirs] = [await openAccount(), await openAccount()];
  await mine.visit('2026-10-10T10:00:00Z', 'autumn');
  for (let index = 0; index < 3; index++) await theirs.visit('2026-10-10T10:00:00Z', 'autumn');
  const [own] = (await mine.call('/v1/campaigns?include=campaign_summary')).body.data;
  const [foreign] = (await theirs.call('/v1/campaigns?include=campaign_summary')).body.data;
  assert.deepEqual(
    [own.relationships.campaign_summary.attributes.visits, foreign.relationships.campaign_summary.attributes.visits],
    [1, 3],
  );
  assert.deepEqual(statusAndCode(await mine.call(`/v1/campaigns/${foreign.id}`)), [404, 'entity_not_found']);
  assert.deepEqual(statusAndCode(await mine.call(`/v1/campaigns/${foreign.id}/stats`)), [404, 'entity_not_found']);
  const body = { data: { type: 'campaign', attributes: { name: 'Stolen' } } };
  assert.deepEqual(statusAndCode(await mine.call(`/v1/campaigns/${foreign.id}`, { method: 'PATCH', body })), [404, 'entity_not_found']);
  const stats = (await mine.call(`/v1/campaigns/${own.id}/stats?start_period=2026-10-10&end_period=2026-10-10`)).body.data;
  assert.equal(stats[0].attributes.visits, 1);
});
