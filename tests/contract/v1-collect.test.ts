import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const now = new Date('2026-10-15T12:00:00.000Z');

function event(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: now.toISOString(),
    visitor_id: 'v1',
    ip: '143.164.1.10',
    user_agent: chrome,
    url: 'https://shop.example/pricing',
    title: 'Pricing',
    ...more,
  };
}

const service = await startTestService();
service.clock.set(now);
const account = await service.newAccount();
const call = v1Client(service, account);
const path = `/v1/collect?account_id=${account.accountId}`;

const visitsOf = (accountId: string) =>
  service.ctx.db
    .selectFrom('visits')
    .leftJoin('companies', 'companies.id', 'visits.company_id')
    .select(['visits.id', 'companies.name', 'page_depth', 'started_at', 'visitor_id'])
    .where('account_id', '=', accountId)
    .orderBy('started_at')
    .execute();

test('accepted events become visits with the time, address and visitor of each event', async () => {
  const other = await service.newAccount();
  const earlier = new Date(now.getTime() - 60_000).toISOString();
  const old = '2025-10-16T08:00:00.000Z';
  const events = [
    event({ occurred_at: earlier }),
    event({ url: 'https://shop.example/contact' }),
    event({ visitor_id: 'v2', ip: '155.56.1.10', occurred_at: old }),
    event({ visitor_id: undefined, ip: '155.56.1.10' }),
    event({ visitor_id: undefined, ip: '155.56.1.11' }),
  ];
  const response = await v1Client(service, other)(`/v1/collect?account_id=${other.accountId}`, { body: { events } });
  assert.equal(response.status, 202);
  assert.deepEqual(response.body.data, { type: 'collect_receipt', attributes: { accepted: 5, rejected: [] } });
  assert.equal(response.body.meta.request_id, response.headers.get('x-request-id'));
  await service.drain();
  const visits = await visitsOf(other.accountId);
  assert.deepEqual(
    visits.map(({ id, name, page_depth }) => ({ id, name, page_depth })).sort((a, b) => String(a.id).localeCompare(String(b.id))),
    [
      { id: firstOf(events).id, name: 'Audi', page_depth: 2 },
      { id: itemAt(events, 2).id, name: 'SAP', page_depth: 1 },
      { id: itemAt(events, 3).id, name: 'SAP', page_depth: 1 },
      { id: itemAt(events, 4).id, name: 'SAP', page_depth: 1 },
    ].sort((a, b) => String(a.id).localeCompare(String(b.id))),
  );
  assert.equal(firstOf(visits).started_at.toISOString(), old);
});

test('a repeated event is accepted again, but stored once', async () => {
  const other = await service.newAccount();
  const events = [event()];
  for (const _ of [1, 2]) {
    const response = await v1Client(service, other)(`/v1/collect?account_id=${other.accountId}`, { body: { events } });
    assert.equal(response.body.data.attributes.accepted, 1);
  }
  await service.drain();
  const visits = await visitsOf(other.accountId);
  assert.deepEqual(
    visits.map(({ page_depth }) => page_depth),
    [1],
  );
});

test('without consent, the visitor id is not stored', async () => {
  const other = await service.newAccount();
  const events = [event({ visitor_id: 'secret-person', consent: false, ga_client_ids: ['GA1.1'] })];
  await v1Client(service, other)(`/v1/collect?account_id=${other.accountId}`, { body: { events } });
  await service.drain();
  const visits = await visitsOf(other.accountId);
  assert.equal(visits.length, 1);
  assert.notEqual(firstOf(visits).visitor_id, 'secret-person');
});

const wrong: [string, unknown, RegExp][] = [
  ['a string instead of an object', 'hello', /object/],
  ['null instead of an object', null, /object/],
  ['an array instead of an object', [], /object/],
  ['no id', event({ id: undefined }), /id must be a UUID/],
  ['a broken id', event({ id: '123' }), /id must be a UUID/],
  ['an unknown kind', event({ kind: 'click' }), /kind/],
  ['no time', event({ occurred_at: undefined }), /occurred_at/],
  ['an invalid time', event({ occurred_at: 'yesterday' }), /occurred_at/],
  ['a time in the future', event({ occurred_at: '2026-10-15T12:11:00.000Z' }), /future/],
  ['a time more than twelve months back', event({ occurred_at: '2025-10-15T11:59:59.000Z' }), /too old/],
  ['no address', event({ ip: undefined }), /ip must be/],
  ['a broken address', event({ ip: '300.1.1.1' }), /ip must be/],
  ['an address of the wrong type', event({ ip: 42 }), /ip must be/],
  ['an address with a port', event({ ip: '143.164.1.10:443' }), /ip must be/],
  ['no user agent', event({ user_agent: undefined }), /user_agent/],
  ['a user agent of the wrong type', event({ user_agent: {} }), /user_agent/],
  ['a visitor of the wrong type', event({ visitor_id: 7 }), /visitor_id/],
  ['a visitor id that is too long', event({ visitor_id: 'x'.repeat(65) }), /visitor_id/],
  ['no URL', event({ url: undefined }), /url/],
  ['a relative URL', event({ url: '/pricing' }), /url/],
  ['a URL of the wrong type', event({ url: ['https://a.example/'] }), /url/],
  ['a title of the wrong type', event({ title: 5 }), /title/],
  ['a download without its target', event({ kind: 'download' }), /target_url/],
  ['a custom event without a name', event({ kind: 'event' }), /name/],
  ['an identify without an email', event({ kind: 'identify' }), /email/],
  ['a duration below zero', event({ kind: 'leave', duration: -1 }), /duration/],
  ['client ids of the wrong type', event({ ga_client_ids: 'GA1' }), /ga_client_ids/],
  ['cookies of the wrong type', event({ partner_cookies: 'MCMID' }), /partner_cookies/],
  ['consent of the wrong type', event({ consent: 'perhaps' }), /consent/],
  ['an unknown key', event({ color: 'red' }), /Unknown field: color/],
];
for (const [name, invalid, title] of wrong) {
  test(`an invalid event (${name}) is rejected with its index, and the other events are accepted`, async () => {
    const response = await call(path, { body: { events: [event(), invalid, event()] } });
    assert.equal(response.status, 202);
    const { accepted, rejected } = response.body.data.attributes;
    assert.equal(accepted, 2);
    assert.equal(rejected.length, 1);
    assert.equal(rejected[0].index, 1);
    assert.equal(rejected[0].code, 'invalid_parameter');
    assert.match(rejected[0].title, title);
  });
}

