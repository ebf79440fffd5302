import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { disableToken, listTokens, revokeToken } from '../../server/src/domain/auth/api-tokens.ts';
import { grantRole } from '../../server/src/domain/users/grant-role.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { createSecret } from '../../server/src/lib/secrets.ts';
import { callEarlier, form } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const account = await service.newAccount();
const other = await service.newAccount();
const days = 'start_date=2026-09-01&end_date=2026-09-30';

const leadsUrl = (accountId: string, parameters = days) => `${service.url}/accounts/${accountId}/leads?${parameters}`;

test('a token is accepted as Token, with or without quotes, and as Bearer', async () => {
  for (const authorization of [
    `Token token=${account.token}`,
    `Token token="${account.token}"`,
    `token token=${account.token}`,
    `Bearer ${account.token}`,
  ]) {
    const { status } = await callEarlier(`${service.url}/accounts`, { headers: { authorization } });
    assert.equal(status, 200, authorization);
  }
});

test('requests without a token, with another scheme, a wrong or revoked token or an API key get 401', async () => {
  const revoked = await service.newAccount();
  const listed = firstOf(await listTokens(service.ctx, revoked.email));
  await revokeToken(service.ctx, listed.id);
  const wrong: (Record<string, string> | undefined)[] = [
    undefined,
    { authorization: `Basic ${btoa(`${account.token}:`)}` },
    { authorization: account.token },
    { authorization: 'Token token=' },
    { authorization: `Token token=${account.token}x` },
    { authorization: `Token token=${account.token.replace(/.$/, 'x')}` },
    { authorization: `Token token=${revoked.token}` },
    { authorization: `Bearer ${account.key}` },
    { 'x-api-key': account.key },
  ];
  for (const headers of wrong) {
    for (const path of [
      '/accounts',
      `/accounts/${account.accountId}/leads`,
      '/accounts/none/of/this',
      '/export-requests/x',
      '/download/x.json',
    ]) {
      const response = await callEarlier(service.url + path, { headers });
      assert.equal(response.status, 401, `${path} ${JSON.stringify(headers)}`);
      assert.match(response.title, /API token/);
      assert.equal(response.headers.get('www-authenticate'), `Token realm="${new URL(service.url).host}"`);
    }
  }
});

