import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { intent } from '../../server/src/domain/companies/intent.ts';
import type { Filter } from '../../server/src/domain/feed-filters/filter.ts';
import { type CustomFieldTypes, feedFields, operatorsOf } from '../../server/src/domain/feeds/feed-fields.ts';
import { findLeads } from '../../server/src/domain/feeds/find-leads.ts';
import { loadFeedScope } from '../../server/src/domain/feeds/load-feed-scope.ts';
import { parseFilters } from '../../server/src/domain/feeds/parse-filters.ts';
import { visitIntervalOf } from '../../server/src/domain/feeds/visit-interval.ts';
import { createFeed, deleteFeed } from '../../server/src/domain/feeds/write-feeds.ts';
import { createIcp } from '../../server/src/domain/icps/write-icps.ts';
import { createList } from '../../server/src/domain/lists/write-lists.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { addresses, callEarlier, smartphone, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-09-30T12:00:00Z');
const { db } = service.ctx;
const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
const { accountId } = account;
const goalId = randomUUID();
await sql`insert into goals (account_id, id, name, kind, operator, pattern, created_at) values (${accountId}, ${goalId}, 'Sign-up', 'page', 'is', '/thanks', now())`.execute(
  db,
);

// Audi matches every filter below, SAP almost none. BASF viewed the page with prices before the interval, and only the home page within it.
await visit(
  service,
  account,
  { ip: addresses.Audi, visitor: 'ann', events: [{ at: '2026-08-15T10:00:00Z', url: 'https://shop.example/old' }] },
  {
    ip: addresses.Audi,
    visitor: 'ann',
    userAgent: smartphone,
    events: [
      {
        at: '2026-09-01T10:00:00Z',
        url: 'https://shop.example/prices/list?utm_source=Newsletter&utm_medium=email&utm_campaign=autumn_50%25&utm_term=red+shoes',
        title: 'Prices 100%',
        referrer: 'https://mail.example/inbox',
      },
      { at: '2026-09-01T10:01:00Z', url: 'https://docs.shop.example/thanks', title: 'Thanks' },
      { at: '2026-09-01T10:02:00Z', url: 'https://shop.example/prices/list', title: 'Prices 100%' },
      { at: '2026-09-01T10:02:10Z', kind: 'event', name: 'demo_booked', url: 'https://shop.example/prices/list' },
      { at: '2026-09-01T10:02:20Z', kind: 'identify', email: 'Ann@audi.de' },
    ],
  },
  { ip: addresses.Audi, visitor: 'bob', events: [{ at: '2026-09-20T10:00:00Z', url: 'https://shop.example/' }] },
  { ip: addresses.SAP, visitor: 'sam', events: [{ at: '2026-09-10T10:00:00Z', url: 'https://shop.example/', title: 'Home' }] },
  {
    ip: addresses.BASF,
    visitor: 'eve',
    events: [{ at: '2026-08-20T10:00:00Z', url: 'https://shop.example/prices/list', title: 'Prices 100%' }],
  },
  { ip: addresses.BASF, visitor: 'eva', events: [{ at: '2026-09-11T10:00:00Z', url: 'https://shop.example/', title: 'Home' }] },
);
const idOf = async (name: string) => (await db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const audi = await idOf('Audi');
await sql`update leads set assignee_id = ${account.userId}, followed = true, crm_lead_id = 5 where account_id = ${accountId} and company_id = ${audi}`.execute(
  db,
);
await sql`update companies set revenue = '{"value": 1000, "currency": "EUR"}', employee_range = '501-1.000', alternative_names = '{Auto Union}' where id = ${audi}`.execute(
  db,
);
await sql`update verdicts set kind = 'education' where account_id = ${accountId} and company_id = ${audi}`.execute(db);
await sql`insert into tags (account_id, id, name) values (${accountId}, 77, 'Hot')`.execute(db);
await sql`insert into lead_tags (account_id, company_id, tag_id) values (${accountId}, ${audi}, 77)`.execute(db);
await sql`insert into lists (account_id, id, kind, scope, name, created_at) values (${accountId}, 88, 'static', 'company', 'Best', now())`.execute(
  db,
);
await sql`insert into list_items (account_id, list_id, item_id, added_at) values (${accountId}, 88, ${audi}, now())`.execute(db);
await sql`insert into custom_fields (account_id, id, scope, name, type, created_at) values
  (${accountId}, 'segment', 'company', 'Segment', 'text', now()), (${accountId}, 'score', 'company', 'Score', 'number', now())`.execute(db);
await sql`insert into custom_field_values (account_id, scope, record_id, field_id, value, updated_at) values
  (${accountId}, 'company', ${audi}, 'segment', '"Enterprise"', now()), (${accountId}, 'company', ${audi}, 'score', '12.5', now())`.execute(
  db,
);

const icpId = randomUUID();
await sql`insert into icps (account_id, id, name, filters, created_at, updated_at) values
  (${accountId}, ${icpId}, 'Mid-size', '{"employee_ranges": ["501-1.000"]}', now(), now())`.execute(db);

const interval = visitIntervalOf('2026-09-01', '2026-09-30', 'Europe/Helsinki');

const customFields: CustomFieldTypes = new Map([
  ['segment', 'text'],
  ['score', 'number'],
]);

async function namesFor(...filters: Partial<Filter>[]): Promise<string[]> {
  const parsed = parseFilters({ all: filters }, customFields);
  const scope = await loadFeedScope(service.ctx, { id: accountId, timezone: 'Europe/Helsinki' }, interval, { filters: [parsed] });
  const feed = { kind: 'custom', id: '1', uuid: randomUUID(), name: 'Test', filters: parsed, sort: null } as const;
  const { companyIds, total } = await findLeads(db, scope, feed, { offset: 0, limit: 100 }, 10_000);
  assert.equal(total, companyIds.length);
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [...companyIds, '0'])
    .execute();
  return rows.map(({ name }) => name).sort();
}

