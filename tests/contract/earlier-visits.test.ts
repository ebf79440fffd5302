import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { rebuildRollups } from '../../server/src/domain/visits/rebuild-rollups.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { addresses, allPages, callEarlier, manyCompanies, smartphone, visit } from '../kit/earlier.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
let account: TestAccount;
let visits: (parameters: string, path?: string) => ReturnType<typeof callEarlier>;
let minute = 0;

const september = 'start_date=2026-09-01&end_date=2026-09-30';

beforeEach(async () => {
  service.clock.set(new Date(Date.parse('2026-10-01T12:00:00Z') + ++minute * 60_000));
  account = await service.newAccount({ timezone: 'Europe/Helsinki' });
  visits = (parameters, path = 'visits') =>
    callEarlier(`${service.url}/accounts/${account.accountId}/${path}?${parameters}`, { token: account.token });
});

const setProcessing = (settings: Record<string, unknown>) =>
  sql`update accounts set data_processing = ${JSON.stringify(settings)}::jsonb where id = ${account.accountId}`.execute(service.ctx.db);

test('a visit has every attribute, including deprecated ones', async () => {
  await setProcessing({ extract_partner_cookies: true, extract_analytics_ids: true, capture_forms: true });
  const cookies = { MCMID: 'm', MCAAMB: 'b', MCAAMLH: '6' };
  await visit(service, account, {
    ip: addresses.Audi,
    visitor: 'visitor-1',
    userAgent: smartphone,
    ga: ['GA1.1.1.1', 'GA1.1.2.2'],
    cookies,
    events: [
      {
        at: '2026-09-01T21:34:40Z',
        url: 'https://shop.example/landing?utm_source=newsletter&utm_medium=email&utm_campaign=autumn&utm_term=blue+shoes',
        title: 'Landing',
        referrer: 'https://mail.example/inbox',
      },
      { at: '2026-09-01T21:35:10Z', url: 'https://shop.example/prices', title: 'Prices' },
      {
        at: '2026-09-01T21:35:20Z',
        kind: 'identify',
        url: 'https://shop.example/prices',
        email: 'ann@audi.de',
        first_name: 'Ann',
        last_name: 'Lee',
      },
      { at: '2026-09-01T21:36:00Z', kind: 'leave', url: 'https://shop.example/prices', duration: 50 },
    ],
  });
  const { status, data, included } = await visits(september);
  assert.equal(status, 200);
  const lead = await service.ctx.db.selectFrom('companies').select('id').where('name', '=', 'Audi').executeTakeFirstOrThrow();
  assert.deepEqual(data, [
    {
      type: 'visits',
      id: firstOf(data).id,
      attributes: {
        source: 'newsletter',
        medium: 'email',
        campaign: 'autumn',
        referring_url: 'https://mail.example/inbox',
        country_code: 'DE',
        page_depth: 2,
        landing_page_path: '/landing',
        visit_route: [
          {
            hostname: 'shop.example',
            page_path: '/landing',
            previous_page_path: '(entrance)',
            time_on_page: 30,
            page_title: 'Landing',
            page_url: 'https://shop.example/landing?utm_source=newsletter&utm_medium=email&utm_campaign=autumn&utm_term=blue+shoes',
            display_page_name: '/landing',
          },
          {
            hostname: 'shop.example',
            page_path: '/prices',
            previous_page_path: '/landing',
            time_on_page: 50,
            page_title: 'Prices',
            page_url: 'https://shop.example/prices',
            display_page_name: '/prices',
          },
        ],
        keyword: 'blue shoes',
        query_term: 'blue shoes',
        visit_length: 80,
        // The start is rounded to minutes; date and hour are local time in Helsinki.
        started_at: '2026-09-01T21:35:00.000Z',
        date: '2026-09-02',
        hour: 0,
        lead_id: lead.id,
        svc_client_id: 'visitor-1',
        ga_client_ids: ['GA1.1.1.1', 'GA1.1.2.2'],
        partner_cookies: [cookies],
        visitor_email: 'ann@audi.de',
        visitor_first_name: 'Ann',
        visitor_last_name: 'Lee',
        device_type: 'smartphone',
      },
      relationships: { location: { data: { type: 'locations', id: firstOf(included).id } } },
    },
  ]);
  assert.equal(firstOf(included).attributes.city, 'Ingolstadt');
});