test('a request without a token is rejected before its body is read', async () => {
  const response = await callEarlier(`${service.url}/export-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  assert.equal(response.status, 401);
});

test('an X-Api-Key next to a token is ignored', async () => {
  const response = await callEarlier(`${service.url}/accounts`, { token: account.token, headers: { 'x-api-key': 'nonsense' } });
  assert.equal(response.status, 200);
});

test('a disabled token gets 403', async () => {
  const disabled = await service.newAccount();
  const listed = firstOf(await listTokens(service.ctx, disabled.email));
  await disableToken(service.ctx, listed.id);
  for (const path of ['/accounts', `/accounts/${disabled.accountId}`, `/accounts/${account.accountId}`]) {
    const response = await callEarlier(service.url + path, { token: disabled.token });
    assert.equal(response.status, 403);
    assert.equal(response.title, 'The API token is disabled');
  }
});

test('a member or viewer without the permission manage_api gets 403 for the account, which is still listed', async () => {
  const owner = await service.newAccount();
  for (const role of ['member', 'viewer']) {
    const shared = await service.newAccount({ role });
    for (const path of ['', '/custom-feeds', `/leads?${days}`, '/leads/1', `/visits?${days}`, '/website-tracking-script']) {
      const response = await callEarlier(`${service.url}/accounts/${shared.accountId}${path}`, { token: shared.token });
      assert.equal(response.status, 403, `${role} ${path}`);
      assert.match(response.title, /manage_api/);
    }
    const fields = { account_id: shared.accountId, custom_feed_id: 'all_leads', start_date: '2026-09-01', end_date: '2026-09-02' };
    assert.equal((await callEarlier(`${service.url}/export-requests`, { ...form(fields), token: shared.token })).status, 403);
    assert.equal(firstOf((await callEarlier(`${service.url}/accounts`, { token: shared.token })).data).id, shared.accountId);
    await grantRole(service.ctx, { accountId: shared.accountId, email: shared.email, role, permissions: ['manage_api'] });
    assert.equal((await callEarlier(`${service.url}/accounts/${shared.accountId}`, { token: shared.token })).status, 200);
    // The permission in one account does not apply to another.
    await grantRole(service.ctx, { accountId: owner.accountId, email: shared.email, role });
    assert.equal((await callEarlier(`${service.url}/accounts/${owner.accountId}`, { token: shared.token })).status, 403);
  }
});

test('an admin has access; a removed user gets 404', async () => {
  const admin = await service.newAccount({ role: 'admin' });
  const path = `${service.url}/accounts/${admin.accountId}`;
  assert.equal((await callEarlier(path, { token: admin.token })).status, 200);
  await sql`delete from memberships where user_id = ${admin.userId}`.execute(service.ctx.db);
  assert.equal((await callEarlier(path, { token: admin.token })).status, 404);
});

test('an account with a lite plan gets 402 on every path and for exports, and is still listed', async () => {
  const lite = await service.newAccount({ plan: 'lite' });
  for (const path of [
    '',
    '/custom-feeds',
    '/custom-feeds/all_leads',
    `/leads?${days}`,
    '/leads/1',
    `/visits?${days}`,
    '/website-tracking-script',
  ]) {
    const response = await callEarlier(`${service.url}/accounts/${lite.accountId}${path}`, { token: lite.token });
    assert.equal(response.status, 402, path);
    assert.equal(response.title, 'The account has no trial or premium subscription');
  }
  const fields = { account_id: lite.accountId, custom_feed_id: 'all_leads', start_date: '2026-09-01', end_date: '2026-09-02' };
  assert.equal((await callEarlier(`${service.url}/export-requests`, { ...form(fields), token: lite.token })).status, 402);
  const { data } = await callEarlier(`${service.url}/accounts`, { token: lite.token });
  assert.equal(firstOf(data).attributes.subscription, 'lite');
  const trial = await service.newAccount({ plan: 'trial' });
  assert.equal((await callEarlier(leadsUrl(trial.accountId), { token: trial.token })).status, 200);
});

test("another user's account and a missing one get the same 404", async () => {
  for (const accountId of [other.accountId, '999999999', '-5', '99999999999999999999']) {
    const response = await callEarlier(leadsUrl(accountId), { token: account.token });
    assert.equal(response.status, 404);
    assert.equal(response.title, `There is no account ${accountId}`);
  }
});

test('an account id that is not an integer gets 400', async () => {
  for (const accountId of ['abc', '1.5', '1e3', 'null', '%27', '1;drop']) {
    const response = await callEarlier(leadsUrl(accountId), { token: account.token });
    assert.equal(response.status, 400, accountId);
    assert.match(response.title, /account_id/);
  }
});

test('unknown paths and methods get 404', async () => {
  for (const [method, path] of [
    ['GET', `/accounts/${account.accountId}/nothing`],
    ['POST', '/accounts'],
    ['DELETE', `/accounts/${account.accountId}`],
    ['GET', '/export-requests'],
    ['GET', '/download/a/b'],
  ] as const) {
    assert.equal((await callEarlier(service.url + path, { method, token: account.token })).status, 404, `${method} ${path}`);
  }
});

test('every response, including errors, has a Deprecation header and a link to its successor', async () => {
  for (const [path, successor] of [
    ['/accounts', '/v1/accounts'],
    [`/accounts/${account.accountId}/leads?${days}`, '/v1/web-visits/companies'],
    [`/accounts/${account.accountId}/leads/12`, '/v1/companies/12'],
    [`/accounts/${account.accountId}/custom-feeds/a%20%7Bb%7D`, '/v1/web-visits/custom-feeds/a%20%7Bb%7D'],
    [`/accounts/${account.accountId}/visits`, '/v1/web-visits'],
    ['/accounts/abc', '/v1/accounts'],
  ]) {
    const { headers } = await callEarlier(service.url + path, { token: account.token });
    assert.match(required(headers.get('deprecation')), /^@\d+$/);
    assert.equal(headers.get('link'), `<${service.url}${successor}>; rel="successor-version"`);
    assert.equal(headers.get('content-type'), 'application/vnd.api+json');
  }
});

/** Sends requests concurrently and counts their responses by status. */
async function statusCounts(count: number, request: (at: number) => Promise<{ status: number }>) {
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => request(index)));
  const counted: Record<number, number> = {};
  for (const { status } of responses) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

test('an account is limited to 100 requests a minute, whatever the response, and the next minute starts from zero', async () => {
  const busy = await service.newAccount();
  service.clock.set('2026-09-01T12:00:30Z');
  const paths = [
    `/accounts/${busy.accountId}`,
    `/accounts/${busy.accountId}/leads/1`,
    `/accounts/${busy.accountId}/leads`,
    `/accounts/${busy.accountId}/x`,
  ];
  const counted = await statusCounts(100, (at) => callEarlier(service.url + paths[at % 4], { token: busy.token }));
  assert.deepEqual(counted, { 200: 25, 400: 25, 404: 50 });
  const refused = await callEarlier(`${service.url}/accounts/${busy.accountId}`, { token: busy.token });
  assert.equal(refused.status, 429);
  assert.equal(refused.title, 'The limit of 100 requests per minute per account is exceeded');
  assert.equal(refused.headers.get('retry-after'), '30');
  // Paths without an account have a separate limit per token.
  assert.equal((await callEarlier(`${service.url}/accounts`, { token: busy.token })).status, 200);
  service.clock.set('2026-09-01T12:00:59.999Z');
  assert.equal((await callEarlier(`${service.url}/accounts/${busy.accountId}`, { token: busy.token })).status, 429);
  service.clock.set('2026-09-01T12:01:00Z');
  assert.equal((await callEarlier(`${service.url}/accounts/${busy.accountId}`, { token: busy.token })).status, 200);
});

test('a token is limited to 100 requests a minute on paths without an account', async () => {
  const busy = await service.newAccount();
  service.clock.set('2026-09-01T13:00:00Z');
  const paths = ['/accounts', '/accounts/abc', '/export-requests/x', '/download/x'];
  assert.deepEqual(await statusCounts(100, (at) => callEarlier(service.url + paths[at % 4], { token: busy.token })), {
    200: 25,
    400: 25,
    404: 50,
  });
  const refused = await callEarlier(`${service.url}/accounts`, { token: busy.token });
  assert.equal(refused.status, 429);
  assert.equal(refused.title, 'The limit of 100 requests per minute per token is exceeded');
  // The account of the token and other tokens have separate limits.
  assert.equal((await callEarlier(`${service.url}/accounts/${busy.accountId}`, { token: busy.token })).status, 200);
  assert.equal((await callEarlier(`${service.url}/accounts`, { token: other.token })).status, 200);
});

test('other users cannot use up the limit of an account, however they write its id', async () => {
  const busy = await service.newAccount();
  const disabled = await service.newAccount();
  await disableToken(service.ctx, firstOf(await listTokens(service.ctx, disabled.email)).id);
  service.clock.set('2026-09-01T14:00:00Z');
  const requests: [string, string | undefined][] = [
    [busy.accountId, undefined],
    [busy.accountId, 'wrong'],
    [`00${busy.accountId}`, other.token],
    [busy.accountId, disabled.token],
  ];
  const counted = await statusCounts(220, (at) => {
    const [accountId, token] = itemAt(requests, at % 4);
    return callEarlier(`${service.url}/accounts/${accountId}${at % 8 < 4 ? '' : '/nothing/here'}`, { token });
  });
  // All 110 requests without a valid token came from one address, whose limit is 100. Requests with a valid token are counted separately.
  assert.deepEqual(counted, { 401: 100, 403: 55, 404: 55, 429: 10 });
  assert.deepEqual(await statusCounts(100, () => callEarlier(`${service.url}/accounts/${busy.accountId}`, { token: busy.token })), {
    200: 100,
  });
  assert.equal((await callEarlier(`${service.url}/accounts/00${busy.accountId}`, { token: busy.token })).status, 429);
});

test('100 requests a minute without a valid token get 401 and further ones 429, counted in one row per address', async () => {
  service.clock.set('2026-09-01T14:30:20Z');
  const before = await countRequestWindows();
  const sendWrongToken = (at: number) =>
    callEarlier(`${service.url}/accounts`, { token: createSecret('llt_').replace(/.$/, String(at % 10)) });
  assert.deepEqual(await statusCounts(150, sendWrongToken), { 401: 100, 429: 50 });
  const refused = await callEarlier(`${service.url}/accounts/${account.accountId}`);
  assert.equal(refused.status, 429);
  assert.equal(refused.title, 'The limit of 100 requests per minute per address without a valid token is exceeded');
  assert.equal(refused.headers.get('retry-after'), '40');
  assert.equal((await countRequestWindows()) - before, 1);
  // The limit of an address does not affect valid tokens.
  assert.equal((await callEarlier(`${service.url}/accounts`, { token: account.token })).status, 200);
  service.clock.set('2026-09-01T14:31:00Z');
  assert.equal((await sendWrongToken(0)).status, 401);
});

test('all addresses of an IPv6 /64 share one limit, other networks do not', async () => {
  const proxied = await startTestService({ connection: service.connection, environment: { TRUST_PROXY: 'loopback' } });
  proxied.clock.set('2026-09-01T14:40:00Z');
  const requestFrom = (address: string) => callEarlier(`${proxied.url}/accounts`, { headers: { 'x-forwarded-for': address } });
  assert.deepEqual(await statusCounts(120, (at) => requestFrom(`2001:db8:1:2:${at}::1`)), { 401: 100, 429: 20 });
  assert.equal((await requestFrom('2001:db8:1:3::1')).status, 401);
  assert.equal((await requestFrom('203.0.113.9')).status, 401);
});

async function countRequestWindows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from request_windows`.execute(service.ctx.db);
  return firstOf(rows).count;
}

test('a token is limited to 5 export requests a minute, whatever the response', async () => {
  const busy = await service.newAccount();
  service.clock.set('2026-09-01T15:00:10Z');
  const request = () => callEarlier(`${service.url}/export-requests`, { ...form({ account_id: 'x' }), token: busy.token });
  assert.deepEqual(await statusCounts(4, request), { 400: 4 });
  const unreadable = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{', token: busy.token };
  assert.equal((await callEarlier(`${service.url}/export-requests`, unreadable)).status, 400);
  const refused = await request();
  assert.equal(refused.status, 429);
  assert.equal(refused.title, 'The limit of 5 export requests per minute per token is exceeded');
  assert.equal(refused.headers.get('retry-after'), '50');
  service.clock.set('2026-09-01T15:01:00Z');
  assert.equal((await request()).status, 400);
});

test('the last use of a token is recorded', async () => {
  const fresh = await service.newAccount();
  service.clock.set('2026-09-02T10:00:00Z');
  await callEarlier(`${service.url}/accounts`, { token: fresh.token });
  const listed = firstOf(await listTokens(service.ctx, fresh.email));
  assert.equal(required(listed.lastUsedAt).toISOString(), '2026-09-02T10:00:00.000Z');
});
