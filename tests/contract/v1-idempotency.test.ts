import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { statusAndCode } from '../kit/checked-client.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService({ environment: { REQUEST_TIMEOUT_SECONDS: '5' } });
const { db } = service.ctx;
const account = await service.newAccount({ credits: 1000 });
const call = v1Client(service, account);
const query = `account_id=${account.accountId}`;

const fieldBody = (name: string) => ({ data: { type: 'custom_field', attributes: { name, scope: 'company', type: 'text' } } });
const create = (name: string, key: string, client = call, path = `/v1/custom-fields?${query}`) =>
  client(path, { body: fieldBody(name), headers: { 'idempotency-key': key } });
const countFields = async () => required((await call(`/v1/custom-fields?${query}`)).body.meta.pagination).total_count;

test('a repeated Idempotency-Key returns the first response without another execution', async () => {
  const key = randomUUID();
  const first = await create('First', key);
  const second = await create('First', key);
  assert.equal(first.status, 201);
  assert.deepEqual([second.status, second.body], [201, first.body]);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  assert.equal(await countFields(), 1);
});

test('the same key with another body or path gets 409; each credential has its own keys', async () => {
  const key = randomUUID();
  const created = await create('Second', key);
  assert.deepEqual(statusAndCode(await create('Other', key)), [409, 'idempotency_conflict']);
  const patched = await call(`/v1/custom-fields/${created.body.data.id}?${query}`, {
    method: 'PATCH',
    body: fieldBody('Second'),
    headers: { 'idempotency-key': key },
  });
  assert.deepEqual(statusAndCode(patched), [409, 'idempotency_conflict']);
  const other = await service.newAccount();
  const foreign = await create('Second', key, v1Client(service, other), `/v1/custom-fields?account_id=${other.accountId}`);
  assert.equal(foreign.status, 201);
});

test('concurrent requests with the same key are executed once', async () => {
  const before = await countFields();
  const key = randomUUID();
  const responses = await Promise.all(Array.from({ length: 20 }, () => create('At once', key)));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(responses.map(({ body }) => JSON.stringify(body))).size, 1);
  assert.equal(await countFields(), before + 1);
});

test('an error response is replayed, too; a key expires after 24 hours and has at most 255 characters', async () => {
  const key = randomUUID();
  const wrong = await create('', key);
  assert.equal(wrong.status, 400);
  assert.deepEqual((await create('', key)).body, wrong.body);
  const old = randomUUID();
  const first = await create('Old', old);
  await db
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - 24 * 3_600_000) })
    .where('key', '=', old)
    .execute();
  assert.notEqual((await create('Old', old)).body.data.id, first.body.data.id);
  assert.equal((await create('Long', 'x'.repeat(255))).status, 201);
  assert.deepEqual(statusAndCode(await create('Long', 'x'.repeat(256))), [400, 'invalid_parameter']);
});

test('a request past its time limit gets 504, its query is cancelled, nothing is written, and a retry with its key works', async () => {
  const key = randomUUID();
  const before = await countFields();
  const blocked = await db.transaction().execute(async (trx) => {
    await sql`select 1 from accounts where id = ${account.accountId} for update`.execute(trx);
    const response = await create('Late', key);
    // The waiting statement must be gone before the row is unlocked.
    await until(async () => (await countWaitingForLock(db)) === 0);
    return response;
  });
  assert.deepEqual(statusAndCode(blocked), [504, 'server_timeout']);
  assert.equal(firstOf(blocked.body.errors).title, 'The request timed out.');
  assert.equal(await countFields(), before);
  assert.equal((await create('Late', key)).status, 201);
  assert.equal(await countFields(), before + 1);
});

test('a request whose response cannot be stored succeeds, and a retry with its key gets 409 instead of executing it again', async () => {
  const key = randomUUID();
  const before = await countFields();
  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''simulated failure''; end'`.execute(db);
  await sql`create trigger fail before update on idempotency_keys for each row execute function fail()`.execute(db);
  const response = await create('Not stored', key);
  await sql`drop function fail() cascade`.execute(db);
  assert.equal(response.status, 201);
  assert.equal(await countFields(), before + 1);
  const stored = await db.selectFrom('idempotency_keys').select('status').where('key', '=', key).execute();
  assert.deepEqual(stored, [{ status: null }]);
  for (const ageMinutes of [11, 23 * 60]) {
    const created_at = new Date(service.ctx.clock.now().getTime() - ageMinutes * 60_000);
    await db.updateTable('idempotency_keys').set({ created_at }).where('key', '=', key).execute();
    const retry = await create('Not stored', key);
    assert.deepEqual(statusAndCode(retry), [409, 'idempotency_conflict']);
    assert.match(firstOf(retry.body.errors).title, /was interrupted, and it is not known whether it was executed/);
    assert.deepEqual(statusAndCode(await create('Other', key)), [409, 'idempotency_conflict']);
  }
  assert.equal(await countFields(), before + 1, 'a retry does not execute the request again');
});
