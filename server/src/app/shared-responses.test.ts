import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { SharedResponses } from './shared-responses.ts';

afterEach(() => mock.restoreAll());

/** Requests each key in turn and returns the number of responses that this created. */
async function createdFor(responses: SharedResponses, keys: readonly string[], bytes = 10): Promise<number> {
  let created = 0;
  for (const key of keys) {
    await responses.get(key, async () => {
      created++;
      return { payload: 'x'.repeat(bytes), encoding: null };
    });
  }
  return created;
}

test('responses are stored up to a total size, and the oldest are evicted', async () => {
  const responses = new SharedResponses(100);
  assert.equal(await createdFor(responses, ['a', 'b', 'a', 'b'], 40), 2);
  assert.equal(await createdFor(responses, ['c', 'b', 'c'], 40), 1);
  assert.equal(await createdFor(responses, ['a'], 40), 1);
  assert.equal(await createdFor(responses, ['large', 'large'], 101), 2, 'a response that is larger than the limit is not stored');
});

test('responses expire after ten seconds, and failures are not stored', async () => {
  let nowMs = 0;
  mock.method(performance, 'now', () => nowMs);
  const responses = new SharedResponses();
  assert.equal(await createdFor(responses, ['a', 'a']), 1);
  nowMs = 10_000;
  assert.equal(await createdFor(responses, ['a', 'b']), 1);
  nowMs = 10_001;
  assert.equal(await createdFor(responses, ['a', 'b']), 1);
  const fail = () => responses.get('c', () => Promise.reject(new Error('The database is unavailable.')));
  await assert.rejects(fail());
  assert.equal(await createdFor(responses, ['c', 'c']), 1);
});
