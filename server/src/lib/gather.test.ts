import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellableWork } from './cancellable-work.ts';
import { Gatherer } from './gather.ts';

/** A load that the test ends itself, and a note of what was asked for. */
function controlled(mostKeys = 10) {
  const loads: { keys: string[]; end(): void; fail(): void; isCancelled: boolean }[] = [];
  const gatherer = new Gatherer<string, string>(async (keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const load = { keys, end: resolve, fail: () => reject(new Error('broken')), isCancelled: false };
    const held = {
      cancel: async () => {
        load.isCancelled = true;
        reject(new Error('cancelled'));
      },
    };
    CancellableWork.current()!.hold(held);
    loads.push(load);
    await promise;
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key}!`]));
  }, mostKeys);
  return { loads, gatherer };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('keys requested in one tick are loaded together, each once', async () => {
  const { loads, gatherer } = controlled();
  const answers = Promise.all(['a', 'b', 'a', 'nobody'].map((key) => gatherer.ask(key)));
  await turn();
  assert.deepEqual(
    loads.map(({ keys }) => keys),
    [['a', 'b', 'nobody']],
  );
  loads[0]!.end();
  assert.deepEqual(await answers, ['a!', 'b!', 'a!', undefined]);
  assert.equal(gatherer.isIdle, true);
});

test('an answer is never older than its question: a request during a load gets the next one', async () => {
  const { loads, gatherer } = controlled();
  const first = gatherer.ask('a');
  await turn();
  const second = gatherer.ask('a');
  loads[0]!.end();
  assert.equal(await first, 'a!');
  await turn();
  assert.equal(loads.length, 2);
  loads[1]!.end();
  assert.equal(await second, 'a!');
});

test('a load has no more keys than allowed, and a failed one fails its own questions alone', async () => {
  const { loads, gatherer } = controlled(2);
  const answers = ['a', 'b', 'c'].map((key) => gatherer.ask(key));
  await turn();
  const failed = Promise.allSettled(answers.slice(0, 2));
  loads[0]!.fail();
  assert.deepEqual(
    (await failed).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await turn();
  assert.deepEqual(loads[1]!.keys, ['c']);
  loads[1]!.end();
  assert.equal(await answers[2], 'c!');
});

test('a cancelled caller does not affect others; a load without callers is cancelled', async () => {
  const { loads, gatherer } = controlled();
  const [one, other] = [new CancellableWork(), new CancellableWork()];
  const asked = Promise.allSettled([one.run(() => gatherer.ask('a')), other.run(() => gatherer.ask('b'))]);
  await turn();
  one.cancel();
  await turn();
  assert.equal(loads[0]!.isCancelled, false);
  other.cancel();
  await asked;
  assert.equal(loads[0]!.isCancelled, true);
});

test('a key cancelled before its load begins is not loaded', async () => {
  const { loads, gatherer } = controlled();
  const first = gatherer.ask('a');
  await turn();
  const work = new CancellableWork();
  const given = work.run(() => gatherer.ask('b'));
  work.cancel();
  loads[0]!.end();
  await Promise.all([first, given]);
  assert.equal(loads.length, 1);
});
