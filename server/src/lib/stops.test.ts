import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stops } from './stops.ts';

test('what began last is stopped first, and each only once', async () => {
  const stops = new Stops();
  const stopped: number[] = [];
  for (const number of [1, 2, 3]) await stops.add(() => stopped.push(number));
  await stops.run();
  await stops.run();
  assert.deepEqual(stopped, [3, 2, 1]);
});

test('what begins while stopping is stopped at once, and the starter is told', async () => {
  const stops = new Stops();
  await stops.run();
  let isStopped = false;
  await assert.rejects(
    stops.add(() => {
      isStopped = true;
    }),
    /Stopped while starting/,
  );
  assert.ok(isStopped);
});
