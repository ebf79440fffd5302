import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { smartphone } from '../kit/earlier.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

const landing = 'https://www.shop.example/landing?utm_source=newsletter&utm_medium=email&utm_campaign=autumn&utm_term=blue+shoes';
const cookies = { MCMID: 'one', MCAAMB: 'two', MCAAMLH: '6' };

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
// In Helsinki it is 00:40 on 2 September.
service.clock.set('2026-09-01T21:40:00Z');
const account = await service.newAccount({ timezone: 'Europe/Helsinki' });

test('every field of a visit that was sent through a proxy is stored and returned by both APIs', async () => {
  const { accountId, scriptHash, token, key } = account;
  await sql`update accounts set data_processing = ${JSON.stringify({ extract_analytics_ids: true, extract_partner_cookies: true, ip_storage: 'full' })}::jsonb
    where id = ${accountId}`.execute(service.ctx.db);
  const goalId = randomUUID();
  await service.ctx.db
    .insertInto('goals')
    .values({ account_id: accountId, id: goalId, name: 'Prices', kind: 'page', operator: 'is', pattern: '/prices', created_at: new Date() })
    .execute();
  const ids = { landing: randomUUID(), leave: randomUUID(), prices: randomUUID(), identify: randomUUID(), end: randomUUID() };
  const prices = { url: 'https://www.shop.example/prices', title: 'Prices' };

  // The browser's clock is an hour slow; the collector detects this by `sent_at`.
  const slowMs = 3_600_000;
  const at = (time: string) => Date.parse(`2026-09-01T${time}Z`) - slowMs;
  const send = (events: object[], more: object = {}) =>
    fetch(`${service.url}/collect`, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': smartphone,
        'x-forwarded-for': '10.1.2.3, 143.164.1.10',
        origin: 'https://www.shop.example',
      },
      body: JSON.stringify({
        script_hash: scriptHash,
        sent_at: service.clock.now().getTime() - slowMs,
        visitor_id: 'a-visitor',
        ga_client_ids: ['GA1.1.11.22'],
        partner_cookies: cookies,
        events,
        ...more,
      }),
    });

  const first = await send([
    {
      id: ids.landing,
      kind: 'page_view',
      occurred_at: at('21:34:40'),
      url: landing,
      title: 'Landing',
      referrer: 'https://mail.example/inbox',
    },
    { id: ids.leave, kind: 'leave', occurred_at: at('21:35:10'), url: landing, duration: 30 },
    { id: ids.prices, kind: 'page_view', occurred_at: at('21:35:10'), ...prices },
  ]);
  assert.equal(first.status, 204);
  await service.drain();
  const second = await send([
    {
      id: ids.identify,
      kind: 'identify',
      occurred_at: at('21:35:40'),
      url: prices.url,
      email: 'Ann@Audi.de',
      first_name: 'Ann',
      last_name: 'Lee',
    },
    { id: ids.end, kind: 'leave', occurred_at: at('21:36:00'), url: prices.url, duration: 50 },
  ]);
  assert.equal(second.status, 204);
  await service.drain();

  const { rows } = await sql<Record<string, unknown>>`
    select v.*, host(v.ip) as address, c.name as company, c.id as lead, l.country_code, p.path as landing_path, d.kind as verdict_kind
    from visits v join companies c on c.id = v.company_id join places l on l.account_id = v.account_id and l.id = v.place_id
    join pages p on p.account_id = v.account_id and p.id = v.landing_page_id
    join verdicts d on d.account_id = v.account_id and d.id = v.verdict_id where v.account_id = ${accountId}`.execute(service.ctx.db);
  assert.equal(rows.length, 1, 'one visit');
  const visit = firstOf(rows);
  const facts = {
    id: ids.landing,
    visitor_id: 'a-visitor',
    company: 'Audi',
    verdict_kind: 'business',
    country_code: 'DE',
    address: '143.164.1.10',
    page_depth: 2,
    visit_length: 80,
    landing_path: '/landing',
    source: 'newsletter',
    medium: 'email',
    campaign: 'autumn',
    keyword: 'blue shoes',
    referring_url: 'https://mail.example/inbox',
    device_type: 'smartphone',
    browser: 'Safari',
    os: 'iOS',
    ga_client_ids: ['GA1.1.11.22'],
    partner_cookies: cookies,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(facts).map((key) => [key, visit[key]])), facts);
  assert.deepEqual(visit.started_at, new Date('2026-09-01T21:34:40Z'));
  assert.deepEqual(visit.ended_at, new Date('2026-09-01T21:36:00Z'));
  assert.deepEqual(visit.goals, [{ goalId, reachedAtMs: Date.parse('2026-09-01T21:35:10Z'), eventIds: [ids.prices] }]);

  const response = await fetch(`${service.url}/accounts/${accountId}/visits?start_date=2026-09-02&end_date=2026-09-02`, {
    headers: { authorization: `Token token=${token}` },
  });
  assert.equal(response.status, 200);
  const { data, included } = await readJson<{
    data: { id: string; type: string; attributes: Record<string, unknown> }[];
    included: { attributes: Record<string, unknown> }[];
  }>(response);
  assert.equal(data.length, 1);
  assert.deepEqual(firstOf(data).attributes, {
    source: 'newsletter',
    medium: 'email',
    campaign: 'autumn',
    referring_url: 'https://mail.example/inbox',
    country_code: 'DE',
    page_depth: 2,
    landing_page_path: '/landing',
    visit_route: [
      {
        hostname: 'www.shop.example',
        page_path: '/landing',
        previous_page_path: '(entrance)',
        time_on_page: 30,
        page_title: 'Landing',
        page_url: landing,
        display_page_name: '/landing',
      },
      {
        hostname: 'www.shop.example',
        page_path: '/prices',
        previous_page_path: '/landing',
        time_on_page: 50,
        page_title: 'Prices',
        page_url: prices.url,
        display_page_name: '/prices',
      },
    ],
    keyword: 'blue shoes',
    query_term: 'blue shoes',
    visit_length: 80,
    started_at: firstOf(data).attributes.started_at,
    date: '2026-09-02',
    hour: 0,
    lead_id: String(visit.lead),
    svc_client_id: 'a-visitor',
    ga_client_ids: ['GA1.1.11.22'],
    partner_cookies: [cookies],
    visitor_email: 'ann@audi.de',
    visitor_first_name: 'Ann',
    visitor_last_name: 'Lee',
    device_type: 'smartphone',
  });
  assert.match(String(firstOf(data).attributes.started_at), /^2026-09-01T21:3[45]:00\.000Z$/);
  assert.equal(firstOf(included).attributes.country_code, 'DE');

  const found = await fetch(`${service.url}/v1/web-visits?account_id=${accountId}&include=company,location,events`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ start_date: '2026-09-02', end_date: '2026-09-02' }),
  });
  assert.equal(found.status, 200);
  const { data: versioned } = await readJson<{ data: Versioned[] }>(found);
  assert.equal(versioned.length, 1);
  const { attributes, relationships } = firstOf(versioned);
  const engagements = attributes.engagements as Record<string, unknown>[];
  assert.deepEqual(
    { ...attributes, engagements: engagements.map(({ event_type }) => event_type) },
    {
      started_at: '2026-09-01T21:34:40.000Z',
      ended_at: '2026-09-01T21:36:00.000Z',
      visit_length: 80,
      page_depth: 2,
      landing_page_path: '/landing',
      source: 'newsletter',
      medium: 'email',
      campaign: 'autumn',
      keyword: 'blue shoes',
      referring_url: 'https://mail.example/inbox',
      device_type: 'smartphone',
      browser: 'Safari',
      os: 'iOS',
      identifiers: { svc_client_id: 'a-visitor', ga_client_ids: ['GA1.1.11.22'] },
      visitor: { email: 'ann@audi.de', first_name: 'Ann', last_name: 'Lee', returning: false },
      engagements: engagements.map(({ event_type }) => event_type),
      goals: [{ id: goalId, name: 'Prices', reached_at: '2026-09-01T21:35:10.000Z' }],
    },
  );
  assert.deepEqual(engagements.map(({ event_type }) => event_type).sort(), ['identify', 'leave', 'leave', 'page_view', 'page_view']);
  assert.deepEqual(
    engagements.find(({ has_met_goals }) => has_met_goals),
    {
      event_type: 'page_view',
      started_at: '2026-09-01T21:35:10.000Z',
      hostname: 'www.shop.example',
      page: { path: '/prices', ...prices },
      previous_page_path: '/landing',
      time_on_page: 50,
      has_met_goals: true,
    },
  );
  assert.equal(relationships.company.attributes.name, 'Audi');
  assert.equal(relationships.location.attributes.country_code, 'DE');
});

type Related = { attributes: Record<string, unknown> };
type Versioned = { attributes: Record<string, unknown>; relationships: { company: Related; location: Related } };
