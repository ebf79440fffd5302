import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { runExport } from '../../server/src/domain/exports/run-export.ts';
import { addresses, callEarlier, form, visit } from '../kit/earlier.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
let now = Date.parse('2026-10-01T12:00:00Z');
service.clock.set(new Date(now));
const { accountId, token, scriptHash } = await service.newAccount();
await visit(service, { scriptHash }, { ip: addresses.Audi, events: [{ at: '2026-09-03T10:00:00Z' }] });
const days = { start_date: '2026-09-01', end_date: '2026-09-30' };
const requested = await callEarlier(`${service.url}/export-requests`, {
  ...form({ account_id: accountId, custom_feed_id: 'all_leads', ...days }),
  token,
});
await runExport(service.ctx, requested.resource.id);
const { download_url } = (await callEarlier(`${service.url}/export-requests/${requested.resource.id}`, { token })).resource.attributes;
const { rows: leads } = await service.connection.pool.query('select company_id from leads where account_id = $1', [accountId]);

// Each test has its own minute, so that the tests do not share a rate limit.
beforeEach(() => {
  now += 60_000;
  service.clock.set(new Date(now));
});

const account = `/accounts/${accountId}`;
const query = `?${new URLSearchParams(days)}`;
/** Every GET endpoint, and some errors. */
const paths: [path: string, status: number][] = [
  ['/accounts', 200],
  [account, 200],
  [`${account}/custom-feeds`, 200],
  [`${account}/custom-feeds/all_leads`, 200],
  [`${account}/leads${query}`, 200],
  [`${account}/custom-feeds/all_leads/leads${query}`, 200],
  [`${account}/leads/${leads[0].company_id}`, 200],
  [`${account}/leads/${leads[0].company_id}/visits${query}`, 200],
  [`${account}/visits${query}`, 200],
  [`${account}/website-tracking-script`, 200],
  [`/export-requests/${requested.resource.id}`, 200],
  [new URL(String(download_url)).pathname, 200],
  [`${account}/leads`, 400],
  [`${account}/nothing`, 404],
  ['/download/nothing.json', 404],
];
const send = (path: string, accept: string | null, { method = 'GET', authorization = `Token token=${token}` } = {}) =>
  fetch(`${service.url}${path}`, { method, headers: { authorization, ...(accept !== null && { accept }) } });

const accepts: [string, string][] = [
  ['application/json, text/xml, application/xml, */*', 'application/json'],
  ['*/*', 'application/vnd.api+json'],
  ['application/json', 'application/json'],
  ['application/json;q=0.5, text/html', 'application/json'],
  ['application/json, application/vnd.api+json;q=0.5', 'application/vnd.api+json'],
  ['application/json;q=0, */*', 'application/vnd.api+json'],
  ['application/vnd.api+json;q=0, application/json', 'application/json'],
];

for (const [accept, type] of accepts) {
  test(`Accept: ${accept} gets ${type}, whatever the status`, async () => {
    for (const [path, status] of paths) {
      const response = await send(path, accept);
      assert.deepEqual([response.status, response.headers.get('content-type')], [status, type], path);
      assert.equal(response.headers.get('vary'), 'Accept', path);
    }
    const refused = await send('/accounts', accept, { authorization: 'Token token=wrong' });
    assert.deepEqual([refused.status, refused.headers.get('content-type'), refused.headers.get('vary')], [401, type, 'Accept']);
    const created = await fetch(`${service.url}/export-requests`, {
      ...form({ account_id: accountId, custom_feed_id: 'all_leads', ...days }),
      headers: { authorization: `Token token=${token}`, accept, 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.deepEqual([created.status, created.headers.get('content-type')], [201, type]);
  });
}

test('the body is the same for both media types', async () => {
  for (const [path] of paths) {
    const bodies = await Promise.all(['application/json', '*/*'].map(async (accept) => (await send(path, accept)).text()));
    assert.equal(bodies[0], bodies[1], path);
  }
});

test('HEAD responds like GET, without a body', async () => {
  const relevant = ['content-type', 'content-length', 'content-disposition', 'vary', 'cache-control', 'deprecation', 'link'];
  const headersOf = ({ headers }: Response) => relevant.map((name) => headers.get(name));
  for (const [path, status] of paths) {
    for (const accept of ['application/json', '*/*']) {
      const [head, get] = [await send(path, accept, { method: 'HEAD' }), await send(path, accept)];
      assert.deepEqual([head.status, await head.text()], [status, ''], path);
      assert.deepEqual(headersOf(head), headersOf(get), path);
      await get.text();
    }
  }
});
