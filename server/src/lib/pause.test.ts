import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from './pause.ts';

test('a pause ends after its time, or as soon as its signal is aborted', async () => {
  const stopping = new AbortController();
  await pause(1, stopping.signal);
  const waiting = pause(2 ** 30, stopping.signal);
  stopping.abort();
  await waiting;
  await pause(2 ** 30, stopping.signal);
  assert.ok(stopping.signal.aborted);
});
