import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Stops } from './stops.ts';

test('stops run in reverse order, each once', async () => {
  const stops = new Stops();
  const stopped: number[] = [];
  for (const number of [1, 2, 3]) await stops.add(() => stopped.push(number));
  await stops.run();
  await stops.run();
  assert.deepEqual(stopped, [3, 2, 1]);
});

test('what starts while stopping is stopped immediately, and its caller is notified', async () => {
  const stops = new Stops();
  await stops.run();
  let isStopped = false;
  await assert.rejects(
    stops.add(() => {
      isStopped = true;
    }),
    /Stopped during startup/,
  );
  assert.ok(isStopped);
});

test('a waiter for work in flight is notified when the time is over', async () => {
  const stops = new Stops(1);
  let isCancelled = false;
  await stops.add(
    () =>
      new Promise<void>((resolve) => {
        assert.ok(stops.stopping.aborted);
        stops.overdue.addEventListener('abort', () => {
          isCancelled = true;
          resolve();
        });
      }),
  );
  await stops.run();
  assert.ok(isCancelled);
  const quick = new Stops(1);
  await quick.run();
  await pause(20);
  assert.ok(!quick.overdue.aborted);
});

test('work in flight is cancelled four seconds after stopping begins, so that a server stops within ten', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stops = new Stops();
  await stops.add(() => new Promise<void>((resolve) => stops.overdue.addEventListener('abort', () => resolve())));
  const stopped = stops.run();
  t.mock.timers.tick(3999);
  assert.ok(!stops.overdue.aborted);
  t.mock.timers.tick(1);
  assert.ok(stops.overdue.aborted);
  await stopped;
});
