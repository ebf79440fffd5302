import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { pageView, post } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const now = Date.parse('2026-03-10T12:00:00Z');
service.clock.set(new Date(now));
const minuteMs = 60_000;

/** A version 7 UUID, as the tracker creates them. */
function idAt(timeMs: number, end: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7abc-8abc-${String(end).padStart(12, '0')}`;
}

async function accountWith(mode: string) {
  const account = await service.newAccount();
  await sql`update accounts set cookie_consent = ${JSON.stringify({ mode })}::jsonb where id = ${account.accountId}`.execute(
    service.ctx.db,
  );
  return account;
}

type SentEvent = { minutesAgo: number; path: string; number: number; kind?: string; email?: string };

/** The clock of the browser is five years slow. */
const clockErrorMs = -5 * 365 * 86_400_000;
function send(scriptHash: string, sent: SentEvent, visitorId?: string) {
  const at = now - sent.minutesAgo * minuteMs + clockErrorMs;
  const event = { ...pageView({ url: `https://shop.example${sent.path}` }), id: idAt(at, sent.number), occurred_at: at };
  return post({
    url: service.url,
    scriptHash,
    events: [{ ...event, ...(sent.kind && { kind: sent.kind }), ...(sent.email && { email: sent.email }) }],
    body: { sent_at: now + clockErrorMs, visitor_id: visitorId, ...(visitorId && { consent: true }) },
    headers: { 'x-forwarded-for': '143.164.1.10' },
  });
}

async function visitsOf(accountId: string) {
  const { rows } = await sql<{ visitor_id: string; page_depth: number; kinds: string[] }>`
    select visitor_id, page_depth, array(select hit ->> 'k' from json_array_elements(events::json -> 'hits') hit) as kinds
    from visits where account_id = ${accountId} order by started_at`.execute(service.ctx.db);
  return rows;
}

async function leadsOf(accountId: string) {
  const { rows } = await sql<{ visits: number; page_views: number }>`
    select visits, page_views from leads where account_id = ${accountId}`.execute(service.ctx.db);
  return rows;
}

const before: SentEvent[] = [
  { minutesAgo: 300, path: '/hours-before', number: 1 },
  { minutesAgo: 20, path: '/', number: 2 },
  { minutesAgo: 10, path: '/pricing', number: 3 },
];
/** The tracker creates the visitor id when it sends the first events after the consent. */
const visitorId = idAt(now - 5 * minuteMs + 200 + clockErrorMs, 99);
const after: SentEvent[] = [
  { minutesAgo: 5, path: '/pricing', number: 4, kind: 'form' },
  { minutesAgo: 2, path: '/contact', number: 5 },
];

for (const order of ['in order', 'in reverse order'] as const) {
  test(`consent in the middle of a visit does not end the visit; events arrive ${order}`, async () => {
    const { accountId, scriptHash } = await accountWith('consent_required');
    const steps = [
      ...before.map((event) => () => send(scriptHash, event)),
      ...after.map((event) => () => send(scriptHash, event, visitorId)),
    ];
    for (const step of order === 'in order' ? steps : steps.reverse()) {
      assert.equal((await step()).status, 204);
      await service.drain();
    }
    await runQueuedJobs(service);
    const visits = await visitsOf(accountId);
    assert.equal(visits.length, 2, 'events from hours before stay separate');
    assert.notEqual(firstOf(visits).visitor_id, visitorId);
    assert.deepEqual(visits[1], { visitor_id: visitorId, page_depth: 3, kinds: ['page_view', 'page_view', 'form', 'page_view'] });
    assert.deepEqual(await leadsOf(accountId), [{ visits: 2, page_views: 4 }]);
  });
}

async function visitorIdsOf(accountId: string): Promise<string[]> {
  const rows = await service.ctx.db.selectFrom('visitors').select('id').where('account_id', '=', accountId).execute();
  return rows.map(({ id }) => id);
}

test('an anonymous visitor whose visits all moved to the consenting one is deleted', async () => {
  const { accountId, scriptHash } = await accountWith('consent_required');
  await send(scriptHash, { minutesAgo: 10, path: '/', number: 1, kind: 'identify', email: 'jane@siemens.com' });
  await service.drain();
  assert.equal((await visitorIdsOf(accountId)).length, 1);
  await send(scriptHash, { minutesAgo: 5, path: '/pricing', number: 2 }, visitorId);
  await service.drain();
  await runQueuedJobs(service);
  assert.deepEqual(await visitorIdsOf(accountId), [visitorId]);
  const { email } = await service.ctx.db
    .selectFrom('visitors')
    .select('email')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  assert.equal(email, 'jane@siemens.com');
});

test('a consent without an earlier visit does not lock the lanes of the account', async () => {
  const { accountId, scriptHash } = await accountWith('consent_required');
  for (const event of after) await send(scriptHash, event, visitorId);
  await service.drain();
  const claims = async () =>
    (await sql`select lane, claim_id from inbox_lanes where account_id = ${accountId} order by lane`.execute(service.ctx.db)).rows;
  const claimsBefore = await claims();
  await runQueuedJobs(service);
  assert.deepEqual(await claims(), claimsBefore);
  assert.equal((await visitsOf(accountId)).length, 1);
});

test('an address learned before consent is attributed to the consenting visitor, once', async () => {
  const { accountId, scriptHash } = await accountWith('consent_required');
  await send(scriptHash, { minutesAgo: 10, path: '/', number: 1, kind: 'identify', email: 'jane@siemens.com' });
  await service.drain();
  await send(scriptHash, { minutesAgo: 5, path: '/pricing', number: 2 }, visitorId);
  await service.drain();
  await runQueuedJobs(service);
  const { rows } = await sql`select visitor_id, domain from learned_addresses where account_id = ${accountId}`.execute(service.ctx.db);
  assert.deepEqual(rows, [{ visitor_id: visitorId, domain: 'siemens.com' }]);
});

test('if no consent is needed, events without a visitor id are not joined to a visitor with an id', async () => {
  const { accountId, scriptHash } = await accountWith('always');
  for (const event of before) await send(scriptHash, event);
  for (const event of after) await send(scriptHash, event, visitorId);
  await service.drain();
  await runQueuedJobs(service);
  assert.equal((await visitsOf(accountId)).length, 3);
});