/** For every field, filters that only Audi matches. */
const onlyAudi: Record<string, (Partial<Filter> & { city?: string })[]> = {
  page_url: [
    { operator: 'contains', values: ['/PRICES/'] },
    { operator: 'is', values: ['/prices/list'] },
    { operator: 'is', values: ['https://docs.shop.example/thanks'] },
    { operator: 'begins_with', values: ['https://docs.'] },
    { operator: 'ends_with', values: ['/list'] },
    { operator: 'matches', values: ['*/prices/*'] },
    { operator: 'contains', values: ['nowhere', 'thanks'] },
  ],
  page_title: [
    { operator: 'is', values: ['prices 100%'] },
    { operator: 'contains', values: ['100%'] },
  ],
  hostname: [{ operator: 'is', values: ['docs.shop.example'] }],
  landing_page: [{ operator: 'begins_with', values: ['/prices'] }],
  exit_page: [{ operator: 'ends_with', values: ['/prices/list'] }],
  pageviews: [
    { operator: 'gte', values: [4] },
    { operator: 'is', values: [4] },
    { operator: 'between', values: [3, 5] },
    { operator: 'gt', values: [3] },
  ],
  visits: [
    { operator: 'is', values: [2] },
    { operator: 'gt', values: ['1'] },
  ],
  visit_length: [{ operator: 'gte', values: [60] }],
  source: [{ operator: 'is', values: ['newsletter'] }],
  medium: [{ operator: 'is', values: ['email'] }],
  campaign: [
    { operator: 'is', values: ['autumn_50%'] },
    { operator: 'contains', values: ['_50%'] },
    { operator: 'exists', values: [] },
  ],
  new_through_campaign: [
    { operator: 'is', values: ['Autumn_50%'] },
    { operator: 'begins_with', values: ['autumn_'] },
    { operator: 'exists', values: [] },
  ],
  goal_campaign: [
    { operator: 'is', values: ['autumn_50%'] },
    { operator: 'exists', values: [] },
  ],
  source_medium: [
    { operator: 'is', values: ['newsletter / email'] },
    { operator: 'contains', values: [' / email'] },
  ],
  source_medium_campaign: [{ operator: 'is', values: ['newsletter / email / autumn_50%'] }],
  source_medium_campaign_page: [
    { operator: 'is', values: ['newsletter / email / autumn_50% / /prices/list'] },
    { operator: 'ends_with', values: [' / autumn_50% / /thanks'] },
  ],
  keyword: [{ operator: 'contains', values: ['shoes'] }],
  referring_url: [{ operator: 'contains', values: ['mail.example'] }],
  device_type: [{ operator: 'is', values: ['smartphone', 'tablet'] }],
  network_kind: [{ operator: 'is', values: ['education', 'government'] }],
  event: [
    { operator: 'is', values: ['demo_booked'] },
    { operator: 'is', values: ['identify'] },
  ],
  goal: [
    { operator: 'is', values: [goalId] },
    { operator: 'exists', values: [] },
  ],
  goal_step: [
    { operator: 'is', values: [`${goalId}/engaged`] },
    { operator: 'is', values: [`${goalId}/considered`, 'nonsense'] },
  ],
  visitor_email: [
    { operator: 'ends_with', values: ['@audi.de'] },
    { operator: 'exists', values: [] },
  ],
  returning: [{ operator: 'is', values: [true] }],
  country_code: [{ operator: 'is', values: ['de'], city: 'Ingolstadt' }],
  region: [{ operator: 'is', values: ['Bavaria'] }],
  city: [{ operator: 'is', values: ['Ingolstadt'] }],
  place: [{ operator: 'is', values: ['Ingolstadt, Bavaria, DE'] }],
  headquarters_country_code: [{ operator: 'is', values: ['de'], city: 'Ingolstadt' }],
  headquarters_city: [{ operator: 'is', values: ['Ingolstadt'] }],
  industry_code: [
    { operator: 'is', values: ['automotive_manufacturing'] },
    { operator: 'is', values: ['nonsense', 'automotive_manufacturing'] },
  ],
  employee_range: [{ operator: 'is', values: ['501-1.000'] }],
  revenue: [
    { operator: 'gte', values: [1000] },
    { operator: 'exists', values: [] },
  ],
  company_name: [
    { operator: 'is', values: ['audi'] },
    { operator: 'is', values: ['auto union'] },
  ],
  domain: [{ operator: 'is', values: ['audi.com'] }],
  quality: [{ operator: 'gte', values: [5] }],
  intent: [{ operator: 'gt', values: [4] }],
  first_visit: [{ operator: 'lt', values: ['2026-08-16'] }],
  last_visit: [
    { operator: 'gte', values: ['2026-09-20'] },
    { operator: 'between', values: ['2026-09-20', '2026-09-20'] },
  ],
  assignee: [
    { operator: 'is', values: [account.email] },
    { operator: 'is', values: [account.userId] },
    { operator: 'exists', values: [] },
  ],
  followed: [
    { operator: 'is', values: [true] },
    { operator: 'is_not', values: [false] },
  ],
  tag: [
    { operator: 'is', values: ['Hot'] },
    { operator: 'is', values: ['77'] },
    { operator: 'exists', values: [] },
  ],
  list: [
    { operator: 'is', values: ['static_88'] },
    { operator: 'exists', values: [] },
  ],
  icp: [
    { operator: 'is', values: [icpId] },
    { operator: 'exists', values: [] },
  ],
  status: [{ operator: 'is', values: ['handled'] }],
  crm_connected: [{ operator: 'is', values: [true] }],
  'custom_fields.segment': [
    { operator: 'is', values: ['enterprise'] },
    { operator: 'exists', values: [] },
  ],
  'custom_fields.score': [
    { operator: 'gte', values: [12] },
    { operator: 'is', values: [12.5] },
  ],
};

