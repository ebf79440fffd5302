import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { UsageCounter } from '../../server/src/domain/usage/usage-counter.ts';
import { forAuthentication } from '../../server/src/domain/within-account.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';
import { whileLocked } from '../kit/while-locked.ts';

const service = await startTestService();
const { db } = service.ctx;

test('requests are counted by operation and month, and a key records its last use', async () => {
  const other = await service.newAccount();
  const client = v1Client(service, other);
  const company = firstOf(await db.selectFrom('companies').select('id').orderBy('id').limit(1).execute());
  await client(`/v1/companies/${company.id}?account_id=${other.accountId}`);
  await client(`/v1/companies/${company.id}?account_id=${other.accountId}`);
  await client(`/v1/companies/999999999?account_id=${other.accountId}`);
  const usageRows = async () => db.selectFrom('usage_counts').selectAll().where('account_id', '=', other.accountId).execute();
  await until(async () => (await usageRows())[0]?.requests === 3);
  assert.deepEqual(
    (await usageRows()).map(({ operation, requests, errors, credits_charged }) => ({ operation, requests, errors, credits_charged })),
    [{ operation: 'getCompany', requests: 3, errors: 1, credits_charged: 1 }],
  );
  const key = await db.selectFrom('api_keys').select('last_used_at').where('user_id', '=', other.userId).executeTakeFirstOrThrow();
  assert.ok(key.last_used_at);
});

test('only one flush runs at a time, and stopping stores what was counted meanwhile', async () => {
  const { accountId } = await service.newAccount();
  const counter = new UsageCounter(forAuthentication(service.ctx), 3_600_000);
  const count = () => counter.count({ accountId, operation: 'getCompany', hasFailed: false, credits: 0 });
  await whileLocked(db, sql`lock table usage_counts in exclusive mode`, [
    () => {
      count();
      const flushed = counter.flush();
      count();
      assert.equal(counter.flush(), flushed);
      return counter.stop();
    },
  ]);
  const { requests } = await db.selectFrom('usage_counts').select('requests').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  assert.equal(requests, 2);
});

test('usage that could not be stored is stored later, and does not affect that of other accounts', async () => {
  const [failing, other] = [await service.newAccount(), await service.newAccount()];
  const ctx = forAuthentication(service.ctx);
  const counter = new UsageCounter(ctx, 3_600_000);
  for (const { accountId } of [failing, other]) {
    counter.count({ accountId, operation: 'getCompany', hasFailed: false, credits: 1 });
    counter.count({ accountId, operation: 'getCompany', hasFailed: true, credits: 0 });
  }
  const { id } = await db.selectFrom('api_keys').select('id').where('user_id', '=', other.userId).executeTakeFirstOrThrow();
  counter.recordUse(`key ${id}`);
  const stored = async () => {
    const { rows } = await sql<{ account_id: string; requests: number; errors: number; credits_charged: number }>`
      select account_id, requests, errors, credits_charged from usage_counts
      where account_id in (${failing.accountId}, ${other.accountId}) order by account_id`.execute(db);
    return rows.map(({ account_id, ...counts }) => [account_id, ...Object.values(counts)]);
  };
  const lastUsed = async () =>
    (await db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()).last_used_at;
  await sql`
    create function fail() returns trigger language plpgsql as 'begin
      if tg_table_name = ''api_keys'' or new.account_id = ${sql.lit(Number(failing.accountId))} then raise exception ''simulated failure''; end if;
      return new;
    end'`.execute(db);
  for (const table of ['usage_counts', 'api_keys']) {
    await sql`create trigger fail before insert or update on ${sql.table(table)} for each row execute function fail()`.execute(db);
  }
  await counter.flush();
  assert.deepEqual([await stored(), await lastUsed()], [[[other.accountId, 2, 1, 1]], null]);
  await sql`drop function fail() cascade`.execute(db);
  counter.count({ accountId: failing.accountId, operation: 'getCompany', hasFailed: false, credits: 1 });
  await counter.stop();
  assert.deepEqual(await stored(), [
    [failing.accountId, 3, 1, 2],
    [other.accountId, 2, 1, 1],
  ]);
  assert.ok(await lastUsed());
});
