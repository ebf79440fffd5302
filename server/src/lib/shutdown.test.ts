import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Shutdown } from './shutdown.ts';

test('stop functions run in reverse order, each once', async () => {
  const shutdown = new Shutdown();
  const stopped: number[] = [];
  for (const number of [1, 2, 3]) await shutdown.add(() => stopped.push(number));
  await shutdown.run();
  await shutdown.run();
  assert.deepEqual(stopped, [3, 2, 1]);
});

test('a stop function added after stopping has begun runs immediately, and adding it fails', async () => {
  const shutdown = new Shutdown();
  await shutdown.run();
  let isStopped = false;
  await assert.rejects(
    shutdown.add(() => {
      isStopped = true;
    }),
    /Stopped during startup/,
  );
  assert.ok(isStopped);
});

test('`overdue` is aborted when stopping takes longer than the grace period, and not if it ends sooner', async () => {
  const shutdown = new Shutdown(1);
  let isCancelled = false;
  await shutdown.add(
    () =>
      new Promise<void>((resolve) => {
        assert.ok(shutdown.stopping.aborted);
        shutdown.overdue.addEventListener('abort', () => {
          isCancelled = true;
          resolve();
        });
      }),
  );
  await shutdown.run();
  assert.ok(isCancelled);
  const quick = new Shutdown(1);
  await quick.run();
  await pause(20);
  assert.ok(!quick.overdue.aborted);
});

test('by default, `overdue` is aborted four seconds after stopping begins', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const shutdown = new Shutdown();
  await shutdown.add(() => new Promise<void>((resolve) => shutdown.overdue.addEventListener('abort', () => resolve())));
  const stopped = shutdown.run();
  t.mock.timers.tick(3999);
  assert.ok(!shutdown.overdue.aborted);
  t.mock.timers.tick(1);
  assert.ok(shutdown.overdue.aborted);
  await stopped;
});