const everyone = ['Audi', 'BASF', 'SAP'];

test('a feed without filters has every lead of the interval', async () => {
  assert.deepEqual(await namesFor(), everyone);
});

for (const [field, filters] of Object.entries(onlyAudi)) {
  test(`filters by ${field} match only Audi, and only the other leads if excluded`, async () => {
    for (const filter of filters) {
      // All sample companies are in the same country, so filters by country are combined with one by city.
      const { city, ...condition } = filter;
      const further: Partial<Filter>[] = city === undefined ? [] : [{ field: 'city', operator: 'is', values: [city] }];
      const text = JSON.stringify(filter);
      assert.deepEqual(await namesFor({ field, ...condition }, ...further), ['Audi'], text);
      if (city === undefined)
        assert.deepEqual(await namesFor({ field, ...condition, excluded: true }), ['BASF', 'SAP'], `excluded ${text}`);
      if (condition.operator === 'is') {
        assert.deepEqual(
          await namesFor({ field, ...condition, operator: 'is_not', excluded: true }, ...further),
          ['Audi'],
          `excluded is_not ${text}`,
        );
      }
    }
  });
}

test('every field of the catalog is tested and documented', () => {
  const untested = feedFields.filter(({ name }) => !(name in onlyAudi)).map(({ name }) => name);
  assert.deepEqual(untested, []);
  for (const field of feedFields) {
    assert.ok(field.label !== '' && field.description.endsWith('.') && operatorsOf(field).length > 0, field.name);
  }
  const promised =
    'page_url, page_title, hostname, landing_page, pageviews, visits, visit_length, source, medium, campaign, keyword, referring_url, device_type, event, goal, visitor_email, returning, country_code, region, city, industry_code, employee_range, revenue, company_name, domain, quality, intent, first_visit, last_visit, assignee, followed, tag, list, icp, status, crm_connected';
  const names = new Set(feedFields.map(({ name }) => name));
  assert.deepEqual(
    promised.split(', ').filter((name) => !names.has(name)),
    [],
  );
});