test('names given without an e-mail address are those of the visit', async () => {
  const events = [{ at: '2026-09-01T10:00:10Z' }, { at: '2026-09-01T10:00:20Z', kind: 'form', first_name: 'Bea' }];
  await visit(service, account, { ip: addresses.Audi, events });
  const { attributes } = firstOf((await visits(september)).data);
  assert.deepEqual([attributes.visitor_email, attributes.visitor_first_name, attributes.visitor_last_name], [null, 'Bea', null]);
});

test('unknown values of a visit are null, and partner_cookies are absent', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [{ at: '2026-09-01T10:00:10Z', url: 'https://shop.example/only' }] });
  const { attributes } = firstOf((await visits(september)).data);
  const { svc_client_id, visit_route, source, medium, ...rest } = attributes;
  assert.equal(typeof svc_client_id, 'string');
  const page = firstOf(visit_route as { page_title: null; time_on_page: number }[]);
  assert.deepEqual([page.page_title, page.time_on_page], [null, 0]);
  assert.deepEqual([source, medium], ['(direct)', '(none)']);
  assert.deepEqual(rest, {
    campaign: null,
    referring_url: null,
    country_code: 'DE',
    page_depth: 1,
    landing_page_path: '/only',
    keyword: null,
    query_term: null,
    visit_length: 0,
    started_at: '2026-09-01T10:00:00.000Z',
    date: '2026-09-01',
    hour: 13,
    lead_id: rest.lead_id,
    ga_client_ids: [],
    visitor_email: null,
    visitor_first_name: null,
    visitor_last_name: null,
    device_type: 'desktop',
  });
});

test('partner cookies are absent once their extraction is disabled', async () => {
  await setProcessing({ extract_partner_cookies: true });
  await visit(service, account, { ip: addresses.Audi, cookies: { MCMID: 'm' }, events: [{ at: '2026-09-01T10:00:00Z' }] });
  assert.deepEqual(firstOf((await visits(september)).data).attributes.partner_cookies, [{ MCMID: 'm', MCAAMB: null, MCAAMLH: null }]);
  await setProcessing({ extract_partner_cookies: false });
  assert.equal('partner_cookies' in firstOf((await visits(september)).data).attributes, false);
});

test('display_page_name is the path, full URL or title, depending on the account setting', async () => {
  await visit(service, account, {
    ip: addresses.Audi,
    events: [
      { at: '2026-09-01T10:00:00Z', url: 'https://shop.example/a?b=1', title: 'A title' },
      { at: '2026-09-01T10:00:30Z', url: 'https://shop.example/untitled' },
    ],
  });
  for (const [setting, expected] of [
    ['path', ['/a', '/untitled']],
    ['url', ['https://shop.example/a?b=1', 'https://shop.example/untitled']],
    ['title', ['A title', '/untitled']],
  ] as const) {
    await setProcessing({ page_name: setting });
    const route = firstOf((await visits(september)).data).attributes.visit_route as { display_page_name: string }[];
    assert.deepEqual(
      route.map(({ display_page_name }) => display_page_name),
      expected,
    );
  }
});

test('a visitor identified later is also named in earlier visits', async () => {
  await visit(
    service,
    account,
    { ip: addresses.Audi, visitor: 'v', events: [{ at: '2026-09-01T10:00:00Z' }] },
    {
      ip: addresses.Audi,
      visitor: 'v',
      events: [{ at: '2026-09-02T10:00:00Z' }, { at: '2026-09-02T10:01:00Z', kind: 'identify', email: 'bob@audi.de' }],
    },
  );
  assert.deepEqual(
    (await visits(september)).data.map(({ attributes }) => attributes.visitor_email),
    ['bob@audi.de', 'bob@audi.de'],
  );
});

