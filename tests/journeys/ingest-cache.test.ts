import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { connect } from '../../server/src/db/connect.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import type { PipelineContext } from '../../server/src/domain/ingestion/batch.ts';
import { findWaitingLanes } from '../../server/src/domain/ingestion/lanes/find-waiting-lanes.ts';
import { processLane } from '../../server/src/domain/ingestion/lanes/process-lane.ts';
import { erasePerson } from '../../server/src/domain/privacy/erase-person.ts';
import { subjectOf } from '../../server/src/domain/privacy/subject.ts';
import { WorkerState } from '../../server/src/domain/worker-state.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { rollupDifferences } from '../kit/day-rollups.ts';
import { pageView, post } from '../kit/events.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { companyNameOfVisit, runReattributions } from '../kit/visits.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const other = connect(service.connection.url, { connections: 4, name: 'other', onError: () => {} });
after(() => other.close());
/** Two workers with separate caches. */
const workers: PipelineContext[] = [service.ctx, { ...service.ctx, db: other.db, workerState: new WorkerState() }];
const audi = '143.164.1.10';
const home = '80.128.0.10';
const minuteAgo = Date.now() - 60_000;

type Stored = { id: string; visitor_id: string; hits: number };

async function visitsOf({ accountId }: TestAccount): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, visitor_id, json_array_length(events::json -> 'hits') as hits from visits where account_id = ${accountId} order by started_at`.execute(
    service.ctx.db,
  );
  return rows;
}

type PageViewOptions = { worker?: number; visitorId?: string; ip?: string };

/** Sends a page view, which one of the workers handles. */
async function sendPageView({ scriptHash }: TestAccount, at: number, { worker = 0, visitorId, ip = audi }: PageViewOptions = {}) {
  const events = [pageView({ occurred_at: minuteAgo + at * 1000, url: `https://shop.example/${at}` })];
  const body = visitorId === undefined ? {} : { visitor_id: visitorId };
  const response = await post({ url: service.url, scriptHash, events, body, headers: { 'x-forwarded-for': ip } });
  assert.equal(response.status, 204);
  const ctx = itemAt(workers, worker);
  for (const lane of await findWaitingLanes(ctx)) await processLane(ctx, lane);
}

test('no hit of a visit is lost when two workers with separate caches alternate', async () => {
  const account = await service.newAccount();
  for (const [index, worker] of [0, 0, 1, 0, 1, 1, 0].entries()) await sendPageView(account, index, { worker, visitorId: 'visitor' });
  assert.deepEqual(
    (await visitsOf(account)).map(({ hits }) => hits),
    [7],
  );
  assert.deepEqual(await rollupDifferences(service.ctx.db, account.accountId, 'UTC'), []);
});

test('after a visitor is erased, the next event starts a new visit instead of restoring the cached one', async () => {
  const account = await service.newAccount();
  for (const at of [0, 1]) await sendPageView(account, at, { visitorId: 'erased-visitor', ip: home });
  await erasePerson(service.ctx, { accountId: account.accountId }, subjectOf({ visitor: 'erased-visitor' }));
  assert.deepEqual(await visitsOf(account), []);
  await sendPageView(account, 2, { visitorId: 'erased-visitor', ip: home });
  assert.deepEqual(
    (await visitsOf(account)).map(({ hits }) => hits),
    [1],
  );
});

test('a reattributed visit keeps its new attribution and correct rollups when it continues', async () => {
  const account = await service.newAccount();
  await sendPageView(account, 0, { visitorId: 'visitor' });
  const { id } = firstOf(await visitsOf(account));
  assert.equal(await companyNameOfVisit(service, account, id), 'Audi');
  await createCorrection(service.ctx, account.accountId, { target: '143.164.0.0/16', effect: 'not_a_company' });
  await runReattributions(service, account);
  await sendPageView(account, 1, { visitorId: 'visitor' });
  assert.equal(await companyNameOfVisit(service, account, id), null);
  assert.deepEqual(await rollupDifferences(service.ctx.db, account.accountId, 'UTC'), []);
});

test('events without a visitor id, and events that supply the id the server computed for them, join the same visit from different lanes', async () => {
  const account = await service.newAccount();
  await sendPageView(account, 0);
  const { visitor_id: visitorId } = firstOf(await visitsOf(account));
  await sendPageView(account, 1, { worker: 1, visitorId });
  await sendPageView(account, 2);
  await sendPageView(account, 3, { visitorId });
  await sendPageView(account, 4);
  assert.deepEqual(
    (await visitsOf(account)).map(({ hits }) => hits),
    [5],
  );
});

test('seen times of an anonymous visitor are written at most once an hour; earlier events and e-mail addresses are written immediately', async () => {
  const account = await service.newAccount();
  const seenTimes = async () => {
    const row = await service.ctx.db
      .selectFrom('visitors')
      .select(['first_seen_at', 'last_seen_at'])
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow();
    return [row.first_seen_at, row.last_seen_at].map((time) => Math.round((time.getTime() - minuteAgo) / 10_000) * 10);
  };
  const hour = 3600;
  const send = async (at: number, worker = 0, more: object = {}) => {
    const events = [pageView({ occurred_at: minuteAgo + at * 1000, url: `https://shop.example/${at}`, ...more })];
    const body = { visitor_id: 'stranger' };
    const response = await post({ url: service.url, scriptHash: account.scriptHash, events, body, headers: { 'x-forwarded-for': home } });
    assert.equal(response.status, 204);
    const ctx = itemAt(workers, worker);
    for (const lane of await findWaitingLanes(ctx)) await processLane(ctx, lane);
  };
  await send(-2 * hour);
  await send(-2 * hour + 600);
  assert.deepEqual(await seenTimes(), [-2 * hour, -2 * hour]);
  await send(-hour + 60);
  assert.deepEqual(await seenTimes(), [-2 * hour, -hour + 60]);
  await send(-3 * hour);
  assert.deepEqual(await seenTimes(), [-3 * hour, -hour + 60]);
  // A worker that has not cached the visitor writes the seen times.
  await send(-hour + 600, 1);
  assert.deepEqual(await seenTimes(), [-3 * hour, -hour + 600]);
  await send(-hour + 1200, 1, { kind: 'identify', email: 'jane@gmail.com' });
  assert.deepEqual(await seenTimes(), [-3 * hour, -hour + 1200]);
  await send(-hour + 1800, 1);
  assert.deepEqual(await seenTimes(), [-3 * hour, -hour + 1800]);
  assert.equal(
    (await visitsOf(account)).reduce((sum, { hits }) => sum + hits, 0),
    7,
  );
});