test('every operator of every field yields a valid statement', async () => {
  for (const field of feedFields) {
    for (const operator of operatorsOf(field)) {
      const samples = {
        text: ['a'],
        number: [1],
        date: ['2026-09-01'],
        boolean: [true],
        choice: [field.choices?.[0] ?? 'a'],
      };
      const value = samples[field.type];
      const values = operator === 'exists' ? [] : operator === 'between' ? [...value, ...value] : value;
      await assert.doesNotReject(namesFor({ field: field.name, operator, values }), `${field.name} ${operator}`);
    }
  }
});

test('an industry group matches its members', async () => {
  const names = await namesFor({ field: 'industry_code', operator: 'is', values: ['industrial_manufacturing'] });
  assert.deepEqual([names.includes('Audi'), names.includes('SAP')], [true, false]);
});

test('the values of a filter are alternatives, and all filters must match', async () => {
  const city = (...values: string[]): Partial<Filter> => ({ field: 'city', operator: 'is', values });
  const title = (...values: string[]): Partial<Filter> => ({ field: 'page_title', operator: 'is', values });
  assert.deepEqual(await namesFor(title('Home', 'Thanks')), everyone);
  assert.deepEqual(await namesFor(title('Home', 'Thanks'), city('Ingolstadt')), ['Audi']);
  assert.deepEqual(await namesFor(title('Home'), city('Ingolstadt')), []);
  assert.deepEqual(await namesFor(title('Thanks'), title('Prices 100%')), ['Audi']);
});

test('pages and visits outside of the interval do not count', async () => {
  assert.deepEqual(await namesFor({ field: 'page_url', operator: 'is', values: ['/old'] }), []);
  assert.deepEqual(await namesFor({ field: 'visits', operator: 'gte', values: [3] }), []);
});

test('LIKE wildcards and quotes are literal, and patterns with many wildcards can search long URLs', async () => {
  assert.deepEqual(await namesFor({ field: 'page_url', operator: 'contains', values: ['pr_ces'] }), []);
  assert.deepEqual(await namesFor({ field: 'page_url', operator: 'contains', values: ['%'] }), ['Audi']);
  assert.deepEqual(await namesFor({ field: 'company_name', operator: 'contains', values: ["' or true --"] }), []);
  const longUrl = `https://shop.example/${'a'.repeat(2000)}`;
  const pages = Array.from({ length: 500 }, (_, index) => index);
  await sql`insert into pages (account_id, id, url, hostname, path) select ${accountId}, 900000 + n, ${longUrl} || n, 'shop.example', '/' from unnest(${pages}::int[]) as n`.execute(
    db,
  );
  assert.deepEqual(await namesFor({ field: 'page_url', operator: 'matches', values: [`${'*a'.repeat(10)}b`, `*${'a*'.repeat(9)}x`] }), []);
});

