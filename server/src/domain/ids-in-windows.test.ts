import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { idsInWindows } from './ids-in-windows.ts';

test('every id greater than `after` is returned once and in order, in bounded batches and with few statements', async () => {
  const input = fc.record({
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 200 }),
    after: fc.integer({ min: 0, max: 50_000 }),
    width: fc.integer({ min: 1, max: 5000 }),
    batchSize: fc.integer({ min: 1, max: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ ids, after, width, batchSize }) => {
      const sorted = [...ids].sort((one, other) => one - other);
      let statements = 0;
      const find = async (from: bigint, until: bigint, limit: number) => {
        statements++;
        return sorted
          .filter((id) => id > from && id <= until)
          .slice(0, limit)
          .map(String);
      };
      const found: string[] = [];
      const maxId = String(sorted.at(-1) ?? 0);
      for await (const batch of idsInWindows({ find, after: String(after), maxId, width, batchSize })) {
        assert.ok(batch.length <= batchSize);
        found.push(...batch);
      }
      const expected = sorted.filter((id) => id > after).map(String);
      assert.deepEqual(found, expected);
      // Windows without enough matches grow, so even ids far apart need few statements.
      assert.ok(statements <= 10 + 2 * expected.length, `${statements} statements`);
    }),
  );
});
