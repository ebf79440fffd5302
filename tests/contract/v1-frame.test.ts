import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { revokeKey } from '../../server/src/domain/auth/api-keys.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { statusAndCode } from '../kit/checked-client.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService();
service.clock.set('2026-10-15T12:00:00.000Z');
const account = await service.newAccount();
const call = v1Client(service, account);
const companies = `/v1/web-visits/companies?account_id=${account.accountId}`;
const host = new URL(service.url).host;

test('a request without a credential gets 401 missing_token, which mentions X-Api-Key, and a challenge without an error', async () => {
  const response = await call(companies, { key: null });
  assert.deepEqual(statusAndCode(response), [401, 'missing_token']);
  assert.match(firstOf(response.body.errors).title, /X-Api-Key/);
  assert.deepEqual(response.body.error, { code: 'missing_token', message: firstOf(response.body.errors).title });
  assert.equal(response.headers.get('www-authenticate'), `Bearer realm="${host}"`);
});

test('unknown, mistyped and revoked keys get 401 invalid_api_key', async () => {
  const other = await service.newAccount();
  const path = `/v1/accounts?account_id=${other.accountId}`;
  assert.equal((await v1Client(service, other)(path)).status, 200);
  const { id } = await service.ctx.db.selectFrom('api_keys').select('id').where('user_id', '=', other.userId).executeTakeFirstOrThrow();
  await revokeKey(service.ctx, id);
  for (const key of [other.key, `${other.key.slice(0, -1)}x`, 'llk_unknown', 'x'.repeat(5000)]) {
    const response = await call(path, { key });
    assert.deepEqual(statusAndCode(response), [401, 'invalid_api_key']);
    assert.match(required(response.headers.get('www-authenticate')), new RegExp(`^Bearer realm="${host}", error="invalid_token"`));
  }
});

test('an expired key gets 401 api_key_expired', async () => {
  const other = await service.newAccount({ key: { expiresAt: '2099-01-31T12:00:00Z' } });
  assert.equal((await v1Client(service, other)('/v1/accounts')).status, 200);
  await service.ctx.db.updateTable('api_keys').set({ expires_at: service.ctx.clock.now() }).where('user_id', '=', other.userId).execute();
  assert.deepEqual(statusAndCode(await v1Client(service, other)(companies)), [401, 'api_key_expired']);
});

test('an unknown bearer token gets 401 invalid_token; a Token credential next to a valid key is ignored', async () => {
  assert.deepEqual(statusAndCode(await call(companies, { key: null, headers: { authorization: 'Bearer nothing' } })), [
    401,
    'invalid_token',
  ]);
  assert.equal((await call(companies, { headers: { authorization: `Token token=${account.token}` } })).status, 200);
});

test('a request is checked in this order: account, permission, entitlement, scope, validation', async () => {
  const viewer = await service.newAccount({ role: 'viewer', plan: 'lite', key: { scopes: ['lists:read'] } });
  const client = v1Client(service, viewer);
  const wrongShape = 'page[num]=x';
  assert.deepEqual(statusAndCode(await client(`/v1/web-visits/companies?${wrongShape}`)), [403, 'missing_account_id']);
  assert.deepEqual(statusAndCode(await client(`/v1/web-visits/companies?account_id=&${wrongShape}`)), [403, 'missing_account_id']);
  assert.deepEqual(statusAndCode(await client(`${companies}&${wrongShape}`)), [403, 'invalid_account_id']);
  assert.deepEqual(statusAndCode(await client(`/v1/web-visits/companies?account_id=abc&${wrongShape}`)), [403, 'invalid_account_id']);
  const own = `/v1/web-visits/companies?account_id=${viewer.accountId}&${wrongShape}`;
  assert.deepEqual(statusAndCode(await client(own)), [403, 'insufficient_permissions']);
  await service.ctx.db
    .updateTable('memberships')
    .set({ permissions: ['manage_api'] })
    .where('user_id', '=', viewer.userId)
    .execute();
  assert.deepEqual(statusAndCode(await client(own)), [403, 'insufficient_entitlements']);
  await updateAccount(service.ctx, viewer.accountId, { plan: 'trial' });
  assert.deepEqual(statusAndCode(await client(own)), [403, 'insufficient_scope']);
  await service.ctx.db
    .updateTable('api_keys')
    .set({ scopes: ['web_visits:read'] })
    .where('user_id', '=', viewer.userId)
    .execute();
  const shape = await client(own);
  assert.deepEqual(statusAndCode(shape), [400, 'invalid_parameter']);
  assert.deepEqual(firstOf(shape.body.errors).source, { parameter: 'page[num]' });
});

test('the rate limit is checked before the account', async () => {
  const slow = await service.newAccount({ key: { ratePerSecond: 1, burst: 1 } });
  const client = v1Client(service, slow);
  assert.equal((await client('/v1/users/me')).status, 200);
  assert.deepEqual(statusAndCode(await client('/v1/web-visits/companies')), [429, 'rate_limit_exceeded']);
});