test('invalid filters are rejected with their position', () => {
  const filter = { field: 'page_url', operator: 'is', values: ['/a'], excluded: false };
  const wrong: [unknown, string][] = [
    [null, ''],
    [[], ''],
    [{ all: {} }, '/all'],
    [{ all: [], some: [] }, '/some'],
    [{ all: [], any: {} }, '/any'],
    [{ all: [], any: [[]] }, '/any/0'],
    [{ all: [], any: [[filter, 'x']] }, '/any/0/1'],
    [{ all: ['x'] }, '/all/0'],
    [{ all: [filter, { ...filter, field: 'nonsense' }] }, '/all/1/field'],
    [{ all: [{ ...filter, field: 'custom_fields.a b' }] }, '/all/0/field'],
    [{ all: [{ ...filter, operator: 'gt' }] }, '/all/0/operator'],
    [{ all: [{ ...filter, values: 'x' }] }, '/all/0/values'],
    [{ all: [{ ...filter, values: [] }] }, '/all/0/values'],
    [{ all: [{ ...filter, values: [''] }] }, '/all/0/values/0'],
    [{ all: [{ ...filter, values: ['a\u0000'] }] }, '/all/0/values/0'],
    [{ all: [{ ...filter, values: ['a'.repeat(501)] }] }, '/all/0/values/0'],
    [{ all: [{ ...filter, values: Array(101).fill('a') }] }, '/all/0/values'],
    [{ all: [{ ...filter, operator: 'exists' }] }, '/all/0/values'],
    [{ all: [{ ...filter, operator: 'matches', values: ['*'.repeat(11)] }] }, '/all/0/values/0'],
    [{ all: [{ ...filter, excluded: 'no' }] }, '/all/0/excluded'],
    [{ all: [{ ...filter, color: 1 }] }, '/all/0/color'],
    [{ all: [{ field: 'pageviews', operator: 'gte', values: ['many'] }] }, '/all/0/values/0'],
    [{ all: [{ field: 'pageviews', operator: 'between', values: [1] }] }, '/all/0/values'],
    [{ all: [{ field: 'followed', operator: 'is', values: [1] }] }, '/all/0/values/0'],
    [{ all: [{ field: 'first_visit', operator: 'is', values: ['2026-02-30'] }] }, '/all/0/values/0'],
    [{ all: [{ field: 'device_type', operator: 'is', values: ['toaster'] }] }, '/all/0/values/0'],
    [{ all: Array(51).fill(filter) }, '/all'],
  ];
  for (const [input, pointer] of wrong) {
    assert.throws(
      () => parseFilters(input, customFields, '/data/attributes/filters'),
      (error: { kind: string; details: { pointer: string } }) =>
        error.kind === 'invalid_input' && error.details.pointer === `/data/attributes/filters${pointer}`,
      JSON.stringify(input)?.slice(0, 100),
    );
  }
  assert.deepEqual(parseFilters({ all: [{ field: 'pageviews', operator: 'gte', values: ['3'] }] }, customFields), {
    all: [{ field: 'pageviews', operator: 'gte', values: [3], excluded: false }],
  });
});

test('only the lead with a goal and a matching profile is recommended, although its quality is low', async () => {
  const { data } = await get('leads?custom_feed_id=recommended_leads&start_date=2026-09-01&end_date=2026-09-30');
  assert.deepEqual(
    data.map(({ attributes }) => [attributes.name, Number(attributes.quality) >= 7]),
    [['Audi', false]],
  );
});

test('filters find no leads of another account', async () => {
  const neighbor = await service.newAccount({ timezone: 'Europe/Helsinki' });
  for (const [field, filters] of Object.entries(onlyAudi)) {
    for (const { operator, values } of filters) {
      const feed = {
        kind: 'custom',
        id: '1',
        uuid: randomUUID(),
        name: 'Test',
        filters: parseFilters({ all: [{ field, operator, values }] }, customFields),
        sort: null,
      } as const;
      const scope = await loadFeedScope(service.ctx, { id: neighbor.accountId, timezone: 'Europe/Helsinki' }, interval, { feed });
      assert.deepEqual(await findLeads(db, scope, feed, { offset: 0, limit: 10 }, 100), { companyIds: [], total: 0 }, field);
    }
  }
});

