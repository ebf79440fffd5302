import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../../server/src/db/connect.ts';
import { createOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { testAccountBinding, testDatabase } from '../kit/database.ts';
import { startDatabaseProxy } from '../kit/database-proxy.ts';
import { pageView, post, until } from '../kit/events.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

const database = await testDatabase();
const proxy = await startDatabaseProxy(database.url);
const proxied = connect(proxy.url, {
  connections: 6,
  name: 'faults',
  onError: () => {},
  accountBinding: testAccountBinding(),
});
after(() => proxied.close());
const service = await startTestService({ connection: proxied, environment: { TRUST_PROXY: 'loopback' } });
const account = await service.newAccount();
const session = new BrowserSession(service);
await session.signIn(account.email);

const days = 'start_date=2026-09-01&end_date=2026-09-30';
/** One request to each interface, and its expected status in normal operation and, unless it is 503, while the database is down. */
const requests: Record<string, { expected: number; expectedWhileDown?: number; send(): Promise<Response> }> = {
  'the tracker': { expected: 200, expectedWhileDown: 200, send: () => fetch(`${service.url}/t/${account.scriptHash}.js`) },
  'the collector': { expected: 204, send: () => post({ url: service.url, scriptHash: account.scriptHash }) },
  'the pixel': {
    expected: 200,
    send: () => fetch(`${service.url}/collect.gif?script_hash=${account.scriptHash}&url=https%3A%2F%2Fshop.example%2F`),
  },
  'the versioned API': {
    expected: 200,
    send: () => fetch(`${service.url}/v1/tags?account_id=${account.accountId}`, { headers: { 'x-api-key': account.key } }),
  },
  'server-side events': {
    expected: 202,
    send: () =>
      fetch(`${service.url}/v1/collect?account_id=${account.accountId}`, {
        method: 'POST',
        headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
        body: JSON.stringify({
          events: [{ ...pageView(), occurred_at: new Date().toISOString(), visitor_id: 'server', ip: '143.164.1.10' }],
        }),
      }),
  },
  'the earlier API': {
    expected: 200,
    send: () =>
      fetch(`${service.url}/accounts/${account.accountId}/leads?${days}`, { headers: { authorization: `Token token=${account.token}` } }),
  },
  'the web application': {
    expected: 200,
    send: () =>
      fetch(`${service.url}/app/api/accounts/${account.accountId}/leads?from=2026-09-01&to=2026-09-30`, {
        headers: { cookie: session.cookie },
      }),
  },
  'the sign-in': {
    expected: 201,
    send: () =>
      fetch(`${service.url}/app/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: account.email, password: 'correct horse battery' }),
      }),
  },
};

async function sendAllRequests(): Promise<Record<string, { status: number; retryAfter: string | null; text: string }>> {
  const all = await Promise.all(
    Object.entries(requests).map(async ([name, { send }]) => {
      const response = await send();
      return [name, { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }] as const;
    }),
  );
  return Object.fromEntries(all);
}

async function assertHealthy() {
  for (const [name, { status, text }] of Object.entries(await sendAllRequests()))
    assert.equal(status, required(requests[name]).expected, `${name}: ${text}`);
}

test('while the database restarts, websites get their tracker, everything else responds with 503 and Retry-After, and recovers', async () => {
  await assertHealthy();
  proxy.disconnect();
  try {
    for (const [name, { status, retryAfter, text }] of Object.entries(await sendAllRequests())) {
      const { expectedWhileDown = 503 } = required(requests[name]);
      assert.equal(status, expectedWhileDown, `${name}: ${text}`);
      if (status !== 503) continue;
      assert.ok(Number(retryAfter) > 0, `${name} has no Retry-After`);
      assert.doesNotMatch(text, /ECONN|connection|127\.0\.0\.1/i, `${name} reveals internals`);
    }
    const ready = await fetch(`${service.url}/readyz`);
    assert.deepEqual([ready.status, ready.headers.get('retry-after')], [503, '5']);
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  } finally {
    proxy.restore();
  }
  await assertHealthy();
});

test('the authorization server responds with 503 while the database is down', async () => {
  const app = await createOauthApp(service.ctx, {
    name: 'Sync',
    accountId: account.accountId,
    redirectUris: [],
    grants: ['client_credentials'],
    scopes: ['tags:read'],
  });
  const requestToken = () =>
    fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
  assert.equal((await requestToken()).status, 200);
  proxy.disconnect();
  try {
    const refused = await requestToken();
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
    assert.equal((await readJson<{ error: string }>(refused)).error, 'temporarily_unavailable');
  } finally {
    proxy.restore();
  }
  assert.equal((await requestToken()).status, 200);
});

test('events that are repeated because the database restarts are stored exactly once', async () => {
  const own = await service.newAccount();
  const acknowledged: string[] = [];
  const senders = Array.from({ length: 20 }, async (_, number) => {
    for (let turn = 0; turn < 5; turn++) {
      const view = pageView();
      const send = async () =>
        (await post({ url: service.url, scriptHash: own.scriptHash, events: [view], body: { visitor_id: `person-${number}` } })).status;
      for (let status = await send(); status !== 204; status = await send()) assert.equal(status, 503);
      acknowledged.push(view.id);
      if (number === 0 && turn < 3) {
        proxy.disconnect();
        setTimeout(() => proxy.restore(), 100);
      }
    }
  });
  await Promise.all(senders);
  await service.drain();
  const stored = await service.ctx.db.selectFrom('event_ids').select('event_id').where('account_id', '=', own.accountId).execute();
  assert.deepEqual(stored.map(({ event_id }) => event_id).sort(), acknowledged.sort());
  // The ids are unique in their table, so an event stored twice would only show in the visits and the counts.
  const { rows: hits } = await sql<{ n: number }>`
    select sum(json_array_length(events::json -> 'hits'))::int as n from visits where account_id = ${own.accountId}`.execute(
    service.ctx.db,
  );
  const { rows: outcomes } = await sql<{ n: number }>`
    select sum(events)::int as n from event_outcomes where account_id = ${own.accountId} and outcome = 'stored'`.execute(service.ctx.db);
  assert.deepEqual([...hits, ...outcomes], [{ n: acknowledged.length }, { n: acknowledged.length }]);
});

test('while the database does not respond, a request waits, and it succeeds once the database responds again', async () => {
  proxy.freeze();
  const waiting = post({ url: service.url, scriptHash: account.scriptHash });
  let hasResponded = false;
  void waiting.then(() => {
    hasResponded = true;
  });
  await pause(500);
  assert.equal(hasResponded, false, 'events are acknowledged only after the commit');
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  proxy.restore();
  assert.equal((await waiting).status, 204);
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200);
  await assertHealthy();
});