test('visits of identified companies are listed newest first, then by id, for days in the account’s time zone', async () => {
  const [first, second] = firstItems(await manyCompanies(2), 2);
  await visit(
    service,
    account,
    { ip: first.ip, visitor: 'a', events: [{ at: '2026-08-31T20:59:59Z' }] },
    { ip: first.ip, visitor: 'b', events: [{ at: '2026-08-31T21:00:00Z' }] },
    { ip: first.ip, visitor: 'x', events: [{ at: '2026-09-05T10:00:00Z' }] },
    { ip: second.ip, visitor: 'y', events: [{ at: '2026-09-05T10:00:00Z' }] },
    { ip: '127.0.0.9', events: [{ at: '2026-09-06T10:00:00Z' }] },
    { ip: second.ip, visitor: 'z', events: [{ at: '2026-09-06T10:00:00Z', kind: 'event', name: 'ping' }] },
    { ip: second.ip, visitor: 'c', events: [{ at: '2026-09-30T20:59:59Z' }] },
    { ip: second.ip, visitor: 'd', events: [{ at: '2026-09-30T21:00:00Z' }] },
  );
  const { data, links } = await visits(september);
  assert.deepEqual(
    data.map(({ attributes }) => attributes.started_at),
    ['2026-09-30T21:00:00.000Z', '2026-09-05T10:00:00.000Z', '2026-09-05T10:00:00.000Z', '2026-08-31T21:00:00.000Z'],
  );
  assert.ok(itemAt(data, 1).id < itemAt(data, 2).id);
  assert.equal('next' in links, false);
});

test('a lead lists only its own visits', async () => {
  const [first, second] = firstItems(await manyCompanies(2), 2);
  await visit(
    service,
    account,
    { ip: first.ip, events: [{ at: '2026-09-01T10:00:00Z' }] },
    { ip: second.ip, events: [{ at: '2026-09-02T10:00:00Z' }] },
    { ip: first.ip, events: [{ at: '2026-09-03T10:00:00Z' }] },
    { ip: first.ip, events: [{ at: '2026-08-03T10:00:00Z' }] },
  );
  const lead = await service.ctx.db.selectFrom('companies').select('id').where('name', '=', first.name).executeTakeFirstOrThrow();
  const { data, links } = await visits(`${september}&page[size]=1`, `leads/${lead.id}/visits`);
  assert.deepEqual(
    data.map(({ attributes }) => [attributes.lead_id, attributes.date]),
    [[lead.id, '2026-09-03']],
  );
  const base = `${service.url}/accounts/${account.accountId}/leads/${lead.id}/visits?end_date=2026-09-30`;
  assert.deepEqual(links, {
    self: `${base}&page%5Bnumber%5D=1&page%5Bsize%5D=1&start_date=2026-09-01`,
    next: `${base}&page%5Bnumber%5D=2&page%5Bsize%5D=1&start_date=2026-09-01`,
    last: `${base}&page%5Bnumber%5D=2&page%5Bsize%5D=1&start_date=2026-09-01`,
  });
  assert.deepEqual((await visits(`${september}&page[size]=1&page[number]=3`, `leads/${lead.id}/visits`)).data, []);
});

test('pagination shows each visit once, across days and while new visits arrive', async () => {
  const companies = await manyCompanies(4);
  const times = Array.from(
    { length: 24 },
    (_, index) =>
      `2026-09-${String(3 + Math.floor(index / 5)).padStart(2, '0')}T${String(8 + 2 * (index % 5)).padStart(2, '0')}:00:00.000Z`,
  );
  await visit(
    service,
    account,
    ...times.map((at, index) => ({ ip: itemAt(companies, index % 4).ip, visitor: `v${index}`, events: [{ at }] })),
  );
  const listUrl = `${service.url}/accounts/${account.accountId}/visits?start_date=2026-09-01&end_date=2026-10-31&page[size]=7`;
  const seen: unknown[] = [];
  let page = await callEarlier(listUrl, { token: account.token });
  assert.match(required(page.links.last), /page%5Bnumber%5D=4&/);
  for (let number = 1; ; number++) {
    seen.push(...page.data.map(({ attributes }) => attributes.started_at));
    if (page.links.next === undefined) break;
    const now = new Date(service.clock.now().getTime() - 60_000 + number * 1000).toISOString();
    await visit(service, account, { ip: firstOf(companies).ip, visitor: `new${number}`, events: [{ at: now }] });
    page = await callEarlier(page.links.next, { token: account.token });
  }
  assert.deepEqual(seen, times.toReversed());
  assert.equal((await allPages(listUrl, account.token)).flatMap(({ data }) => data).length, 27);
});