test('the intent score computed by SQL equals that of the function intent', async () => {
  const now = service.clock.now().getTime();
  const day = 86_400_000;
  // Audi: visits on 15 August (46 days ago), 1 September (with a goal) and 20 September, by two people.
  const days = Math.floor((now - Date.parse('2026-09-20T10:00:00Z')) / day);
  const { score } = intent({
    daysSinceLastVisit: days,
    visitsInLast30Days: 2,
    pageViewsInLast30Days: 4,
    visitorsInLast30Days: 2,
    goalsReachedInLast90Days: 1,
  });
  const namesByIntent = (operator: Filter['operator'], value: number) =>
    namesFor({ field: 'intent', operator, values: [value] }, { field: 'domain', values: ['audi.com'] });
  assert.deepEqual(await namesByIntent('is', required(score)), ['Audi']);
});

const get = (path: string) => callEarlier(`${service.url}/accounts/${accountId}/${path}`, { token: account.token });

test('criteria have the names of lists, profiles and headquarters countries', async () => {
  const list = await createList(service.ctx, accountId, { scope: 'company', name: 'Calls' });
  const profile = await createIcp(service.ctx, accountId, { name: 'Makers', filters: { keywords: ['steel'] } });
  const condition = (field: string, values: string[]) => ({ field, operator: 'is' as const, values, excluded: false });
  const { number } = await createFeed(service.ctx, accountId, {
    name: 'Named',
    filters: {
      all: [
        condition('headquarters_country_code', ['DE', 'fi']),
        condition('list', [list.id, list.number, 'static_1']),
        condition('icp', [profile.id]),
      ],
    },
  });
  const criteria = (await get(`custom-feeds/${number}`)).resource.attributes.criteria as { search_value: string; display_value: string }[];
  assert.deepEqual(
    criteria.map(({ search_value, display_value }) => [search_value, display_value]),
    [
      ['DE', 'Germany'],
      ['fi', 'Finland'],
      [list.id, 'Calls'],
      [list.number, 'Calls'],
      ['static_1', 'static_1'],
      [profile.id, 'Makers'],
    ],
  );
  await deleteFeed(service.ctx, accountId, number);
});

test('the four built-in feeds are listed first, then the feeds of the account with their criteria', async () => {
  const filters = {
    all: [
      { field: 'assignee', operator: 'is', values: [account.userId], excluded: false },
      { field: 'pageviews', operator: 'gte', values: [3], excluded: false },
      { field: 'industry_code', operator: 'is', values: ['automotive_manufacturing'], excluded: true },
      { field: 'country_code', operator: 'is_not', values: ['DE', 'FI'], excluded: false },
      { field: 'followed', operator: 'is', values: [true], excluded: false },
      { field: 'page_url', operator: 'contains', values: ['/prices'], excluded: false },
      { field: 'tag', operator: 'is', values: ['77'], excluded: false },
      { field: 'revenue', operator: 'between', values: [1, 5], excluded: false },
      { field: 'campaign', operator: 'exists', values: [], excluded: false },
    ],
  };
  await sql`insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at) values
    (${accountId}, ${randomUUID()}, 1002, 'Second', '{"all": []}', now(), now()), (${accountId}, ${randomUUID()}, 1001, 'First', ${JSON.stringify(filters)}::jsonb, now(), now())`.execute(
    db,
  );
  const { data } = await get('custom-feeds');
  assert.deepEqual(
    data.map(({ type, id, attributes }) => [type, id, attributes.name]),
    [
      ['custom_feeds', 'all_leads', 'All leads'],
      ['custom_feeds', 'new_leads', 'New leads'],
      ['custom_feeds', 'recommended_leads', 'Recommended leads'],
      ['custom_feeds', 'followed_companies', 'Followed companies'],
      ['custom_feeds', '1001', 'First'],
      ['custom_feeds', '1002', 'Second'],
    ],
  );
  const criterion = (criterion_type: string, search_value: unknown, display_value: unknown, excluded = false) => ({
    search_value,
    excluded,
    criterion_type,
    display_value,
  });
  const { resource } = await get('custom-feeds/1001');
  assert.deepEqual(resource, data[4]);
  assert.deepEqual(resource.attributes.criteria, [
    criterion('assignee', account.userId, account.email),
    criterion('pageviews', 3, 3),
    criterion('industry_code', 'automotive_manufacturing', 'Vehicle manufacturing', true),
    criterion('country_code', 'DE', 'Germany', true),
    criterion('country_code', 'FI', 'Finland', true),
    criterion('followed', 'true', 'true'),
    criterion('page_url', '/prices', '/prices'),
    criterion('tag', '77', 'Hot'),
    criterion('revenue', '1..5', '1 to 5'),
    criterion('campaign', '*', 'any'),
  ]);
  assert.deepEqual((await get('custom-feeds/followed_companies')).resource.attributes.criteria, [criterion('followed', 'true', 'true')]);
  assert.deepEqual((await get('custom-feeds/all_leads')).resource.attributes.criteria, []);
  const sparse = await get('custom-feeds?fields[custom_feeds]=name');
  assert.deepEqual(firstOf(sparse.data).attributes, { name: 'All leads' });
});