test('a key has a rate limit per second with a burst, reported in the RateLimit and Retry-After headers', async () => {
  service.clock.set('2026-10-15T12:00:00.000Z');
  const limited = await service.newAccount({ key: { ratePerSecond: 2, burst: 3, monthlyQuota: 100 } });
  const client = v1Client(service, limited);
  const first = await client('/v1/users/me');
  assert.equal(first.headers.get('ratelimit-policy'), '"second";q=2;w=1;burst=3, "month";q=100;w=2678400');
  assert.equal(first.headers.get('ratelimit'), '"second";r=2;t=1, "month";r=99;t=1425600');
  assert.equal((await client('/v1/nothing')).status, 404);
  assert.equal((await client('/v1/web-visits/companies')).status, 403);
  const third = await client('/v1/users/me');
  assert.equal(third.headers.get('ratelimit')?.split(',')[0], '"second";r=0;t=2');
  const refused = await client('/v1/users/me');
  assert.deepEqual(statusAndCode(refused), [429, 'rate_limit_exceeded']);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.ok(refused.headers.get('ratelimit'));
  service.clock.set('2026-10-15T12:00:00.500Z');
  assert.equal((await client('/v1/users/me')).status, 200);
  assert.equal((await client('/v1/users/me')).status, 429);
  service.clock.set('2026-10-15T13:00:00.000Z');
  const burst = await Promise.all(Array.from({ length: 8 }, () => client('/v1/users/me')));
  assert.equal(burst.filter(({ status }) => status === 200).length, 3);
  service.clock.set('2026-10-15T12:00:00.000Z');
});

test('a key over its monthly quota gets 429 with Retry-After until the next month', async () => {
  service.clock.set('2026-10-31T23:59:00.000Z');
  const limited = await service.newAccount({ key: { monthlyQuota: 5 } });
  const client = v1Client(service, limited);
  const responses = await Promise.all(Array.from({ length: 9 }, () => client('/v1/users/me')));
  assert.equal(responses.filter(({ status }) => status === 200).length, 5);
  const refused = await client('/v1/users/me');
  assert.deepEqual(statusAndCode(refused), [429, 'quota_exceeded']);
  assert.equal(refused.headers.get('retry-after'), '60');
  service.clock.set('2026-11-01T00:00:00.000Z');
  assert.equal((await client('/v1/users/me')).status, 200);
  service.clock.set('2026-10-15T12:00:00.000Z');
});

test('the request id is a UUID; that of the client is used if it is well-formed', async () => {
  const own = 'a9b6f1d2-0c3e-4f5a-8b7c-6d5e4f3a2b1c';
  const used = await call('/v1/users/me', { headers: { 'x-request-id': own } });
  assert.equal(used.body.meta.request_id, own);
  assert.equal(used.headers.get('x-request-id'), own);
  const generated = await call('/v1/users/me', { headers: { 'x-request-id': 'mine' } });
  assert.match(generated.body.meta.request_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const refused = await call(companies, { key: null });
  assert.equal(refused.body.meta.request_id, refused.headers.get('x-request-id'));
});

test('brackets may be raw or encoded, unknown parameters are ignored, duplicate slashes collapse', async () => {
  for (const query of ['page[size]=5&color=red', 'page%5Bsize%5D=5']) {
    const response = await call(`${companies}&${query}`);
    assert.equal(response.status, 200);
    assert.equal(response.body.meta.pagination?.page_size, 5);
  }
  assert.equal((await call(`//v1///users//me`)).status, 200);
});

test('page numbers and sizes have bounds and defaults, and an offset past 10,000 gets 416', async () => {
  for (const query of [
    'page[num]=0',
    'page[num]=-1',
    'page[num]=1.5',
    'page[size]=0',
    'page[size]=101',
    'page[size]=a',
    'page[size]=5&page[size]=6',
  ]) {
    assert.deepEqual(statusAndCode(await call(`${companies}&${query}`)), [400, 'invalid_parameter'], query);
  }
  const empty = await call(companies);
  assert.deepEqual(empty.body.data, []);
  assert.deepEqual(empty.body.meta.pagination, { page_num: 1, page_size: 20, page_count: 0, total_count: 0 });
  assert.equal((await call(`${companies}&page[num]=100&page[size]=100`)).status, 200);
  assert.deepEqual(statusAndCode(await call(`${companies}&page[num]=101&page[size]=100`)), [416, 'offset_exceeded']);
});

test('a GET response has a weak ETag, and a request with it in If-None-Match gets 304', async () => {
  const response = await call('/v1/users/me');
  const tag = required(response.headers.get('etag'));
  assert.match(tag, /^W\/"/);
  for (const given of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
    const same = await call('/v1/users/me', { headers: { 'if-none-match': given } });
    assert.equal(same.status, 304, given);
    assert.equal(same.headers.get('etag'), tag);
  }
  assert.equal((await call('/v1/users/me', { headers: { 'if-none-match': 'W/"other"' } })).status, 200);
});

test('larger responses are compressed with br or gzip as requested', async () => {
  const { hostname, port } = new URL(service.url);
  const fetchEncoded = (encoding: string) =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      const headers = { 'x-api-key': account.key, 'accept-encoding': encoding };
      const req = request({ hostname, port, path: `/v1/custom-fields?account_id=${account.accountId}&page[size]=100`, headers }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part) => parts.push(part));
        res.on('end', () => resolve({ encoding: res.headers['content-encoding'], body: Buffer.concat(parts) }));
      });
      req.on('error', reject).end();
    });
  for (let index = 0; index < 10; index++) {
    const attributes = { name: `Many ${index}`, scope: 'company', type: 'text' };
    const { status } = await call(`/v1/custom-fields?account_id=${account.accountId}`, {
      body: { data: { type: 'custom_field', attributes } },
    });
    assert.equal(status, 201);
  }
  const plain = await fetchEncoded('identity');
  assert.equal(plain.encoding, undefined);
  const gzip = await fetchEncoded('gzip');
  assert.equal(gzip.encoding, 'gzip');
  const br = await fetchEncoded('br, gzip');
  assert.equal(br.encoding, 'br');
  const dataOf = (body: Buffer) => JSON.parse(body.toString()).data;
  assert.deepEqual(dataOf(gunzipSync(gzip.body)), dataOf(plain.body));
  assert.deepEqual(dataOf(brotliDecompressSync(br.body)), dataOf(plain.body));
});

