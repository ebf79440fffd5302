import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Throttle } from './throttle.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => mock.timers.reset());

test('the first request is sent at once, further ones together after a pause, and none after `stop`', () => {
  let sent = 0;
  const throttle = new Throttle(() => sent++, Date.now);
  throttle.request();
  assert.equal(sent, 1);
  throttle.request();
  throttle.request();
  mock.timers.tick(800);
  assert.equal(sent, 2);
  throttle.request();
  throttle.stop();
  mock.timers.tick(60_000);
  assert.equal(sent, 2);
});

test('the pause doubles up to a limit, and is reset after a pause without requests', () => {
  let sent = 0;
  const throttle = new Throttle(() => sent++, Date.now);
  throttle.request();
  for (const [index, pauseMs] of [800, 1600, 3200, 6400, 10_000, 10_000].entries()) {
    throttle.request();
    mock.timers.tick(pauseMs - 1);
    assert.equal(sent, index + 1);
    mock.timers.tick(1);
    assert.equal(sent, index + 2);
  }
  mock.timers.tick(10_000);
  throttle.request();
  assert.equal(sent, 8);
  throttle.request();
  mock.timers.tick(800);
  assert.equal(sent, 9);
});

test('the pause is at least thirty times the cost of the last send, up to a minute', () => {
  let sent = 0;
  const throttle = new Throttle(() => sent++, Date.now);
  const expectPause = (costMs: number, pauseMs: number) => {
    throttle.addCost(costMs);
    throttle.request();
    const before = sent;
    // Timers that start during a tick would count from its end.
    for (let ms = 1; ms < pauseMs; ms++) mock.timers.tick(1);
    assert.equal(sent, before);
    mock.timers.tick(1);
    assert.equal(sent, before + 1);
  };
  throttle.request();
  expectPause(200, 6000);
  expectPause(1000, 30_000);
  expectPause(10_000, 60_000);
  expectPause(0, 6400);
});

test('the cost counts even if it is added after the pause', () => {
  let sent = 0;
  const throttle = new Throttle(() => sent++, Date.now);
  throttle.request();
  mock.timers.tick(800);
  throttle.addCost(2000);
  throttle.request();
  mock.timers.tick(59_199);
  assert.equal(sent, 1);
  mock.timers.tick(1);
  assert.equal(sent, 2);
});
