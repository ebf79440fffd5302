import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareNext } from './share-next.ts';

test('concurrent callers share a load, and callers during a load share the next one', async () => {
  let loads = 0;
  const ends: (() => void)[] = [];
  const ask = shareNext(async (_key: string) => {
    const mine = ++loads;
    await new Promise<void>((resolve) => ends.push(resolve));
    return mine;
  });
  const first = [ask('a'), ask('a')];
  while (ends.length < 1) await new Promise((resolve) => setImmediate(resolve));
  const second = [ask('a'), ask('a')];
  const other = ask('b');
  while (ends.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(loads, 2);
  ends[0]!();
  assert.deepEqual(await Promise.all(first), [1, 1]);
  while (ends.length < 3) await new Promise((resolve) => setImmediate(resolve));
  for (const end of ends) end();
  assert.deepEqual(await Promise.all([...second, other]), [3, 3, 2]);
});

test('a failed load fails for those who shared it and for nobody later', async () => {
  let loads = 0;
  const ask = shareNext(async (_key: string) => {
    if (++loads === 1) throw new Error('broken');
    return loads;
  });
  await assert.rejects(Promise.all([ask('a'), ask('a')]), /broken/);
  assert.equal(await ask('a'), 2);
});
