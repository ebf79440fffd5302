import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { operations } from '../../server/src/v1/operations/index.ts';
import { createAccountWithRecords } from '../kit/create-account-with-records.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const account = await createAccountWithRecords(service);

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { method, headers: { 'x-api-key': account.key, ...headers } });

for (const { id, method, path, example, params } of operations.filter((operation) => operation.method === 'GET')) {
  test(`HEAD ${path} responds like GET, without a body`, async () => {
    const pathParams = { ...(params && { id: '1001' }), ...example?.params };
    const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathParams[name as keyof typeof pathParams] ?? '1001');
    const query = new URLSearchParams({ account_id: account.accountId, ...example?.query });
    const url = `${filledPath}?${query}`;
    // The first request may reveal records, which changes later responses.
    await (await send(method, url)).text();
    const head = await send('HEAD', url);
    const get = await send(method, url);
    assert.equal(head.status, get.status, id);
    assert.equal(await head.text(), '');
    await get.text();
    for (const name of ['content-type', 'etag', 'ratelimit-policy']) assert.equal(head.headers.get(name), get.headers.get(name), name);
    const etag = get.headers.get('etag');
    if (etag !== null) assert.equal((await send('HEAD', url, { 'if-none-match': etag })).status, 304);
    assert.equal((await send('HEAD', url, { 'x-api-key': 'wrong' })).status, 401);
  });
}

test('HEAD reveals a record once, and the following GET is free', async () => {
  const url = `/v1/companies/1002?account_id=${account.accountId}`;
  for (const statement of [
    'delete from leads where account_id = $1 and company_id = 1002',
    "delete from revealed_records where account_id = $1 and kind = 'company' and record_id = '1002'",
  ])
    await service.connection.pool.query(statement, [account.accountId]);
  const countRevealed = async () =>
    (await service.connection.pool.query('select count(*)::int as n from revealed_records where account_id = $1', [account.accountId]))
      .rows[0].n;
  const before = await countRevealed();
  assert.equal((await send('HEAD', url)).status, 200);
  const got = await readJson<{ meta: { credits: { charged: number } } }>(await send('GET', url));
  assert.equal(got.meta.credits.charged, 0);
  assert.equal(await countRevealed(), before + 1);
});

test('a HEAD response has no body on the wire, compressed or not', async () => {
  const { hostname, port } = new URL(service.url);
  for (const encoding of ['identity', 'gzip', 'br']) {
    const path = `/v1/reference-data/countries?account_id=${account.accountId}`;
    const socket = connect(Number(port), hostname);
    socket.write(
      `HEAD ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${account.key}\r\naccept-encoding: ${encoding}\r\nconnection: close\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) text += chunk;
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.ok(text.endsWith('\r\n\r\n'), encoding);
  }
});
