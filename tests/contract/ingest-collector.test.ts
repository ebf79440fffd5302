import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { getEventLedger } from '../../server/src/domain/ingestion/get-event-ledger.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { chrome, errorTitleOf, pageView, post, until } from '../kit/events.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const account = await service.newAccount();

test('an accepted event is committed before it is acknowledged', async () => {
  const before = await countWaitingEvents(service, account);
  const response = await post({ url: service.url, scriptHash: account.scriptHash, events: [pageView(), pageView()] });
  assert.equal(response.status, 204);
  assert.equal(await countWaitingEvents(service, account), before + 2);
});

test('any origin may send events with credentials, as beacons do', async () => {
  const origin = 'https://shop.example';
  const response = await post({ url: service.url, scriptHash: account.scriptHash, headers: { origin } });
  assert.equal(response.headers.get('access-control-allow-origin'), origin);
  assert.equal(response.headers.get('access-control-allow-credentials'), 'true');
  assert.match(response.headers.get('vary') ?? '', /origin/i);
  const preflight = await fetch(`${service.url}/collect`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
  assert.equal(preflight.headers.get('access-control-allow-credentials'), 'true');
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /content-type/);
  const refused = await post({ url: service.url, scriptHash: 'abcdef0123456789', headers: { origin } });
  assert.equal(refused.headers.get('access-control-allow-origin'), origin, 'a page can read why it was rejected');
});

test('the tracker script is compressed to at most 2,000 bytes and cached', async () => {
  const scriptUrl = `${service.url}/t/${account.scriptHash}.js`;
  const plain = await fetch(scriptUrl, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
  const script = Buffer.from(await plain.arrayBuffer());
  for (const [encoding, unpack] of [['gzip', gunzipSync] as const, ['br', brotliDecompressSync] as const]) {
    const headers = { 'accept-encoding': encoding, origin: 'https://shop.example' };
    const response = await new Promise<IncomingMessage>((resolve) => get(scriptUrl, { headers }, resolve));
    assert.equal(response.headers['content-encoding'], encoding);
    assert.match(required(response.headers.vary), /accept-encoding/);
    assert.match(required(response.headers.vary), /origin/);
    const packed = await buffer(response);
    assert.ok(packed.length <= 2000, `${encoding}: ${packed.length} bytes`);
    assert.deepEqual(unpack(packed), script);
  }
  const again = await fetch(scriptUrl, { headers: { 'if-none-match': required(plain.headers.get('etag')) } });
  assert.equal(again.status, 304);
});

test('an unknown path is rejected in the shared error format', async () => {
  for (const [method, path] of [
    ['GET', '/collect'],
    ['PUT', '/collect'],
    ['OPTIONS', '/accounts'],
    ['GET', '/nothing?x=1'],
  ] as const) {
    const response = await fetch(`${service.url}${path}`, { method });
    assert.equal(response.status, 404, path);
    assert.equal(await errorTitleOf(response), `There is nothing at ${method} ${path.split('?')[0]}`);
  }
});

test('malformed requests are rejected with a reason, and nothing is stored', async () => {
  const before = await countWaitingEvents(service, account);
  const cases: [unknown, RegExp][] = [
    ['{', /JSON object/],
    ['[]', /JSON object/],
    [{}, /script_hash is missing/],
    [{ script_hash: account.scriptHash }, /list of 1 to 100 events/],
    [{ script_hash: account.scriptHash, events: Array.from({ length: 101 }, () => pageView()) }, /list of 1 to 100/],
    [{ script_hash: account.scriptHash, events: [{ ...pageView(), id: 'x' }] }, /events\[0\]: id must be a UUID/],
    [{ script_hash: account.scriptHash, events: [{ ...pageView(), kind: 'click' }] }, /events\[0\]: kind must be one of page_view/],
    [{ script_hash: account.scriptHash, events: [{ ...pageView(), url: '/pricing' }] }, /url must be an absolute/],
    [{ script_hash: account.scriptHash, events: [{ ...pageView(), occurred_at: 'noon' }] }, /occurred_at must be/],
  ];
  for (const [body, wrong] of cases) {
    const response = await fetch(`${service.url}/collect`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    assert.equal(response.status, 400, String(wrong));
    assert.match(await errorTitleOf(response), wrong);
  }
  assert.equal(await countWaitingEvents(service, account), before);
});

test('an unknown script hash gets 404 with advice to copy the snippet again', async () => {
  for (const scriptHash of ['0123456789abcdef', 'not a hash']) {
    const response = await post({ url: service.url, scriptHash });
    assert.equal(response.status, 404);
    assert.match(await errorTitleOf(response), /copy the snippet again/);
  }
});

test('a body over 64 KB is rejected, a smaller one accepted', async () => {
  const large = await post({ url: service.url, scriptHash: account.scriptHash, body: { padding: 'x'.repeat(64 * 1024) } });
  assert.equal(large.status, 413);
  assert.match(await errorTitleOf(large), /64 KB/);
  const fits = await post({ url: service.url, scriptHash: account.scriptHash, body: { padding: 'x'.repeat(60 * 1024) } });
  assert.equal(fits.status, 204);
});

test('the collector ignores queries and doubled slashes in its path', async () => {
  for (const path of ['//collect', '/collect?v=1']) {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'user-agent': chrome, 'content-type': 'application/json' },
      body: JSON.stringify({ script_hash: account.scriptHash, events: [pageView()] }),
    });
    assert.equal(response.status, 204, path);
  }
});

