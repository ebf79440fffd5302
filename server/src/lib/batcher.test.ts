import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batcher, type BatcherOptions } from './batcher.ts';
import { BatcherMap } from './batcher-map.ts';
import { CancellableWork } from './cancellable-work.ts';
import { firstOf } from './first-of.ts';
import { itemAt } from './item-at.ts';
import { required } from './required.ts';

/** A batcher whose batches run until the test ends them. */
function controlled(options: Partial<BatcherOptions<string>> = {}) {
  const batches: { items: string[]; end(): void; fail(): void; isCancelled: boolean }[] = [];
  const batcher = new Batcher<string, string>(
    async (calls) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const batch = { items: calls.map(({ item }) => item), end: resolve, fail: () => reject(new Error('broken')), isCancelled: false };
      CancellableWork.current()?.hold({
        cancel: async () => {
          batch.isCancelled = true;
          reject(new Error('cancelled'));
        },
      });
      batches.push(batch);
      await promise;
      for (const call of calls) if (call.item !== 'forgotten') call.resolve(`${call.item}!`);
    },
    { maxInFlight: 1, ...options },
  );
  return { batches, batcher };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const statusOf = ({ status }: PromiseSettledResult<unknown>) => status;

test('calls in one turn of the event loop share a batch', async () => {
  const { batches, batcher } = controlled();
  const results = Promise.all(['a', 'b', 'a'].map((item) => batcher.call(item)));
  await turn();
  assert.deepEqual(
    batches.map(({ items }) => items),
    [['a', 'b', 'a']],
  );
  firstOf(batches).end();
  assert.deepEqual(await results, ['a!', 'b!', 'a!']);
});

test('no result is older than its call: calls during a batch share the next one', async () => {
  const { batches, batcher } = controlled({ keyOf: (item) => item });
  const first = batcher.call('a');
  await turn();
  const later = [batcher.call('a'), batcher.call('b')];
  await turn();
  assert.equal(batches.length, 1);
  firstOf(batches).end();
  assert.equal(await first, 'a!');
  while (batches.length < 2) await turn();
  assert.deepEqual(itemAt(batches, 1).items, ['a', 'b']);
  itemAt(batches, 1).end();
  assert.deepEqual(await Promise.all(later), ['a!', 'b!']);
});

test('calls with the same key count as one call and share its result', async () => {
  const { batches, batcher } = controlled({ keyOf: (item) => item, maxCalls: 2 });
  const results = Promise.all(['a', 'a', 'b', 'a'].map((item) => batcher.call(item)));
  await turn();
  assert.deepEqual(firstOf(batches).items, ['a', 'b']);
  firstOf(batches).end();
  assert.deepEqual(await results, ['a!', 'a!', 'b!', 'a!']);
});

test('a batch is limited by calls and bytes; a single call may exceed the bytes', async () => {
  const { batches, batcher } = controlled({ maxInFlight: 9, maxCalls: 3, maxBytes: 4, sizeOf: (item) => item.length });
  const results = Promise.all(['a', 'b', 'c', 'd', 'eee', 'ffffff', 'g'].map((item) => batcher.call(item)));
  while (batches.length < 4) await turn();
  assert.deepEqual(
    batches.map(({ items }) => items),
    [['a', 'b', 'c'], ['d', 'eee'], ['ffffff'], ['g']],
  );
  for (const batch of batches) batch.end();
  await results;
});

test('no more batches are in flight than allowed', async () => {
  const { batches, batcher } = controlled({ maxInFlight: 2, maxCalls: 1 });
  const results = Promise.all(['a', 'b', 'c'].map((item) => batcher.call(item)));
  for (let turns = 0; turns < 5; turns++) await turn();
  assert.equal(batches.length, 2);
  assert.equal(batcher.waiting, 1);
  itemAt(batches, 1).end();
  while (batches.length < 3) await turn();
  for (const batch of batches) batch.end();
  await results;
});

test('a failed batch rejects its own calls only, and a call without a result is rejected', async () => {
  const { batches, batcher } = controlled({ maxCalls: 2 });
  const results = Promise.allSettled(['a', 'b', 'c', 'forgotten'].map((item) => batcher.call(item)));
  await turn();
  firstOf(batches).fail();
  while (batches.length < 2) await turn();
  itemAt(batches, 1).end();
  assert.deepEqual((await results).map(statusOf), ['rejected', 'rejected', 'fulfilled', 'rejected']);
});

test('the work settles calls one by one; a later failure does not reject those that have a result', async () => {
  const batcher = new Batcher<string, string>(
    async ([first, second]) => {
      required(first).resolve('early');
      required(second).reject(new Error('refused'));
      throw new Error('broken');
    },
    { maxInFlight: 1 },
  );
  const results = await Promise.allSettled(['a', 'b', 'c'].map((item) => batcher.call(item)));
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['early', 'refused', 'broken'],
  );
});

