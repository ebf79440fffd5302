import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type CountedVisit, dayChanges } from '../../server/src/domain/visits/day-changes.ts';
import { hitLimit } from '../../server/src/domain/visits/hit-limit.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { chrome } from '../kit/events.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const recorded = recordStatements();
const service = await startTestService();
const now = Date.parse('2026-10-15T12:00:00.000Z');
service.clock.set(new Date(now));

/** Page views of one visitor, one per second, on different pages. */
function pageViews(fromSecond: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: now - 10 * 3_600_000 + (fromSecond + index) * 1000,
    visitor_id: 'tireless',
    ip: '143.164.1.10',
    user_agent: chrome,
    url: `https://shop.example/${fromSecond + index}`,
  }));
}

async function send(account: TestAccount, events: object[]): Promise<void> {
  for (let from = 0; from < events.length; from += 1000) {
    const body = { events: events.slice(from, from + 1000) };
    assert.equal((await v1Client(service, account)(`/v1/collect?account_id=${account.accountId}`, { body })).status, 202);
  }
  await service.drain();
}

async function stateOf({ accountId }: TestAccount) {
  const { rows: visits } = await sql<{ hits: number; first: string; last: string }>`
    select json_array_length(events::json -> 'hits') as hits, events::json -> 'hits' -> 0 ->> 'i' as first, events::json -> 'hits' -> -1 ->> 'i' as last
    from visits where account_id = ${accountId} order by started_at`.execute(service.ctx.db);
  const { rows: counts } = await sql<{ outcome: string; events: number }>`
    select outcome, sum(events)::int as events from event_outcomes where account_id = ${accountId} group by outcome`.execute(
    service.ctx.db,
  );
  return { visits, counts: Object.fromEntries(counts.map(({ outcome, events }) => [outcome, events])) };
}

test('the earliest hits of a visitor’s day are stored up to the limit; events beyond it are counted, each exactly once', async () => {
  const account = await service.newAccount();
  const events = pageViews(100, hitLimit.perDay + 500);
  await send(account, events);
  const last = itemAt(events, hitLimit.perDay - 1).id;
  const full = {
    visits: [{ hits: hitLimit.perDay, first: firstOf(events).id, last }],
    counts: { stored: hitLimit.perDay, too_many_hits: 500 },
  };
  assert.deepEqual(await stateOf(account), full);
  // Repeated events are duplicates, whether stored or not.
  await send(account, [firstOf(events), lastOf(events)]);
  assert.deepEqual(await stateOf(account), { ...full, counts: { ...full.counts, duplicate: 2 } });
  // A late event that happened earlier replaces the last one.
  const late = pageViews(0, 1);
  await send(account, late);
  const moved = { hits: hitLimit.perDay, first: firstOf(late).id, last: itemAt(events, hitLimit.perDay - 2).id };
  assert.deepEqual(await stateOf(account), { visits: [moved], counts: { stored: hitLimit.perDay, too_many_hits: 501, duplicate: 2 } });
  // The tracker status in the app API contains the drop reason.
  const browser = new BrowserSession(service);
  await browser.signIn(account.email);
  const tracker = await browser.get(`/accounts/${account.accountId}/tracker`);
  assert.match(JSON.stringify(tracker.body), /too_many_hits/);
});

test('beyond the daily limit, the statements for a page view do not grow with the number of previous page views, and write no visit', async () => {
  const account = await service.newAccount();
  await send(account, pageViews(0, hitLimit.perDay));
  const costs: { statements: number; sent: number }[] = [];
  for (const before of [0, 3000]) {
    await send(account, pageViews(hitLimit.perDay, before));
    recorded.length = 0;
    await send(account, pageViews(hitLimit.perDay + before, 1));
    const written = recorded.filter(({ text }) => /^\s*(insert into|update|delete from) visits\b/.test(text));
    assert.deepEqual(written, []);
    const visitStatements = recorded.filter(({ text }) => /visits|visitors|pages|leads|company_days/.test(text));
    costs.push({
      statements: visitStatements.length,
      sent: Math.round(JSON.stringify(visitStatements.map(({ values }) => values)).length / 1000),
    });
  }
  assert.deepEqual(costs[0], costs[1]);
});

test('computing the rollup changes of a visit with many pages takes linear time', () => {
  let reads = 0;
  const countingReads = (ids: string[]) =>
    new Proxy(ids, {
      get(target, key, receiver) {
        reads++;
        return Reflect.get(target, key, receiver);
      },
    });
  const count = 2000;
  const ids = Array.from({ length: count }, (_, index) => String(index));
  const visit = (pageIds: string[]): CountedVisit => ({
    id: 'v',
    companyId: '1',
    startedAtMs: now,
    placeId: '0',
    pageDepth: pageIds.length,
    pageIds: countingReads(pageIds),
  });
  const { pages } = dayChanges([visit(ids)], [visit([...ids.toReversed(), 'new'])], 'UTC');
  assert.equal(pages.length, 1);
  assert.ok(reads < 30 * count, `${reads} reads`);
});
