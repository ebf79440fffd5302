import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { prepareWeb } from '../../server/src/prepare-program.ts';
import { startTestService } from '../kit/service.ts';

await prepareWeb(() => {});
const service = await startTestService();

const asBrowser = { accept: 'text/html,application/xhtml+xml' };
const get = (path: string, headers: Record<string, string> = asBrowser) => fetch(service.url + path, { headers, redirect: 'manual' });

test('every URL of the web application serves its page with a strict content security policy', async () => {
  for (const path of ['/', '/index.html', '/leads', '/companies/1001', '/settings/users', '/no/such/page']) {
    const response = await get(path);
    assert.match(required(response.headers.get('content-type')), /^text\/html/, path);
    const policy = required(response.headers.get('content-security-policy'));
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(rule), rule);
    assert.ok(!/unsafe|https?:|\*/.test(policy), 'no third-party or unsafe content');
    const inline = [...(await response.text()).matchAll(/<(script|style)>(.*?)<\/\1>/gs)].map(([, , content = '']) => content);
    const hashes = inline.map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
    assert.deepEqual(policy.match(/'sha256-[^']+'/g)?.sort(), hashes.sort(), 'only the inline content of the build');
    assert.equal(inline.length, 4, 'two scripts and two styles');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  }
});

test('unknown paths below those of other interfaces do not serve the web application', async () => {
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
    '/logos/x/y',
  ];
  for (const path of reserved) {
    const response = await get(path);
    assert.ok(response.status >= 400, `${path} ${response.status}`);
    assert.doesNotMatch(await response.text(), /<!doctype html>/i, path);
  }
  assert.deepEqual(await (await get('/healthz')).json(), { status: 'ok' });
});

test('a missing file gets 404 instead of the page', async () => {
  assert.equal((await get('/assets/gone-12345678.js')).status, 404);
  assert.equal((await get('/favicon.gone', { accept: 'image/*' })).status, 404);
});

test('files are compressed in advance and cached: assets forever, the page until it changes', async () => {
  const page = await get('/');
  const html = await page.text();
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const etag = required(page.headers.get('etag'));
  assert.match(etag, /^"[\w-]{20}"$/);
  const unchanged = await get('/leads', { ...asBrowser, 'if-none-match': etag });
  assert.deepEqual([unchanged.status, await unchanged.text()], [304, '']);
  assert.equal((await get('/', { ...asBrowser, 'if-none-match': '"other"' })).status, 200);
  const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)];
  assert.deepEqual(
    scripts.filter(([, src]) => !src?.startsWith('/assets/')),
    [],
    'browsers reuse every script without revalidation',
  );
  const script = itemAt(required(/src="(\/assets\/[^"]+\.js)"/.exec(html)), 1);
  const plain = await get(script, { 'accept-encoding': 'identity' });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(plain.headers.get('content-type'), 'application/javascript; charset=utf-8');
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const text = await plain.text();
  for (const encoding of ['br', 'gzip']) {
    const response = await get(script, { 'accept-encoding': encoding });
    assert.equal(response.headers.get('content-encoding'), encoding);
    assert.match(required(response.headers.get('vary')), /accept-encoding/i);
    assert.equal(response.headers.get('etag'), plain.headers.get('etag'));
    assert.equal(await response.text(), text);
  }
  for (const path of [`${script}.br`, '/.built', '/assets/../index.html.gz']) assert.equal((await get(path, {})).status, 404, path);
});
