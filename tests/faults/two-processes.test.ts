import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccount } from '../../server/src/domain/accounts/create-account.ts';
import { createKey, type NewKey, revokeKey } from '../../server/src/domain/auth/api-keys.ts';
import { createToken } from '../../server/src/domain/auth/api-tokens.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { testDatabase } from '../kit/database.ts';
import { callEarlier } from '../kit/earlier.ts';
import { plainContext } from '../kit/plain-context.ts';
import { readJson } from '../kit/read-json.ts';
import { startServerProcess, testDataDir } from '../kit/server-process.ts';

/** Two real processes on one database: limits, credits and revocations apply across both, in both APIs. */
const connection = await testDatabase();
const dataDir = testDataDir();
const ctx = plainContext(connection.db, dataDir);

const environment = {
  DATA_DIR: dataDir,
  DATABASE_URL: connection.url,
  DATABASE_CONNECTIONS: '6',
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'loopback',
};
const servers = await Promise.all([1, 2].map(() => startServerProcess(environment, ['start', '--no-demo', '--role', 'web'])));
await Promise.all(servers.map((server) => server.ready()));

const account = await createAccount(ctx, { name: 'Acme', plan: 'premium', timezone: 'UTC' });
const email = 'two@acme.example';
await createUser(ctx, { accountId: account.id, email, password: 'correct horse battery', role: 'owner' });
const newKey = (limits: Partial<NewKey>) => createKey(ctx, { email, ratePerSecond: 100_000, burst: 100_000, ...limits });

type ReceivedStatus = { status: number; code: string | undefined };
/** Sends the requests concurrently, half of them to each process. */
async function sendRequests(key: string, paths: string[]): Promise<ReceivedStatus[]> {
  return Promise.all(
    paths.map(async (path, index) => {
      const response = await fetch(`${itemAt(servers, index % 2).url}${path}`, { headers: { 'x-api-key': key } });
      const body = await readJson<{ errors?: { code: string }[] }>(response);
      return { status: response.status, code: body.errors?.[0]?.code };
    }),
  );
}
const userPaths = (count: number) => Array.from({ length: count }, () => '/v1/users/me');
const accepted = (responses: ReceivedStatus[]) => responses.filter(({ status }) => status === 200).length;

test('a quota of 150 admits exactly 150 of 300 requests to two processes', async () => {
  const responses = await withinOne('month', async () => sendRequests((await newKey({ monthlyQuota: 150 })).key, userPaths(300)));
  assert.equal(accepted(responses), 150);
  assert.equal(responses.filter(({ code }) => code === 'quota_exceeded').length, 150);
});

test('a burst of 40 at one per second admits 40, and one more per second, across both processes', async () => {
  const { key } = await newKey({ ratePerSecond: 1, burst: 40 });
  const startMs = Date.now();
  const responses = await sendRequests(key, userPaths(200));
  const seconds = (Date.now() - startMs) / 1000;
  assert.ok(accepted(responses) >= 40, `${accepted(responses)}`);
  assert.ok(accepted(responses) <= 40 + Math.ceil(seconds), `${accepted(responses)} in ${seconds} s`);
  assert.ok(responses.some(({ code }) => code === 'rate_limit_exceeded'));
});

test('twelve credits reveal twelve companies across both processes', async () => {
  const companies = await ctx.db.selectFrom('companies').select('id').where('origin', '=', 'seed').orderBy('id').limit(20).execute();
  // Credits renew at the start of each month.
  const { accountId, responses } = await withinOne('month', async (attempt) => {
    const { id } = await createAccount(ctx, { name: 'Spender', plan: 'premium', timezone: 'UTC', credits: 12 });
    const owner = `spender-${attempt}@acme.example`;
    await createUser(ctx, { accountId: id, email: owner, password: 'correct horse battery', role: 'owner' });
    const { key } = await newKey({ email: owner });
    const paths = companies.flatMap((company) => Array(2).fill(`/v1/companies/${company.id}?account_id=${id}`));
    return { accountId: id, responses: await sendRequests(key, paths) };
  });
  assert.equal(accepted(responses), 24);
  assert.equal(responses.filter(({ code }) => code === 'insufficient_credits').length, 16);
  const charges = await ctx.db.selectFrom('credit_charges').select('record_id').where('account_id', '=', accountId).execute();
  assert.equal(new Set(charges.map(({ record_id }) => record_id)).size, 12);
  assert.equal(charges.length, 12);
});

test('a revoked key is rejected by both processes at the next request', async () => {
  const { id, key } = await newKey({});
  assert.equal(accepted(await sendRequests(key, userPaths(4))), 4);
  await revokeKey(ctx, id);
  assert.deepEqual(new Set((await sendRequests(key, userPaths(4))).map(({ code }) => code)), new Set(['invalid_api_key']));
});

test('of 500 unknown credentials from one address in a minute, sent to two processes, exactly 300 get 401', async () => {
  // If the minute ends in between, the count restarts, so the test tries again from another address.
  for (let attempt = 1; ; attempt++) {
    const minute = Math.floor(Date.now() / 60_000);
    const headers = { 'x-api-key': 'llk_wrong', 'x-forwarded-for': `192.0.2.${attempt}` };
    const codes = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const response = await fetch(`${itemAt(servers, index % 2).url}/v1/users/me`, { headers });
        return firstOf((await readJson<{ errors: { code: string }[] }>(response)).errors).code;
      }),
    );
    if (Math.floor(Date.now() / 60_000) !== minute && attempt < 4) continue;
    assert.equal(codes.filter((code) => code === 'invalid_api_key').length, 300);
    assert.equal(codes.filter((code) => code === 'too_many_requests').length, 200);
    return;
  }
});

test('earlier API: of 101 requests in a minute to two processes one is rejected, and both accept requests in the next minute', async () => {
  const { counts, refused, request } = await withinOne('minute', async (attempt) => {
    const busy = await createAccount(ctx, { name: 'Busy', plan: 'premium', timezone: 'UTC' });
    const owner = `busy-${attempt}@acme.example`;
    await createUser(ctx, { accountId: busy.id, email: owner, password: 'correct horse battery', role: 'owner' });
    const { token } = await createToken(ctx, { email: owner });
    const request = (index: number) => callEarlier(`${itemAt(servers, index % 2).url}/accounts/${busy.id}`, { token });
    return { counts: await countStatuses(101, request), refused: await Promise.all([request(0), request(1)]), request };
  });
  assert.deepEqual(counts, { 200: 100, 429: 1 });
  assert.deepEqual(
    refused.map(({ status }) => status),
    [429, 429],
  );
  // Retry-After is the time until the end of the minute.
  const waitSeconds = Number(firstOf(refused).headers.get('retry-after'));
  assert.ok(waitSeconds >= 1 && waitSeconds <= 60);
  await pause(waitSeconds * 1000);
  assert.deepEqual(await countStatuses(4, request), { 200: 4 });
});

async function countStatuses(count: number, request: (index: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => request(index)));
  const byStatus = Object.groupBy(responses, ({ status }) => status);
  return Object.fromEntries(Object.entries(byStatus).map(([status, group]) => [status, group?.length ?? 0]));
}

/** Repeats the work if the period ended in between, because the processes use the real clock. */
async function withinOne<Result>(period: 'minute' | 'month', work: (attempt: number) => Promise<Result>): Promise<Result> {
  const current = () => new Date().toISOString().slice(0, period === 'minute' ? 16 : 7);
  for (let attempt = 1; ; attempt++) {
    const before = current();
    const result = await work(attempt);
    if (current() === before) return result;
  }
}
