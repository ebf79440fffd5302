import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { ChangeWatch } from '../../server/src/app/change-watch.ts';
import { Streams } from '../../server/src/app/stream.ts';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { recountFeeds } from '../../server/src/domain/feeds/count-feeds.ts';
import { applyLeadChanges } from '../../server/src/domain/leads/apply-lead-changes.ts';
import { buildLeadWindow } from '../../server/src/domain/leads/build-lead-window.ts';
import { changeKinds, readDataVersions } from '../../server/src/domain/live/data-versions.ts';
import { noObserver } from '../../server/src/http/request-observer.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });

/** Opens the live stream of a new account and waits for its first event. */
async function listen() {
  const account = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const change = () => storeEvent(account.accountId, service.clock.now());
  await change();
  const response = await fetch(`${service.url}/app/api/accounts/${account.accountId}/stream`, { headers: { cookie: person.cookie } });
  const reader = required(response.body).pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  while (!received.includes('event: change')) received += (await reader.read()).value ?? '';
  /** Reads the stream to its end. */
  const rest = async () => {
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    return text;
  };
  return { account, person, rest, change };
}

const storeEvent = (accountId: string, at: Date) =>
  sql`insert into event_outcomes as known (account_id, day, outcome, lane, events, last_at) values (${accountId}, ${at}, 'stored', 0, 1, ${at})
    on conflict (account_id, day, outcome, lane) do update set events = known.events + 1, last_at = excluded.last_at`.execute(
    service.ctx.db,
  );

test('a page is not told to reload data that has not changed since it was opened', async () => {
  const { accountId } = await service.newAccount();
  await storeEvent(accountId, new Date(service.clock.now().getTime() - 61_000));
  let clockReads = 0;
  const clock = {
    now() {
      clockReads++;
      return service.clock.now();
    },
  };
  const changes = new ChangeWatch({ ...service.ctx, clock });
  const reported: string[][] = [];
  changes.listen(accountId, ({ kinds }) => reported.push(kinds));
  // Each poll reads the clock twice, so this waits for two polls.
  await until(async () => clockReads >= 4);
  assert.deepEqual(reported, []);
  await storeEvent(accountId, service.clock.now());
  await until(async () => reported.length > 0);
  assert.deepEqual(reported, [['visits', 'leads', 'events']]);
  await sql`insert into reattributions (account_id, id, reason, scope, status, visits_changed, created_at, completed_at)
    values (${accountId}, 1, 'correction', '{}', 'completed', 1, now(), now())`.execute(service.ctx.db);
  await until(async () => reported.length > 1);
  assert.deepEqual(reported[1], ['visits', 'leads']);
  changes.stop();
});

test('a page that opens while another is open is notified of changes made while it loaded', async () => {
  const { accountId } = await service.newAccount();
  const changes = new ChangeWatch(service.ctx);
  const reportedToFirst: string[][] = [];
  const reportedToSecond: string[][] = [];
  changes.listen(accountId, ({ kinds }) => reportedToFirst.push(kinds));
  await storeEvent(accountId, service.clock.now());
  await until(() => reportedToFirst.length > 0);
  changes.listen(accountId, ({ kinds }) => reportedToSecond.push(kinds));
  await until(() => reportedToSecond.length > 0);
  assert.deepEqual(reportedToSecond, [['visits', 'leads', 'events']]);
  assert.equal(reportedToFirst.length, 1, 'the other page is not notified again');
  changes.stop();
});

test('lists are reported when their stored rollups follow the visits, counts when they differ, and changes by users', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const { ctx } = service;
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const changedBy = async (work: () => Promise<unknown>) => {
    const before = await readDataVersions(ctx, accountId);
    await work();
    const after = await readDataVersions(ctx, accountId);
    return changeKinds.filter((kind) => before[kind].value !== after[kind].value);
  };
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const see = (path: string) =>
    visit(service, account, {
      ip: addresses.SAP,
      visitor: 'one',
      events: [{ at: ctx.clock.now().toISOString(), url: `https://shop.example${path}` }],
    });
  assert.deepEqual(await changedBy(() => see('/1')), ['visits', 'leads', 'events']);
  await buildLeadWindow(ctx, { accountId, from: today, to: today, usedAt: ctx.clock.now() });
  assert.deepEqual(await changedBy(() => see('/2')), ['visits', 'events']);
  assert.deepEqual(await changedBy(() => applyLeadChanges(ctx)), ['leads']);
  assert.deepEqual(await changedBy(() => applyLeadChanges(ctx)), []);
  assert.deepEqual(await changedBy(() => recountFeeds(ctx, accountId)), ['counts']);
  assert.deepEqual(
    await changedBy(() => recountFeeds(ctx, accountId)),
    [],
    'equal counts are not reported, or open pages would recount forever',
  );
  assert.deepEqual(await changedBy(() => person.send('POST', `/accounts/${accountId}/tags`, { name: 'A', color: 1 })), ['changes']);
  const { headers } = await person.send('POST', `/accounts/${accountId}/tags`, { name: 'B', color: 1 });
  assert.equal(headers.get('x-change-mark'), (await readDataVersions(ctx, accountId)).changes.value);
  const rebuild = async () => {
    await updateAccount(ctx, accountId, { timezone: 'Asia/Tokyo' });
    await runQueuedJobs(service);
  };
  assert.ok((await changedBy(rebuild)).includes('visits'), 'open pages show the figures of the new time zone');
});

test('the live stream ends when the user is removed from the account', async () => {
  const { account, rest, change } = await listen();
  await service.ctx.db.deleteFrom('memberships').where('user_id', '=', account.userId).execute();
  await change();
  assert.doesNotMatch(await rest(), /event: change/);
});

test('the live stream ends when the user signs out', async () => {
  const { person, rest, change } = await listen();
  await person.send('DELETE', '/session');
  await change();
  assert.doesNotMatch(await rest(), /event: change/);
});

test('every heartbeat checks access and ends the stream of a user who has lost it', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const written: string[] = [];
  let isAllowed = true;
  const raw = {
    writableEnded: false,
    writeHead() {},
    on() {},
    write: (text: string) => written.push(text),
    end: () => (raw.writableEnded = true),
  };
  const res = { raw, hijack() {}, getHeaders: () => ({}) };
  let liveClientCount = 0;
  const observer = {
    ...noObserver,
    liveClients(change: number) {
      liveClientCount += change;
    },
  };
  new Streams(observer).begin(res as never, { listen: () => () => {} } as never, '1', async () => isAllowed);
  const advanceHeartbeat = async () => {
    mock.timers.tick(20_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  assert.equal(liveClientCount, 1);
  await advanceHeartbeat();
  assert.deepEqual(written, ['retry: 2000\n\n', ': still here\n\n']);
  isAllowed = false;
  await advanceHeartbeat();
  assert.equal(raw.writableEnded, true);
  assert.equal(liveClientCount, 0);
  assert.equal(written.length, 2);
  mock.timers.reset();
});

test('no live stream begins if the client disconnected while it was being authenticated', () => {
  const raw = { destroyed: true, writeHead: () => assert.fail() };
  const listen = () => assert.fail('listens to changes');
  const observer = { ...noObserver, liveClients: () => assert.fail('counts a live client') };
  const res = { raw, hijack() {} };
  new Streams(observer).begin(res as never, { listen } as never, '1', async () => true);
});