test('the pixel records a page view of its page', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const response = await fetch(`${service.url}/collect.gif?script_hash=${scriptHash}`, {
    headers: { referer: 'https://shop.example/plain', 'user-agent': chrome, 'x-forwarded-for': '143.164.1.10' },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/gif');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  await service.drain();
  const page = await service.ctx.db.selectFrom('pages').select('url').where('account_id', '=', accountId).executeTakeFirst();
  assert.equal(page?.url, 'https://shop.example/plain');
  assert.equal((await fetch(`${service.url}/collect.gif?script_hash=${scriptHash}`)).status, 400, 'without a page');
  assert.equal((await fetch(`${service.url}/collect.gif?script_hash=0123456789`)).status, 404);
});

test('a HEAD request for the pixel is no page view', async () => {
  const before = await countWaitingEvents(service, account);
  const url = `${service.url}/collect.gif?script_hash=${account.scriptHash}`;
  const response = await fetch(url, { method: 'HEAD', headers: { referer: 'https://shop.example/plain', 'user-agent': chrome } });
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/gif']);
  assert.equal(await countWaitingEvents(service, account), before);
});

test('the pixel uses no visitor id after consent was refused', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const visitorId = '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
  const visitorIdAfter = async (consent: string) => {
    const query = new URLSearchParams({ script_hash: scriptHash, url: 'https://shop.example/', visitor_id: visitorId, consent });
    const response = await fetch(`${service.url}/collect.gif?${query}`, { headers: { 'user-agent': chrome } });
    assert.equal(response.status, 200);
    await service.drain();
    const visits = service.ctx.db.selectFrom('visits').select('visitor_id').where('account_id', '=', accountId);
    return (await visits.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).visitor_id;
  };
  for (const consent of ['false', '0']) assert.notEqual(await visitorIdAfter(consent), visitorId, consent);
  assert.equal(await visitorIdAfter('true'), visitorId);
});

test('times are corrected by the offset of the sender’s clock', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const clockOffsetMs = 3 * 3_600_000;
  const now = Date.now();
  service.clock.set(new Date(now));
  const events = [pageView({ occurred_at: now - clockOffsetMs - 60_000 })];
  await post({ url: service.url, scriptHash, events, body: { sent_at: now - clockOffsetMs } });
  await service.drain();
  const visit = await service.ctx.db
    .selectFrom('visits')
    .select('started_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  service.clock.resume();
  assert.equal(visit.started_at.getTime(), now - 60_000);
});

test('events outside the time window are dropped with a reason, without affecting others', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const days = 86_400_000;
  const now = new Date();
  service.clock.set(now);
  const tooOld = pageView({ occurred_at: Date.now() - 8 * days });
  const inFuture = pageView({ occurred_at: Date.now() + days });
  const mixed = await post({ url: service.url, scriptHash, events: [tooOld, pageView(), inFuture] });
  assert.equal(mixed.status, 204);
  const alone = await post({ url: service.url, scriptHash, events: [pageView({ occurred_at: Date.now() - 8 * days })] });
  assert.equal(alone.status, 400);
  assert.match(await errorTitleOf(alone), /events\[0\]: occurred_at is too old/);
  await service.drain();
  service.clock.resume();
  const { days: ledger } = await getEventLedger(service.ctx, { accountId, since: '2020-01-01' });
  const day = now.toISOString().slice(0, 10);
  assert.deepEqual(ledger, [{ accountId, day, received: 4, stored: 1, dropped: { too_old: 2, in_future: 1 }, waiting: 0 }]);
});

test('a malformed event is dropped with a reason, without affecting others, and a page may be visible for days', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  const malformed = [
    pageView({ kind: 'identify', email: 'jane@acme.com.' }),
    pageView({ kind: 'identify', email: 'jane@intranet' }),
    pageView({ kind: 'event', name: ' ' }),
  ];
  const events = [pageView({ kind: 'leave', duration: 90_000 }), ...malformed, pageView()];
  const now = new Date();
  service.clock.set(now);
  const response = await post({ url: service.url, scriptHash, events });
  assert.equal(response.status, 204);
  await service.drain();
  service.clock.resume();
  const { days: ledger } = await getEventLedger(service.ctx, { accountId, since: '2020-01-01' });
  const day = now.toISOString().slice(0, 10);
  assert.deepEqual(ledger, [{ accountId, day, received: 5, stored: 2, dropped: { malformed: 3 }, waiting: 0 }]);
});

