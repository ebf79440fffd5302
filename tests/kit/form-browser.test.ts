import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';
import { FormBrowser } from './form-browser.ts';

test('a redirect loop is reported', async () => {
  let requests = 0;
  const server = createServer((_req, res) => {
    // Ends the loop, so that the test would end without a limit, too.
    if (++requests > 50) res.end('shown');
    else res.writeHead(302, { location: '/again' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${portOf(server)}`;
  try {
    await assert.rejects(new FormBrowser(origin).go(origin), /^Error: Redirected more than 20 times, last to .*\/again$/);
  } finally {
    server.close();
  }
});