test('a callback that throws does not affect the other calls, and its error is reported', async () => {
  const errors: unknown[] = [];
  const { batches, batcher } = controlled({ onSettleError: (error) => errors.push(error) });
  batcher.push('a', { resolve: () => assert.fail('thrown by the callback'), reject: () => {} });
  const other = batcher.call('b');
  await turn();
  firstOf(batches).end();
  assert.equal(await other, 'b!');
  assert.equal(errors.length, 1);
});

test('a cancelled caller does not affect others; a batch without callers is cancelled', async () => {
  const { batches, batcher } = controlled({ keyOf: (item) => item });
  const works = [new CancellableWork(), new CancellableWork(), new CancellableWork()];
  const results = Promise.allSettled(['a', 'a', 'b'].map((item, index) => itemAt(works, index).run(() => batcher.call(item))));
  await turn();
  firstOf(works).cancel();
  itemAt(works, 2).cancel();
  await turn();
  assert.equal(firstOf(batches).isCancelled, false);
  itemAt(works, 1).cancel();
  assert.deepEqual((await results).map(statusOf), ['rejected', 'rejected', 'rejected']);
  assert.equal(firstOf(batches).isCancelled, true);
});

test('a call that is cancelled before its batch starts is rejected and not run', async () => {
  const { batches, batcher } = controlled();
  const first = batcher.call('a');
  await turn();
  const work = new CancellableWork();
  const cancelled = work.run(() => batcher.call('b'));
  work.cancel();
  firstOf(batches).end();
  await first;
  await assert.rejects(cancelled, /cancelled/);
  assert.equal(batches.length, 1);
});

test('a call of work that is already cancelled is rejected and not run', async () => {
  const { batches, batcher } = controlled();
  const work = new CancellableWork();
  work.cancel();
  await assert.rejects(work.run(async () => batcher.call('a')));
  await turn();
  assert.equal(batches.length, 0);
});

test('under load a batch waits for more calls, unless it has enough', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { batches, batcher } = controlled({ wait: { ms: 3_600_000, busyCalls: 2, enoughCalls: 3 } });
  const results = ['a', 'b', 'a', 'b'].map((item) => batcher.call(item));
  await turn();
  firstOf(batches).end();
  await Promise.all(results);
  results.push(batcher.call('c'));
  await turn();
  results.push(batcher.call('d'));
  await turn();
  assert.equal(batches.length, 1);
  results.push(batcher.call('e'));
  await turn();
  assert.deepEqual(itemAt(batches, 1).items, ['c', 'd', 'e']);
  itemAt(batches, 1).end();
  await Promise.all(results);
});

test('under load a batch does not wait for more calls than recent batches had', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { batches, batcher } = controlled({ wait: { ms: 3_600_000, busyCalls: 2, enoughCalls: 100 } });
  const send = async (...items: string[]) => {
    const results = items.map((item) => batcher.call(item));
    await turn();
    return results;
  };
  const first = await send('a', 'b', 'c');
  firstOf(batches).end();
  await Promise.all(first);
  const second = await send('a', 'b');
  assert.equal(batches.length, 1, 'the batch waits for the third sender');
  second.push(...(await send('c')));
  assert.deepEqual(itemAt(batches, 1).items, ['a', 'b', 'c']);
  itemAt(batches, 1).end();
  await Promise.all(second);
});

test('drain waits for everything that is waiting or in flight', async () => {
  const { batches, batcher } = controlled({ maxCalls: 1 });
  await batcher.drain();
  const results = Promise.all(['a', 'b'].map((item) => batcher.call(item)));
  await turn();
  let isDrained = false;
  const drained = batcher.drain().then(() => {
    isDrained = true;
  });
  firstOf(batches).end();
  while (batches.length < 2) await turn();
  assert.equal(isDrained, false);
  itemAt(batches, 1).end();
  await Promise.all([results, drained]);
});

test('a batcher map runs separate batches for each key', async () => {
  const batches: string[] = [];
  const batchers = new BatcherMap<string, string>(
    async (key, calls) => {
      batches.push(`${key}: ${calls.map(({ item }) => item)}`);
      for (const call of calls) call.resolve(`${key}${call.item}`);
    },
    { maxInFlight: 1 },
  );
  assert.deepEqual(await Promise.all([batchers.call('x', '1'), batchers.call('y', '2'), batchers.call('x', '3')]), ['x1', 'y2', 'x3']);
  assert.deepEqual(batches, ['x: 1,3', 'y: 2']);
  assert.equal(await batchers.call('x', '4'), 'x4');
});