test('responses are not for shared caches', async () => {
  for (const [path, key] of [
    ['/v1/users/me', account.key],
    ['/v1/users/me', null],
    ['/v1/nothing', account.key],
  ] as const) {
    assert.equal((await call(path, { key })).headers.get('cache-control'), 'private, no-cache', path);
  }
});

test('an unknown operation gets 404 in the same envelope', async () => {
  for (const [path, method] of [
    ['/v1/nothing', 'GET'],
    ['/v1/users/me', 'DELETE'],
    ['/v1', 'GET'],
    ['/v1/users/me', 'OPTIONS'],
  ] as const) {
    const response = await call(path, { method });
    assert.deepEqual(statusAndCode(response), [404, 'entity_not_found'], path);
    assert.ok(response.body.meta.request_id);
  }
});

test('after 300 wrong credentials from an address in a minute, further wrong ones get 429, but valid ones do not', async () => {
  const guarded = await startTestService({ environment: { TRUST_PROXY: 'loopback' }, connection: service.connection });
  guarded.clock.set('2026-10-15T12:00:00.000Z');
  const callFrom = (key: string, address: string) =>
    v1Client(guarded, { key })('/v1/users/me', { headers: { 'x-forwarded-for': address } });
  for (let tries = 0; tries < 300; tries++) assert.equal((await callFrom('llk_wrong', '203.0.113.7')).status, 401);
  const refused = await callFrom('llk_wrong', '203.0.113.7');
  assert.deepEqual(statusAndCode(refused), [429, 'too_many_requests']);
  assert.equal(refused.headers.get('retry-after'), '60');
  assert.equal((await callFrom(account.key, '203.0.113.7')).status, 200, 'a valid key from the same address');
  assert.equal((await callFrom('llk_wrong', '203.0.113.8')).status, 401);
  // All addresses of an IPv6 /64 share one limit.
  await Promise.all(Array.from({ length: 301 }, (_, index) => callFrom('llk_wrong', `2001:db8:1:2::${index.toString(16)}`)));
  assert.deepEqual(statusAndCode(await callFrom('llk_wrong', '2001:db8:1:2:ffff::1')), [429, 'too_many_requests']);
  assert.equal((await callFrom(account.key, '2001:db8:1:2:ffff::1')).status, 200);
  assert.equal((await callFrom('llk_wrong', '2001:db8:1:3::1')).status, 401);
  guarded.clock.set('2026-10-15T12:01:00.000Z');
  assert.equal((await callFrom('llk_wrong', '203.0.113.7')).status, 401);
});

test('an internal error gets 500 internal_server_error without details', async () => {
  const broken = await startTestService();
  const { key, accountId } = await broken.newAccount();
  await sql`alter table custom_fields rename column description to gone`.execute(broken.ctx.db);
  const response = await v1Client(broken, { key })(`/v1/custom-fields?account_id=${accountId}`, {
    body: { data: { type: 'custom_field', attributes: { name: 'Size', scope: 'company', type: 'text' } } },
  });
  assert.deepEqual(statusAndCode(response), [500, 'internal_server_error']);
  assert.deepEqual(Object.keys(firstOf(response.body.errors)), ['code', 'title']);
  assert.doesNotMatch(JSON.stringify(response.body), /custom_fields|column|gone/);
  assert.equal(response.body.meta.request_id, response.headers.get('x-request-id'));
});