for (const list of ['all', 'of one lead'] as const) {
  test(`pagination (${list}) shows each visit once while others arrive late`, async () => {
    const times = Array.from({ length: 20 }, (_, index) => `2026-09-0${3 + (index % 4)}T10:${10 + index}:00.000Z`);
    await visit(service, account, ...times.map((at, index) => ({ ip: addresses.Audi, visitor: `v${index}`, events: [{ at }] })));
    // Four visits at the same instant.
    await visit(
      service,
      account,
      ...[1, 2, 3, 4].map((number) => ({ ip: addresses.Audi, visitor: `same${number}`, events: [{ at: '2026-09-04T08:00:00.000Z' }] })),
    );
    const expected = (await visits(`${september}&page[size]=100`)).data;
    const path = list === 'all' ? 'visits' : `leads/${firstOf(expected).attributes.lead_id}/visits`;
    const seen: string[] = [];
    let page = await visits(`${september}&page[size]=3`, path);
    for (let number = 1; ; number++) {
      seen.push(...page.data.map(({ id }) => id));
      if (page.links.next === undefined) break;
      const late = itemAt(['2026-09-06T20:00:00.000Z', '2026-09-04T08:00:00.000Z', '2026-09-05T00:00:30.000Z'], number % 3);
      await visit(service, account, { ip: addresses.Audi, visitor: `late${number}`, events: [{ at: late }] });
      page = await callEarlier(page.links.next, { token: account.token });
    }
    assert.equal(new Set(seen).size, seen.length, 'nothing is repeated');
    assert.deepEqual(
      seen.filter((id) => expected.some((visit) => visit.id === id)),
      expected.map(({ id }) => id),
      'nothing is skipped, and the order holds',
    );
  });
}

test('sparse fieldsets limit the attributes of visits and locations', async () => {
  await visit(service, account, { ip: addresses.Audi, events: [{ at: '2026-09-01T10:00:00Z' }] });
  const { data, included } = await visits(`${september}&fields[visits]=date,hour&fields[locations]=country`);
  assert.deepEqual([firstOf(data).attributes, firstOf(included).attributes], [{ date: '2026-09-01', hour: 13 }, { country: 'Germany' }]);
  assert.equal(required(firstOf(data).relationships?.location?.data).id, firstOf(included).id);
});

for (const [timezone, day, first, last, hours] of [
  // Thirteen hours ahead of UTC.
  ['Pacific/Apia', '2026-09-10', '2026-09-09T11:00:00Z', '2026-09-10T10:59:59Z', [0, 23]],
  ['Asia/Kathmandu', '2026-09-10', '2026-09-09T18:15:00Z', '2026-09-10T18:14:59Z', [0, 23]],
  // The clocks go forward at midnight: the day starts at one o'clock.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T02:59:59Z', [1, 23]],
] as const) {
  test(`a day of ${timezone} starts and ends when the local date changes`, async () => {
    account = await service.newAccount({ timezone });
    const outside = [new Date(Date.parse(first) - 1000), new Date(Date.parse(last) + 1000)].map((time) => time.toISOString());
    const times = [firstOf(outside), first, last, itemAt(outside, 1)];
    await visit(service, account, ...times.map((at, index) => ({ ip: addresses.Audi, visitor: `v${index}`, events: [{ at }] })));
    const { data } = await visits(`start_date=${day}&end_date=${day}`);
    assert.deepEqual(
      data.map(({ attributes }) => [attributes.date, attributes.hour]),
      [
        [day, hours[1]],
        [day, hours[0]],
      ],
    );
    const { data: leads } = await visits(`start_date=${day}&end_date=${day}`, 'leads');
    assert.deepEqual(
      leads.map(({ attributes }) => attributes.visits),
      [2],
    );
  });
}

test('after a time zone change, visits are listed on the days of the new time zone', async () => {
  await visit(
    service,
    account,
    { ip: addresses.Audi, events: [{ at: '2026-09-10T22:30:00Z' }] },
    { ip: addresses.SAP, events: [{ at: '2026-09-10T12:00:00Z' }] },
  );
  const countOn = async (day: string) => (await visits(`start_date=${day}&end_date=${day}`)).data.length;
  assert.deepEqual([await countOn('2026-09-10'), await countOn('2026-09-11')], [1, 1]);
  await updateAccount(service.ctx, account.accountId, { timezone: 'America/New_York' });
  await rebuildRollups(service.ctx, account.accountId);
  assert.deepEqual([await countOn('2026-09-10'), await countOn('2026-09-11')], [2, 0]);
});
