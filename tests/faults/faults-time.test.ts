import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserSession } from '../kit/browser-session.ts';
import { pageView, post } from '../kit/events.ts';
import { startTestService, type TestAccount, type TestService } from '../kit/service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const address = { 'x-forwarded-for': '143.164.1.10' };
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });

/** Sends page views of a browser whose clock shows `browserMs`. */
async function sendViews({ scriptHash }: TestAccount, visitorId: string, browserMs: number, count: number): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) => pageView({ occurred_at: browserMs - (count - index) * 1000 }));
  const body = { visitor_id: visitorId, sent_at: browserMs };
  assert.equal((await post({ url: service.url, scriptHash, events, body, headers: address })).status, 204);
  return events.map(({ id }) => id);
}

async function storedEventIds({ ctx }: TestService, { accountId }: TestAccount): Promise<string[]> {
  const rows = await ctx.db.selectFrom('event_ids').select('event_id').where('account_id', '=', accountId).execute();
  return rows.map(({ event_id }) => event_id).sort();
}

async function visitsOf({ ctx }: TestService, { accountId }: TestAccount) {
  return ctx.db
    .selectFrom('visits')
    .select(['started_at', 'page_depth'])
    .where('account_id', '=', accountId)
    .orderBy('started_at')
    .execute();
}

test('when the clock of the server jumps by an hour, every event is stored once, and sessions and credentials stay valid', async () => {
  const realMs = Date.parse('2026-09-10T12:00:00Z');
  service.clock.set(new Date(realMs));
  const account = await service.newAccount();
  const session = new BrowserSession(service);
  await session.signIn(account.email);
  const sent: string[] = [];
  for (const [turn, jumpMs] of [0, hourMs, 0, -hourMs, 0].entries()) {
    const trueMs = realMs + turn * minuteMs;
    service.clock.set(new Date(trueMs + jumpMs));
    sent.push(...(await sendViews(account, `person-${turn}`, trueMs, 3)));
    await service.drain();
    const days = 'start_date=2026-09-01&end_date=2026-09-30';
    const earlier = { headers: { authorization: `Token token=${account.token}` } };
    const responses = await Promise.all([
      fetch(`${service.url}/v1/tags?account_id=${account.accountId}`, { headers: { 'x-api-key': account.key } }),
      fetch(`${service.url}/accounts/${account.accountId}/leads?${days}`, earlier),
    ]);
    assert.deepEqual(
      [...responses.map(({ status }) => status), (await session.get('/session')).status],
      [200, 200, 200],
      `jump of ${jumpMs} ms`,
    );
  }
  assert.deepEqual(await storedEventIds(service, account), sent.sort());
  const visits = await visitsOf(service, account);
  assert.deepEqual(
    visits.map(({ page_depth }) => page_depth),
    [3, 3, 3, 3, 3],
  );
});

test('visits of a browser whose clock is an hour off are stored with the correct time', async () => {
  const realMs = Date.parse('2026-09-11T12:00:00Z');
  service.clock.set(new Date(realMs));
  const account = await service.newAccount();
  for (const clockErrorMs of [hourMs, -hourMs]) await sendViews(account, `wrong-${clockErrorMs}`, realMs + clockErrorMs, 1);
  await service.drain();
  const visits = await visitsOf(service, account);
  assert.equal(visits.length, 2);
  for (const { started_at } of visits) assert.ok(Math.abs(started_at.getTime() - (realMs - 1000)) < 1000, started_at.toISOString());
});

test('a worker that was down for an hour processes the backlog with the original times', async () => {
  const realMs = Date.parse('2026-09-12T12:00:00Z');
  service.clock.set(new Date(realMs));
  const account = await service.newAccount();
  const sent: string[] = [];
  for (let minute = 0; minute < 60; minute += 5) {
    service.clock.set(new Date(realMs + minute * minuteMs));
    sent.push(...(await sendViews(account, `person-${minute % 15}`, realMs + minute * minuteMs, 2)));
  }
  assert.deepEqual(await storedEventIds(service, account), []);
  service.clock.set(new Date(realMs + hourMs));
  await service.drain();
  assert.deepEqual(await storedEventIds(service, account), sent.sort());
  const visits = await visitsOf(service, account);
  // Three visitors, each seen every 15 minutes: three visits of a whole hour, starting in its first minutes.
  assert.deepEqual(
    visits.map(({ started_at, page_depth }) => [Math.abs(Math.round((started_at.getTime() - realMs) / minuteMs)), page_depth]),
    [
      [0, 8],
      [5, 8],
      [10, 8],
    ],
  );
});

test('the events of 1,000 concurrent requests are all stored; rejected requests get 503 with Retry-After and are repeated', async () => {
  service.clock.set(new Date('2026-09-13T12:00:00Z'));
  const account = await service.newAccount();
  const send = async (number: number): Promise<string> => {
    const view = pageView({ occurred_at: Date.parse('2026-09-13T11:59:00Z') + (number % 30) * 1000 });
    const headers = { 'x-forwarded-for': `143.164.${number % 200}.10` };
    for (;;) {
      const response = await post({
        url: service.url,
        scriptHash: account.scriptHash,
        events: [view],
        body: { sent_at: undefined, visitor_id: `burst-${number % 97}` },
        headers,
      });
      if (response.status === 204) return view.id;
      assert.equal(response.status, 503, await response.text());
      assert.ok(Number(response.headers.get('retry-after')) > 0);
    }
  };
  const usual = await Promise.all(Array.from({ length: 100 }, (_, number) => send(number)));
  const burst = await Promise.all(Array.from({ length: 1000 }, (_, number) => send(number)));
  await service.drain();
  assert.deepEqual(await storedEventIds(service, account), [...usual, ...burst].sort());
});
