import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from './kit/service.ts';

const service = await startTestService();

const asPerson = { accept: 'text/html,application/xhtml+xml' };
const get = (path: string, headers: Record<string, string> = asPerson) => fetch(service.url + path, { headers, redirect: 'manual' });

test('every address of the web application answers its page, under a strict policy', async () => {
  for (const path of ['/', '/leads', '/companies/1001', '/settings/users', '/no/such/page']) {
    const answer = await get(path);
    assert.match(answer.headers.get('content-type')!, /^text\/html/, path);
    const policy = answer.headers.get('content-security-policy')!;
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(rule), rule);
    assert.ok(!/unsafe|https?:|\*/.test(policy), 'nothing inline and nothing from elsewhere');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  }
});

test('the paths of the other doors are not shadowed', async () => {
  const reserved = [
    '/accounts/abc/def/ghi',
    '/v1/nothing',
    '/export-requests/x/y',
    '/download/x/y',
    '/t/x/y',
    '/collect/x',
    '/oauth/nothing',
    '/docs/nothing/here',
    '/.well-known/nothing',
    '/app/api/nothing',
    '/app/nothing',
  ];
  for (const path of reserved) {
    const answer = await get(path);
    assert.ok(answer.status >= 400, `${path} ${answer.status}`);
    assert.doesNotMatch(await answer.text(), /<!doctype html>/i, path);
  }
  assert.deepEqual(await (await get('/healthz')).json(), { status: 'ok' });
});

test('a missing file is missing, not a page', async () => {
  assert.equal((await get('/assets/gone-12345678.js')).status, 404);
  assert.equal((await get('/favicon.gone', { accept: 'image/*' })).status, 404);
});
