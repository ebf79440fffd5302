import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Throttle } from './throttle.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

test('the first value is sent at once, further ones together after a pause, and none after `stop`', () => {
  const sent: string[][] = [];
  const throttle = new Throttle<string>((values) => sent.push(values));
  throttle.add(['visits']);
  assert.deepEqual(sent, [['visits']]);
  throttle.add(['events']);
  throttle.add(['visits', 'events']);
  mock.timers.tick(800);
  assert.deepEqual(sent.slice(1), [['events', 'visits']]);
  throttle.add(['visits']);
  throttle.stop();
  mock.timers.tick(60_000);
  assert.equal(sent.length, 2);
});

test('the pause doubles up to a limit, and is reset after a pause without values', () => {
  let sent = 0;
  const throttle = new Throttle<string>(() => sent++);
  throttle.add(['visits']);
  for (const [index, pauseMs] of [800, 1600, 3200, 6400, 10_000, 10_000].entries()) {
    throttle.add(['visits']);
    mock.timers.tick(pauseMs - 1);
    assert.equal(sent, index + 1);
    mock.timers.tick(1);
    assert.equal(sent, index + 2);
  }
  mock.timers.tick(10_000);
  throttle.add(['visits']);
  assert.equal(sent, 8);
  throttle.add(['visits']);
  mock.timers.tick(800);
  assert.equal(sent, 9);
});
