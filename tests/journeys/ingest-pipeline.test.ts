import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addDeadLetter } from '../../server/src/domain/ingestion/event-queue/add-dead-letter.ts';
import { listDeadLetters } from '../../server/src/domain/ingestion/event-queue/list-dead-letters.ts';
import { retryDeadLetters } from '../../server/src/domain/ingestion/event-queue/retry-dead-letters.ts';
import { filters } from '../../server/src/domain/ingestion/filters/filter-hits.ts';
import { getEventLedger } from '../../server/src/domain/ingestion/get-event-ledger.ts';
import { findWaitingLanes } from '../../server/src/domain/ingestion/lanes/find-waiting-lanes.ts';
import { processLane, processLanes } from '../../server/src/domain/ingestion/lanes/process-lane.ts';
import { claimLane } from '../../server/src/domain/lanes/lanes.ts';
import { deleteExpiredRows } from '../../server/src/domain/retention/delete-expired-rows.ts';
import { getTrackingStatus } from '../../server/src/domain/tracking/get-tracking-status.ts';
import { transactionWithConcurrentStatements } from '../../server/src/lib/concurrent-statements.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { prepared } from '../../server/src/lib/prepared.ts';
import { required } from '../../server/src/lib/required.ts';
import { PipelineWorker } from '../../server/src/worker/pipeline-worker.ts';
import { pageView, post, until } from '../kit/events.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const since = '2020-01-01';

type Account = Awaited<ReturnType<TestService['newAccount']>>;

test('a request that fails in the pipeline becomes a counted dead letter, the rest of its lane is stored, and a retry stores it as well', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const poison = 'https://shop.example/poison';
  const send = (url: string) => post({ url: service.url, scriptHash, events: [pageView({ url })], body: { visitor_id: 'one' } });
  const faulty = {
    name: 'faulty',
    check: ({ event }: { event: { url: string | null } }) => {
      if (event.url === poison) throw new TypeError('an internal error');
      return null;
    },
  };
  filters.push(faulty);
  try {
    for (const url of ['https://shop.example/1', poison, 'https://shop.example/2']) assert.equal((await send(url)).status, 204);
    await service.drain();
  } finally {
    filters.splice(filters.indexOf(faulty), 1);
  }
  const broken = await getEventLedger(service.ctx, { accountId, since });
  const [day] = broken.days;
  assert.deepEqual({ ...day, day: '' }, { accountId, day: '', received: 3, stored: 2, dropped: { failed: 1 }, waiting: 0 });
  assert.equal(broken.deadLetters.length, 1);
  assert.equal(firstOf(broken.deadLetters).events, 1);
  const [failure, ...others] = await listDeadLetters(service.ctx, { accountId, limit: 10 });
  assert.deepEqual(others, []);
  assert.equal(required(failure).error, 'TypeError: an internal error');
  assert.match(firstOf(broken.deadLetters).lastError, /an internal error/);

  // Another process has used the id of the dead letter for another request.
  await sql`
    insert into inbox (account_id, id, lane, received_at, events, body)
    select account_id, id, lane, now(), 0, '' from dead_letters where account_id = ${accountId}`.execute(service.ctx.db);
  assert.deepEqual(await retryDeadLetters(service.ctx, accountId), { rows: 0, events: 0 });
  assert.equal((await listDeadLetters(service.ctx, { accountId, limit: 10 })).length, 1, 'it stays until its id is free');
  await service.ctx.db.deleteFrom('inbox').where('account_id', '=', accountId).execute();
  assert.deepEqual(await retryDeadLetters(service.ctx, accountId), { rows: 1, events: 1 });
  await service.drain();
  const retried = await getEventLedger(service.ctx, { accountId, since });
  assert.deepEqual({ ...retried.days[0], day: '' }, { accountId, day: '', received: 3, stored: 3, dropped: {}, waiting: 0 });
  assert.deepEqual(retried.deadLetters, []);
});