test('a numeric feed id works on both paths; an unknown feed gets 404', async () => {
  const filters = { all: [{ field: 'pageviews', operator: 'gte', values: [4] }] };
  await sql`insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at)
    values (${accountId}, ${randomUUID()}, 1003, 'Busy', ${JSON.stringify(filters)}::jsonb, now(), now())`.execute(db);
  const days = 'start_date=2026-09-01&end_date=2026-09-30';
  for (const path of [`leads?custom_feed_id=1003&${days}`, `custom-feeds/1003/leads?${days}`]) {
    assert.deepEqual(
      (await get(path)).data.map(({ attributes }) => attributes.name),
      ['Audi'],
    );
  }
  for (const id of ['9999', 'nonsense', '1'.repeat(25)]) {
    for (const path of [`leads?custom_feed_id=${id}&${days}`, `custom-feeds/${id}/leads?${days}`, `custom-feeds/${id}`]) {
      const response = await get(path);
      assert.deepEqual([response.status, /no custom feed/.test(response.title)], [404, true], path);
    }
  }
});

test('the tracking script has its HTML snippet, hash and timezone', async () => {
  const { resource } = await get('website-tracking-script');
  const { script_html: html, ...rest } = resource.attributes;
  assert.equal(resource.type, 'website-tracking-scripts');
  assert.deepEqual(rest, { script_hash: account.scriptHash, timezone: 'Europe/Helsinki' });
  assert.match(String(html), new RegExp(`<script async src="${service.url}/t/${account.scriptHash}\\.js"></script>`));
  const script = await fetch(`${service.url}/t/${account.scriptHash}.js`);
  assert.equal(script.status, 200);
  const sparse = await get('website-tracking-script?fields[website-tracking-scripts]=timezone');
  assert.deepEqual(sparse.resource.attributes, { timezone: 'Europe/Helsinki' });
});

test('the tracking status of an account changes from not_installed to reporting to ok', async () => {
  const fresh = await service.newAccount({ name: 'Fresh', plan: 'trial', timezone: 'UTC' });
  const getStatus = async () => {
    const { resource } = await callEarlier(`${service.url}/accounts/${fresh.accountId}`, { token: fresh.token });
    const { data } = await callEarlier(`${service.url}/accounts`, { token: fresh.token });
    assert.deepEqual(data, [resource]);
    const { website_tracking_status, ...rest } = resource.attributes;
    assert.deepEqual([resource.id, rest], [fresh.accountId, { name: 'Fresh', subscription: 'trial', timezone: 'UTC' }]);
    return website_tracking_status;
  };
  assert.equal(await getStatus(), 'not_installed');
  await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'accept-language': 'en', 'user-agent': smartphone },
    body: JSON.stringify({
      script_hash: fresh.scriptHash,
      events: [{ id: randomUUID(), kind: 'page_view', occurred_at: service.clock.now().getTime(), url: 'https://shop.example/' }],
    }),
  });
  assert.equal(await getStatus(), 'reporting');
  await service.drain();
  assert.equal(await getStatus(), 'ok');
  const sparse = await callEarlier(`${service.url}/accounts?fields[accounts]=name`, { token: fresh.token });
  assert.deepEqual(firstOf(sparse.data).attributes, { name: 'Fresh' });
});