test('one sign of a bot is tolerated, two are not', async () => {
  const { accountId, scriptHash } = await service.newAccount();
  await post({ url: service.url, scriptHash, body: { hints: ['webdriver'] } });
  await post({ url: service.url, scriptHash, body: { hints: ['webdriver', 'no_screen'] } });
  await service.drain();
  const { days } = await getEventLedger(service.ctx, { accountId, since: '2020-01-01' });
  assert.deepEqual({ stored: firstOf(days).stored, dropped: firstOf(days).dropped }, { stored: 1, dropped: { bot: 1 } });
});

test('X-Forwarded-For is accepted only from a trusted proxy', async () => {
  const stranger = await startTestService({ connection: service.connection });
  const { accountId, scriptHash } = await stranger.newAccount();
  await post({ url: stranger.url, scriptHash, headers: { 'x-forwarded-for': '143.164.1.10' } });
  await stranger.drain();
  const visit = await service.ctx.db
    .selectFrom('visits')
    .select('company_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  assert.equal(visit.company_id, null);
});

test('an address with too many requests is rate limited, other addresses are not', async () => {
  const limited = await startTestService({ connection: service.connection, environment: { TRUST_PROXY: 'loopback', COLLECT_RATE: '5' } });
  const send = (ip: string) => post({ url: limited.url, scriptHash: account.scriptHash, headers: { 'x-forwarded-for': ip } });
  const responses = await Promise.all(Array.from({ length: 30 }, () => send('198.51.100.7')));
  const refused = responses.filter(({ status }) => status === 429);
  assert.ok(refused.length >= 15 && refused.length <= 20, `${refused.length} were rejected`);
  assert.equal(firstOf(refused).headers.get('retry-after'), '1');
  assert.equal(firstOf(refused).headers.get('access-control-expose-headers'), 'retry-after', 'a script of another origin may read it');
  assert.equal((await send('198.51.100.8')).status, 204);
});

test('events get 503 with Retry-After while the event queue is full, until the pipeline has caught up', async () => {
  const small = await startTestService({ environment: { INBOX_LIMIT: '1000' } });
  const { accountId, scriptHash } = await small.newAccount();
  await sql`
    insert into inbox (account_id, id, lane, received_at, events, body)
    select ${accountId}::bigint, number, 0, now(), 100, '[null,null,null,0,0,0,0,0,[]]' from generate_series(1, 10) as number`.execute(
    small.ctx.db,
  );
  await until(async () => {
    const response = await post({ url: small.url, scriptHash });
    if (response.status === 503) assert.equal(response.headers.get('retry-after'), '5');
    return response.status === 503;
  });
  await small.drain();
  await until(async () => (await post({ url: small.url, scriptHash })).status === 204);
});

test('no event is acknowledged while the database is down, and requests wait for the end of a short outage', async () => {
  const own = await startTestService();
  const { accountId, scriptHash } = await own.newAccount();
  const name = new URL(own.connection.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: process.env.LEADLIGHT_TEST_SERVER });
  await admin.connect();
  try {
    assert.equal((await post({ url: own.url, scriptHash })).status, 204);
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const [known, unknown, script] = await Promise.all([
      post({ url: own.url, scriptHash }),
      post({ url: own.url, scriptHash: '0123456789abcdef' }),
      fetch(`${own.url}/t/${scriptHash}.js`),
    ]);
    for (const response of [known, unknown, script]) {
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('retry-after'), '5');
    }
    const pending = post({ url: own.url, scriptHash });
    await admin.query(`alter database ${name} allow_connections true`);
    assert.equal((await pending).status, 204, 'the request waits for the database');
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
  assert.equal(await countWaitingEvents(own, { accountId }), 2);
});

test('events of an account that cannot be written do not affect other accounts', async () => {
  const own = await startTestService();
  const broken = await own.newAccount();
  const sound = await own.newAccount();
  await sql`alter table inbox add constraint broken check (account_id <> ${sql.lit(broken.accountId)})`.execute(own.ctx.db);
  // Caches both accounts, so that their next events are in the same commit.
  await post({ url: own.url, scriptHash: sound.scriptHash });
  await post({ url: own.url, scriptHash: broken.scriptHash });
  const [refused, accepted] = await Promise.all([
    post({ url: own.url, scriptHash: broken.scriptHash }),
    post({ url: own.url, scriptHash: sound.scriptHash }),
  ]);
  assert.deepEqual([refused.status, accepted.status], [503, 204]);
});

async function countWaitingEvents({ ctx }: TestService, { accountId }: { accountId: string }): Promise<number> {
  const { rows } = await sql<{
    events: string;
  }>`select coalesce(sum(events), 0) as events from inbox where account_id = ${accountId}`.execute(ctx.db);
  return Number(firstOf(rows).events);
}
