import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { loadTexts } from '../texts/language.ts';
import { send } from './request.ts';

await loadTexts('en');
afterEach(() => mock.restoreAll());

test('if there is no response, the message does not promise that a change is sent again', async () => {
  mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await assert.rejects(send('', 'PATCH /tags/1'), {
    status: 0,
    message: 'The server cannot be reached. Check your connection, then try again.',
  });
});

test('a response of a proxy is reported with its status if the request was refused, and as unreachable otherwise', async () => {
  let status = 413;
  // Mocked once, because a mock of a mock would remain after the test.
  mock.method(globalThis, 'fetch', async () => new Response('<h1>No</h1>', { status, headers: { 'content-type': 'text/html' } }));
  await assert.rejects(send('', 'POST /imports'), { status: 413, message: 'The request was rejected (status 413).' });
  status = 502;
  await assert.rejects(send('', 'POST /imports'), { status: 0, message: /cannot be reached/ });
});
