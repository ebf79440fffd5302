import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testDatabase } from '../../../tests/kit/database.ts';
import { plainArray, textArray, timeArray } from './array-literal.ts';

const { pool } = await testDatabase();

test('arrays of any text and of nulls survive a round trip', async () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('"', '\\', ',', '{', '}', ' ', "'", '\n', 'n', 'N'), fc.string({ unit: 'grapheme' })),
  });
  const storable = text.filter((value) => value.isWellFormed() && !value.includes('\0'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.oneof(storable, fc.constantFrom('null', 'NULL', ''))), { maxLength: 20 }), async (values) => {
      const { rows } = await pool.query('select $1::text[] as read', [textArray(values)]);
      assert.deepEqual(rows[0].read, values);
    }),
    { numRuns: 200 },
  );
});

test('numbers, booleans and timestamps survive a round trip', async () => {
  const { rows } = await pool.query('select $1::bigint[] as ids, $2::boolean[] as flags, $3::timestamptz[] as times, $4::int[] as none', [
    plainArray(['9007199254740993', 5, null]),
    plainArray([true, false]),
    timeArray([1_700_000_000_123, null]),
    plainArray([]),
  ]);
  const expected = { ids: ['9007199254740993', '5', null], flags: [true, false], times: [new Date(1_700_000_000_123), null], none: [] };
  assert.deepEqual(rows[0], expected);
});
