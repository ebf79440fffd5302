import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../../tests/kit/database.ts';
import { RollupCache } from './rollup-cache.ts';
import { rollupValue } from './rollup-values.ts';
import { writeRollupValues } from './write-rollups.ts';

test('a rollup value is written again after the transaction that created it was rolled back', async () => {
  const { db } = await testDatabase();
  await db
    .insertInto('accounts')
    .values({ id: '1', name: 'Acme', plan: 'trial', timezone: 'UTC', created_at: new Date('2026-09-01T12:00:00Z') })
    .execute();
  const cache = new RollupCache();
  const value = rollupValue('source', 'newsletter / email');
  const interrupted = db.transaction().execute(async (trx) => {
    await writeRollupValues(trx, '1', [value], cache);
    await writeRollupValues(trx, '1', [value], cache);
    throw new Error('connection lost');
  });
  await assert.rejects(interrupted, /connection lost/);
  await db.transaction().execute((trx) => writeRollupValues(trx, '1', [value], cache));
  const stored = await db.selectFrom('rollup_values').select('name').execute();
  assert.deepEqual(stored, [{ name: 'newsletter / email' }]);
});