test('a failed request is logged as a dead letter only if it was moved, not while another worker holds its lane', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  await post({ url: service.url, scriptHash, events: [pageView()] });
  const { lane: number, id } = await service.ctx.db
    .selectFrom('inbox')
    .select(['lane', 'id'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const lane = { accountId, lane: number };
  let logged = 0;
  const log = { ...service.ctx.log, error: () => logged++ } as unknown as typeof service.ctx.log;
  const add = () => addDeadLetter({ ...service.ctx, log }, lane, id, new Error('an internal error'));
  await service.ctx.db.transaction().execute(async (trx) => {
    assert.ok(await claimLane(trx, lane));
    await add();
  });
  assert.equal(logged, 0);
  await add();
  assert.equal(logged, 1);
  await add();
  assert.equal(logged, 1, 'the request was moved before');
  assert.equal((await listDeadLetters(service.ctx, { accountId, limit: 10 })).length, 1);
});

test('deleting expired rows also deletes the waiting events of deleted accounts', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  await post({ url: service.url, scriptHash, events: [pageView(), pageView()] });
  await post({ url: service.url, scriptHash, events: [pageView()], headers: { 'x-forwarded-for': '198.51.100.1' } });
  await sql`delete from accounts where id = ${accountId}`.execute(service.ctx.db);
  assert.equal(firstOf((await getEventLedger(service.ctx, { accountId, since })).days).waiting, 3);
  await deleteExpiredRows(service.ctx);
  const { days, lagSeconds } = await getEventLedger(service.ctx, { accountId, since });
  assert.deepEqual(days, []);
  assert.equal(lagSeconds, 0);
});

test('after a transient database error, events stay in the queue and are stored by the next run', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  await post({ url: service.url, scriptHash });
  const fullDisk = {
    name: 'full disk',
    check: () => {
      throw Object.assign(new Error('the disk is full'), { code: '53100' });
    },
  };
  filters.push(fullDisk);
  try {
    const lane = firstOf((await findWaitingLanes(service.ctx)).filter((waiting) => waiting.accountId === accountId));
    await assert.rejects(processLane(service.ctx, lane), /disk is full/);
  } finally {
    filters.splice(filters.indexOf(fullDisk), 1);
  }
  assert.equal(firstOf((await getEventLedger(service.ctx, { accountId, since })).days).waiting, 1);
  await service.drain();
  assert.equal(firstOf((await getEventLedger(service.ctx, { accountId, since })).days).stored, 1);
});

test('after a deadlock, the worker stays healthy and stores the events in the next round', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  await post({ url: service.url, scriptHash });
  let deadlocks = 0;
  const deadlock = {
    name: 'deadlock',
    check() {
      if (deadlocks++ > 0) return null;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    },
  };
  const states: boolean[] = [];
  const worker = new PipelineWorker(service.ctx, { onProcessed: () => {}, onWaiting: () => states.push(worker.isHealthy) }, 1);
  filters.push(deadlock);
  worker.start();
  try {
    await until(async () => (await getEventLedger(service.ctx, { accountId, since })).days[0]?.stored === 1);
  } finally {
    await worker.stop();
    filters.splice(filters.indexOf(deadlock), 1);
  }
  assert.ok(deadlocks > 1 && states.every((isHealthy) => isHealthy), states.join());
});

test('a repeated event is stored once, whether it repeats within a batch, in a later batch or after a restart', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const events = [pageView()];
  await post({ url: service.url, scriptHash, events });
  await post({ url: service.url, scriptHash, events });
  await service.drain();
  await post({ url: service.url, scriptHash, events, headers: { 'x-forwarded-for': '198.51.100.1' } });
  await service.drain();
  const restarted = await startTestService({ connection: service.connection });
  await post({ url: restarted.url, scriptHash, events });
  await restarted.drain();
  const { days } = await getEventLedger(service.ctx, { accountId, since });
  assert.deepEqual({ ...days[0], day: '' }, { accountId, day: '', received: 4, stored: 1, dropped: { duplicate: 3 }, waiting: 0 });
  assert.equal(await countStoredHits(service, accountId), 1);
});

test('two concurrent workers store every event once, and company rollups match the visits', async () => {
  const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const addresses = ['143.164.1.10', '155.56.1.10', '143.164.1.11', '141.36.1.10', '198.51.100.20'];
  const ids: string[] = [];
  const workers = [1, 2].map(() => new PipelineWorker(service.ctx, { onProcessed: () => {}, onWaiting: () => {} }, 4));
  for (const worker of workers) worker.start();
  try {
    for (let round = 0; round < 8; round++) {
      await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const events = [pageView({ url: `https://shop.example/${round}` }), pageView({ url: `https://shop.example/${index % 7}` })];
          ids.push(...events.map(({ id }) => id));
          const headers = { 'x-forwarded-for': itemAt(addresses, index % addresses.length) };
          const response = await post({
            url: service.url,
            scriptHash: account.scriptHash,
            events,
            headers,
            body: { visitor_id: `visitor ${index}` },
          });
          assert.equal(response.status, 204);
        }),
      );
    }
    await until(async () => (await getEventLedger(service.ctx, { accountId: account.accountId, since })).days[0]?.waiting === 0);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  const { days } = await getEventLedger(service.ctx, { accountId: account.accountId, since });
  assert.equal(
    days.reduce((sum, { stored }) => sum + stored, 0),
    ids.length,
  );
  assert.deepEqual((await storedEventIds(service, account.accountId)).sort(), ids.sort());
  await assertRollupsMatchVisits(service, account.accountId, 'Europe/Helsinki');
});