test('times from twelve months ago to nine minutes ahead, IPv6 addresses and every kind of event are accepted', async () => {
  const events = [
    event({ occurred_at: '2025-10-15T12:00:00.000Z' }),
    event({ occurred_at: '2026-10-15T12:09:00.000Z' }),
    event({ occurred_at: '2026-10-15T14:00:00+02:00' }),
    event({ occurred_at: now.getTime() }),
    event({ ip: '2001:db8::1' }),
    event({ ip: '10.0.0.1', visitor_id: null }),
    event({ kind: 'leave', duration: 12.5 }),
    event({ kind: 'form', name: 'newsletter', email: 'jo@audi.de', first_name: 'Jo', last_name: 'Doe' }),
    event({ kind: 'download', target_url: 'https://shop.example/a.pdf' }),
    event({ kind: 'outbound', target_url: 'https://other.example/' }),
    event({ kind: 'event', name: 'configured' }),
    event({ kind: 'identify', email: 'jo@audi.de', url: undefined }),
    event({ consent: true, ga_client_ids: ['1.2'], partner_cookies: { MCMID: 'a' }, referrer: 'https://www.google.com/' }),
  ];
  const response = await call(path, { body: { events } });
  assert.deepEqual(response.body.data.attributes, { accepted: events.length, rejected: [] });
});

test('a batch of only invalid events still gets a receipt', async () => {
  const response = await call(path, { body: { events: [1, 2] } });
  assert.equal(response.status, 202);
  assert.equal(response.body.data.attributes.accepted, 0);
  assert.deepEqual(
    response.body.data.attributes.rejected.map(({ index }: { index: number }) => index),
    [0, 1],
  );
});

test('1,000 events are accepted; 1,001 and none are rejected', async () => {
  const events = Array.from({ length: 1000 }, (_, index) => event({ visitor_id: `many-${index % 7}`, title: null }));
  const accepted = await call(path, { body: { events } });
  assert.equal(accepted.body.data.attributes.accepted, 1000);
  for (const wrongBody of [{ events: [...events, event()] }, { events: [] }, {}, [], { events: 'x' }, { events: [event()], more: 1 }]) {
    const refused = await call(path, { body: wrongBody });
    assert.equal(refused.status, 400, JSON.stringify(wrongBody).slice(0, 80));
    assert.equal(firstOf(refused.body.errors).code, 'invalid_parameter');
    assert.equal(typeof required(firstOf(refused.body.errors).source).pointer, 'string');
  }
});

test('a body over 1 MB, invalid JSON and another content type are rejected', async () => {
  const large = await call(path, { body: { events: [event({ title: 'x'.repeat(1024 * 1024) })] } });
  assert.deepEqual([large.status, firstOf(large.body.errors).code], [413, 'payload_too_large']);
  const broken = await call(path, { body: '{"events": [' });
  assert.deepEqual([broken.status, firstOf(broken.body.errors).code], [400, 'invalid_parameter']);
  const empty = await call(path, { method: 'POST' });
  assert.equal(empty.status, 400);
  const text = await call(path, { body: 'events', headers: { 'content-type': 'text/plain' } });
  assert.equal(text.status, 415);
});

test('the scope web_visits:write and access to the account are required', async () => {
  const reader = await service.newAccount({ key: { scopes: ['web_visits:read'] } });
  const refused = await v1Client(service, reader)(`/v1/collect?account_id=${reader.accountId}`, { body: { events: [event()] } });
  assert.deepEqual([refused.status, firstOf(refused.body.errors).code], [403, 'insufficient_scope']);
  const foreign = await call(`/v1/collect?account_id=${reader.accountId}`, { body: { events: [event()] } });
  assert.deepEqual([foreign.status, firstOf(foreign.body.errors).code], [403, 'invalid_account_id']);
});
