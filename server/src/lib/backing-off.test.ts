import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { BackingOff, nextPauseMs } from './backing-off.ts';

test('the pause doubles up to a limit and starts again after quiet', () => {
  const pauses = [nextPauseMs(null)];
  for (let count = 0; count < 6; count++) pauses.push(nextPauseMs(pauses.at(-1) ?? null));
  assert.deepEqual(pauses, [800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
  assert.equal(nextPauseMs(null), 800);
});

test('the first value is sent at once, further ones together after a pause', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const sent: string[][] = [];
  const backingOff = new BackingOff<string>((values) => sent.push(values));
  backingOff.add(['visits']);
  assert.deepEqual(sent, [['visits']]);
  backingOff.add(['events']);
  backingOff.add(['visits', 'events']);
  mock.timers.tick(799);
  assert.equal(sent.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(sent[1], ['events', 'visits']);
  backingOff.add(['visits']);
  mock.timers.tick(1599);
  assert.equal(sent.length, 2);
  mock.timers.tick(1);
  assert.equal(sent.length, 3);
  // After quiet, the next value is sent at once again.
  mock.timers.tick(3200);
  backingOff.add(['events']);
  assert.deepEqual(sent[3], ['events']);
  backingOff.add(['visits']);
  backingOff.stop();
  mock.timers.tick(60_000);
  assert.equal(sent.length, 4);
  mock.timers.reset();
});