test('lanes of several accounts share a transaction; one that fails, belongs to a closed account or needs all lanes does not affect the others', async () => {
  const accounts: Account[] = [];
  for (let index = 0; index < 5; index++) accounts.push(await service.newAccount());
  const [poisoned, closed, withCookielessId] = accounts as [Account, Account, Account];
  const send = async ({ scriptHash }: Account, visitor: string) =>
    post({ url: service.url, scriptHash, events: [pageView(), pageView()], body: { visitor_id: visitor } });
  const ownLanes = async () =>
    (await findWaitingLanes(service.ctx)).filter((lane) => accounts.some((account) => account.accountId === lane.accountId));
  const outcomes = async (): Promise<unknown[]> => {
    const ledgers = await Promise.all(accounts.map(({ accountId }) => getEventLedger(service.ctx, { accountId, since })));
    return ledgers.map(({ days: [day] }) => [day?.stored, day?.dropped, day?.waiting]);
  };
  for (const account of accounts) await send(account, 'one');
  // Both calls get the same lanes; each lane is handled by one of them only.
  const lanes = await ownLanes();
  const handled = await Promise.all([processLanes(service.ctx, lanes), processLanes(service.ctx, lanes.toReversed())]);
  assert.equal(handled[0] + handled[1], 5);
  assert.deepEqual(await outcomes(), Array(5).fill([2, {}, 0]));

  for (const account of accounts) await send(account, account === withCookielessId ? 'f'.repeat(22) : 'two');
  await sql`update accounts set closed_at = now() where id = ${closed.accountId}`.execute(service.ctx.db);
  assert.equal(await processLanes(service.ctx, await ownLanes()), 5);
  assert.deepEqual(await outcomes(), [[4, {}, 0], [2, { account_gone: 2 }, 0], ...Array(3).fill([4, {}, 0])]);

  for (const account of accounts) if (account !== closed) await send(account, 'three');
  const faulty = {
    name: 'faulty',
    check(_hit: unknown, _client: unknown, { accountId }: { accountId: string }) {
      if (accountId === poisoned.accountId) throw new TypeError('an internal error');
      return null;
    },
  };
  filters.push(faulty);
  try {
    await processLanes(service.ctx, await ownLanes());
  } finally {
    filters.splice(filters.indexOf(faulty), 1);
  }
  assert.deepEqual(await outcomes(), [[4, { failed: 2 }, 0], [2, { account_gone: 2 }, 0], ...Array(3).fill([6, {}, 0])]);
});

/** All rows that the pipeline writes for an account, without values that differ between accounts: ids, and keyed hashes of addresses. */
async function contentsOf(accountId: string): Promise<Record<string, string[]>> {
  const tables = [
    'visits',
    'visitors',
    'pages',
    'places',
    'verdicts',
    'leads',
    'company_days',
    'company_pages',
    'visit_days',
    'company_values',
  ];
  const counts = ['visit_rollups', 'visit_rollup_hours', 'rollup_values', 'event_ids', 'event_receipts', 'event_outcomes', 'inbox'];
  const contents: Record<string, string[]> = {};
  for (const table of [...tables, ...counts, 'learned_addresses', 'lead_changes', 'feed_changes']) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - array['account_id', 'address_key', 'further_address_keys'] - ${table.endsWith('changes') ? 'id' : ''}::text as row
      from ${sql.table(table)} t where account_id = ${accountId}`.execute(service.ctx.db);
    contents[table] = rows.map(({ row }) => JSON.stringify(row).replaceAll(/addressKey\\":\s?\\"\d+/g, '')).sort();
  }
  return contents;
}

test('accounts processed in one transaction get the same rows as an account processed alone', async () => {
  const [alone, ...together] = [await service.newAccount(), await service.newAccount(), await service.newAccount()];
  for (const { accountId } of [required(alone), ...together]) {
    await sql`insert into custom_feeds (account_id, id, number, name, filters, alerts_since, created_at, updated_at)
      values (${accountId}, ${randomUUID()}, 1, 'All', '{"all":[]}', now(), now(), now())`.execute(service.ctx.db);
    await sql`insert into lead_windows (account_id, id, first_day, last_day, requested_at, used_at)
      values (${accountId}, 1, '2026-01-01', '2026-12-31', now(), now())`.execute(service.ctx.db);
  }
  // The clock is stopped, because the collector corrects event times by the difference between its clock and the sender's.
  const now = new Date();
  service.clock.set(now);
  const startMs = now.getTime() - 3_600_000;
  const [audi, sap, home] = ['143.164.1.10', '155.56.1.10', '80.128.0.10'];
  // The same events for all accounts: from company networks and from home, with an e-mail address, continued visits and a repeated event.
  const repeated = pageView({ url: 'https://shop.example/start', occurred_at: startMs });
  const rounds: { visitor: string; ip: string; events: unknown[] }[] = [
    { visitor: 'one', ip: audi, events: [repeated] },
    { visitor: 'two', ip: home, events: [pageView({ occurred_at: startMs + 1000 })] },
    { visitor: 'one', ip: audi, events: [repeated, pageView({ url: 'https://shop.example/next', occurred_at: startMs + 2000 })] },
    { visitor: 'one', ip: home, events: [pageView({ url: 'https://shop.example/next', occurred_at: startMs + 3000 })] },
    { visitor: 'two', ip: home, events: [pageView({ kind: 'form', email: 'ann@sap.com', occurred_at: startMs + 4000 })] },
    { visitor: 'three', ip: sap, events: [pageView({ url: 'https://shop.example/start', occurred_at: startMs + 5000 })] },
    { visitor: 'two', ip: home, events: [pageView({ url: 'https://shop.example/?utm_campaign=autumn', occurred_at: startMs + 6000 })] },
  ];
  for (const { visitor, ip, events } of rounds) {
    for (const { scriptHash } of [required(alone), ...together]) {
      const body = { visitor_id: visitor, sent_at: now.getTime() };
      assert.equal((await post({ url: service.url, scriptHash, events, body, headers: { 'x-forwarded-for': ip } })).status, 204);
    }
    const lanes = await findWaitingLanes(service.ctx);
    const [own, others] = [alone?.accountId, together.map(({ accountId }) => accountId)];
    await processLane(service.ctx, required(lanes.find(({ accountId }) => accountId === own)));
    assert.equal(
      await processLanes(
        service.ctx,
        lanes.filter(({ accountId }) => others.includes(accountId)),
      ),
      2,
    );
  }
  service.clock.resume();
  const expected = await contentsOf(required(alone).accountId);
  for (const table of ['visits', 'leads', 'company_values', 'learned_addresses', 'lead_changes', 'feed_changes']) {
    assert.notDeepEqual(expected[table], [], table);
  }
  for (const { accountId } of together) assert.deepEqual(await contentsOf(accountId), expected);
});

test('a failing statement among concurrent ones aborts their transaction, and the connection can be used again', async () => {
  for (let attempt = 0; attempt < 2; attempt++) {
    const divisors = [1, 0, 2];
    const settled = await transactionWithConcurrentStatements(service.ctx.db, (trx) =>
      Promise.allSettled(divisors.map((by) => prepared('divide', sql<{ part: number }>`select 2 / ${by}::int as part`).execute(trx))),
    ).catch((error: Error) => error);
    assert.match(String(settled), /AbortedTransactionError/);
    const parts = await transactionWithConcurrentStatements(service.ctx.db, (trx) =>
      Promise.all([1, 2].map((by) => prepared('divide', sql<{ part: number }>`select 2 / ${by}::int as part`).execute(trx))),
    );
    assert.deepEqual(
      parts.map(({ rows }) => firstOf(rows).part),
      [2, 1],
    );
  }
});

test('the number of received events equals stored plus dropped events, with seven different drop reasons', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  await service.ctx.db
    .updateTable('accounts')
    .set({ data_processing: JSON.stringify({ hostnames: ['shop.example'], excluded_paths: ['/admin'], excluded_ips: ['198.51.100.9'] }) })
    .where('id', '=', accountId)
    .execute();
  const twice = pageView();
  await post({ url: service.url, scriptHash, events: [twice, twice, pageView({ url: 'https://copy.example/' })] });
  await post({ url: service.url, scriptHash, events: [pageView({ url: 'https://www.shop.example/admin/users' }), pageView()] });
  await post({ url: service.url, scriptHash, headers: { 'x-forwarded-for': '198.51.100.9' } });
  await post({ url: service.url, scriptHash, headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } });
  await post({
    url: service.url,
    scriptHash,
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
  });
  await post({ url: service.url, scriptHash, events: [pageView(), pageView({ occurred_at: Date.now() - 9 * 86_400_000 })] });
  const before = firstOf((await getEventLedger(service.ctx, { accountId, since })).days);
  assert.deepEqual([before.received, before.waiting], [10, 10]);
  await service.drain();
  const day = firstOf((await getEventLedger(service.ctx, { accountId, since })).days);
  assert.deepEqual(day.dropped, { duplicate: 1, hostname: 1, excluded_path: 1, excluded_address: 1, bot: 1, ai_agent: 1, too_old: 1 });
  const dropped = Object.values(day.dropped).reduce((sum, events) => sum + events, 0);
  assert.deepEqual([day.received, day.stored + dropped], [10, 10]);
});

test('the tracking status changes from not installed to reporting to ok, and back to not installed after 30 days without events', async () => {
  const own = await startTestService();
  const { accountId, scriptHash } = await own.newAccount();
  assert.equal(await getTrackingStatus(own.ctx, accountId), 'not_installed');
  await post({ url: own.url, scriptHash });
  assert.equal(await getTrackingStatus(own.ctx, accountId), 'reporting');
  await own.drain();
  assert.equal(await getTrackingStatus(own.ctx, accountId), 'ok');
  own.clock.set(new Date(Date.now() + 29 * 86_400_000));
  assert.equal(await getTrackingStatus(own.ctx, accountId), 'ok');
  own.clock.set(new Date(Date.now() + 31 * 86_400_000));
  assert.equal(await getTrackingStatus(own.ctx, accountId), 'not_installed');
});

test('a visit records the goals it reaches', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const goalId = randomUUID();
  await service.ctx.db
    .insertInto('goals')
    .values({
      account_id: accountId,
      id: goalId,
      name: 'Pricing',
      kind: 'page',
      operator: 'is',
      pattern: '/pricing',
      created_at: new Date(),
    })
    .execute();
  const reached = pageView({ url: 'https://shop.example/pricing' });
  await post({ url: service.url, scriptHash, events: [pageView(), reached] });
  await service.drain();
  const visit = await service.ctx.db.selectFrom('visits').select('goals').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  const goals = visit.goals as { goalId: string; eventIds: string[] }[];
  assert.deepEqual(
    goals.map(({ goalId: id, eventIds }) => [id, eventIds]),
    [[goalId, [reached.id]]],
  );
});

async function storedEventIds({ ctx }: TestService, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select hit ->> 'i' as id from visits, json_array_elements(events::json -> 'hits') as hit where account_id = ${accountId}`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

async function countStoredHits(from: TestService, accountId: string): Promise<number> {
  return (await storedEventIds(from, accountId)).length;
}

/** Compares `company_days` and the totals of `leads` with sums computed from the visits. */
async function assertRollupsMatchVisits({ ctx }: TestService, accountId: string, timezone: string) {
  const { rows: days } = await sql`
    select company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at from company_days
    where account_id = ${accountId} order by company_id, day, place_id`.execute(ctx.db);
  const { rows: counted } = await sql`
    select company_id, (started_at at time zone ${timezone})::date as day, place_id, count(*)::int as visits, sum(page_depth)::int as page_views,
      max(page_depth) as deepest_visit, min(started_at) as first_visit_at, max(started_at) as last_visit_at
    from visits where account_id = ${accountId} and company_id is not null and page_depth > 0
    group by 1, 2, 3 order by 1, 2, 3`.execute(ctx.db);
  assert.ok(days.length >= 3);
  assert.deepEqual(days, counted);
  const { rows: leads } = await sql`
    select company_id, visits, page_views, first_visit_at, last_visit_at from leads where account_id = ${accountId} order by 1`.execute(
    ctx.db,
  );
  const { rows: countedLeads } = await sql`
    select company_id, count(*)::int as visits, sum(page_depth)::int as page_views, min(started_at) as first_visit_at, max(started_at) as last_visit_at
    from visits where account_id = ${accountId} and company_id is not null and page_depth > 0 group by 1 order by 1`.execute(ctx.db);
  assert.deepEqual(leads, countedLeads);
}
