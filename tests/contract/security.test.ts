import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { callEveryRoute } from '../kit/call-every-route.ts';
import { createAccountWithRecords } from '../kit/create-account-with-records.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

// These tests check the promises of docs/security.md, except row-level security, through the public interfaces.
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { url, ctx } = service;
const account = await createAccountWithRecords(service);
const person = new BrowserSession(service);
await person.signIn(account.email);

const byKey = { 'x-api-key': account.key };
const byToken = { authorization: `Token token=${account.token}` };
const accountQuery = `account_id=${account.accountId}`;

type ReceivedResponse = { status: number; headers: Headers; text: string };

async function send(path: string, options: RequestInit = {}): Promise<ReceivedResponse> {
  const response = await fetch(`${url}${path}`, { redirect: 'manual', ...options });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends raw bytes that a client library would correct or refuse. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    response += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return response;
}

test('every test named in docs/security.md exists', () => {
  const root = join(import.meta.dirname, '../..');
  const document = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = new Set([...document.matchAll(/`(?:tests\/\w+\/)?([\w-]+\.test\.ts)`/g)].map(([, name]) => required(name)));
  const existing = globSync('{server/src,tests}/**/*.test.ts', { cwd: root }).map((file) => basename(file));
  assert.ok(named.size > 15);
  assert.deepEqual(
    [...named].filter((name) => !existing.includes(name)),
    [],
  );
});

const injections = ["' or '1'='1", "'; drop table visits; --", '1) union select hash from api_keys --', '$1', '%', '_', '\\', 'x\u0000y'];

test('SQL in parameters is not executed: it causes no internal error, finds no rows and changes no tables', async () => {
  const tables = await sql<{ count: number }>`select count(*)::int as count from pg_class where relkind in ('r', 'p')`.execute(ctx.db);
  const leadsWith = (search: string) =>
    person.get<{ total: number }>(
      `/accounts/${account.accountId}/leads?from=2020-01-01&to=2029-12-31&search=${encodeURIComponent(search)}`,
    );
  const companiesWith = (term: string) => send(`/v1/companies/search?${accountQuery}`, jsonRequest({ search_terms: [term] }));
  const countOf = ({ text }: ReceivedResponse) => JSON.parse(text).data.length;
  assert.ok((await leadsWith('')).body.total > 0 && countOf(await companiesWith('a')) > 0, 'there are rows to be found');
  for (const text of injections) {
    const value = encodeURIComponent(text);
    const responses = [
      await send(`/v1/companies/${value}?${accountQuery}`, { headers: byKey }),
      await send(`/v1/lists?${accountQuery}&filter[scope]=${value}&page[size]=${value}`, { headers: byKey }),
      await send(`/v1/web-visits/companies?${accountQuery}&start_date=${value}&custom_feed_id=${value}`, { headers: byKey }),
      await send(`/v1/tags?account_id=${value}`, { headers: byKey }),
      await send(`/v1/custom-fields/${value}?${accountQuery}`, { headers: byKey }),
      await send(`/v1/companies/search?${accountQuery}`, jsonRequest({ industries: { classification: 'internal', codes: [text] } })),
      await send(`/accounts/${value}/leads?start_date=2026-09-01&end_date=2026-09-30`, { headers: byToken }),
      await send(`/accounts/${account.accountId}/leads?custom_feed_id=${value}&start_date=${value}&end_date=2026-09-30`, {
        headers: byToken,
      }),
      await send(`/export-requests/${value}`, { headers: byToken }),
      await send('/v1/users/me', { headers: { 'x-api-key': `llk_${value}` } }),
      await send(`/t/${value}.js`),
      await send('/collect', { method: 'POST', body: JSON.stringify({ script_hash: text, events: [{}] }) }),
    ];
    for (const [index, { status }] of responses.entries()) assert.ok(status < 500, `${index}: ${JSON.stringify(text)}: status ${status}`);
    const leads = await leadsWith(`nosuchname${text}`);
    const companies = await companiesWith(`nosuchname${text}`);
    const tag = await send(`/v1/tags?${accountQuery}`, jsonRequest({ data: { type: 'tag', attributes: { name: text, color: 1 } } }));
    if (text.includes('\u0000')) {
      assert.deepEqual([leads.status, companies.status, tag.status], [400, 400, 400]);
      continue;
    }
    assert.deepEqual([leads.status, leads.body.total], [200, 0], `leads: ${text}`);
    assert.deepEqual([companies.status, countOf(companies)], [200, 0], `companies: ${text}`);
    assert.deepEqual([tag.status, JSON.parse(tag.text).data.attributes.name], [201, text]);
  }
  const after = await sql<{ count: number }>`select count(*)::int as count from pg_class where relkind in ('r', 'p')`.execute(ctx.db);
  assert.deepEqual(after.rows, tables.rows);
});

function jsonRequest(body: unknown, headers: Record<string, string> = byKey): RequestInit {
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

test('path traversal is rejected', async () => {
  const ways = ['..', '%2e%2e', '..%2f..', '%2e%2e%2f%2e%2e', '..\\..', '%2e%2e%5c', '....//', '.%00.'];
  for (const way of ways) {
    for (const prefix of ['/', '/assets/', '/download/', '/t/', '/docs/', '/app/api/', `/app/api/accounts/${account.accountId}/exports/`]) {
      const path = `${prefix}${way}/${way}/etc/passwd`;
      const response = await sendBytes(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: */*\r\nAuthorization: Token token=${account.token}\r\nCookie: ${person.cookie}\r\n\r\n`,
      );
      assert.ok(!response.includes('root:'), path);
      assert.match(response, /^HTTP\/1\.1 (?:[34]\d\d)/, path);
    }
  }
  const files = ctx.files;
  for (const name of ['../secret.json', 'a/b.json', '..json', 'x.json\u0000', '/etc/passwd', 'a.part'])
    assert.equal(await files.open(name), null);
});

test('line breaks in a request set no headers, and a request id that is not a UUID is replaced', async () => {
  const crlf = '%0d%0aSet-Cookie:%20taken=1%0d%0a';
  const responses = [
    await send(`/v1/lists/${crlf}?${accountQuery}`, { headers: byKey }),
    await send(`/accounts/${crlf}`, { headers: byToken }),
    await send(`/download/${crlf}.json`, { headers: byToken }),
    await send(`/t/${crlf}.js`),
    await send(`/oauth/authorize?client_id=${crlf}&redirect_uri=https://a.example/${crlf}&response_type=code&state=${crlf}`),
    await send(`/${crlf}`, { headers: { accept: 'text/html' } }),
    await send('/v1/users/me', { headers: { ...byKey, 'x-request-id': 'not a uuid\tx' } }),
  ];
  for (const [index, { headers }] of responses.entries()) {
    assert.equal(headers.get('set-cookie')?.includes('taken') ?? false, false, String(index));
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, String(index));
  }
});

test('line breaks in a request start no line in the log, which contains the encoded path without its query', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const logged = await startTestService({ connection: service.connection, log });
  const forged = '%0a%7B%22level%22:60,%22msg%22:%22forged%22%7D%0d%0a';
  const text = decodeURIComponent(forged);
  const requests: [path: string, options: RequestInit][] = [
    [`/v1/lists/${forged}?secret=${forged}`, { headers: byKey }],
    [`/accounts/${forged}?secret=${forged}`, { headers: byToken }],
    [`/download/${forged}.json?secret=${forged}`, { headers: byToken }],
    [`/oauth/authorize?client_id=${forged}&secret=${forged}`, {}],
    [`/oauth/interaction/${forged}?secret=${forged}`, {}],
    [`/${forged}?secret=${forged}`, { headers: { accept: 'text/html', 'x-request-id': 'not a uuid' } }],
    ['/app/api/session', jsonRequest({ email: `${text}@acme.example`, password: text }, { 'user-agent': '{"msg":"forged"}' })],
  ];
  for (const [path, options] of requests) await fetch(`${logged.url}${path}`, { redirect: 'manual', ...options });
  const paths = () => lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line).path);
  // A request is logged after its response.
  await until(() => paths().length >= requests.length);
  assert.deepEqual(paths().sort(), requests.map(([path]) => path.split('?')[0]).sort());
  for (const line of lines) {
    assert.match(line, /^\{[^\r\n]*\}\n$/);
    assert.notEqual(JSON.parse(line).msg, 'forged');
    assert.ok(!line.includes('secret='), 'no query is logged');
  }
});

test('names such as __proto__ are rejected or treated as plain data', async () => {
  const polluted = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  for (const { method, path, body, example } of operations) {
    if (!body) continue;
    const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? '1001'));
    const headers = { ...byKey, 'content-type': 'application/json' };
    const { status } = await send(`${filledPath}?${accountQuery}`, { method, headers, body: polluted });
    assert.equal(status, 400, `${method} ${path}`);
  }
  const appResponse = await send(`/app/api/accounts/${account.accountId}/tags`, {
    method: 'POST',
    headers: { cookie: person.cookie, 'x-csrf-token': person.csrfToken, 'content-type': 'application/json' },
    body: polluted,
  });
  assert.equal(appResponse.status, 400);
  await send('/collect', { method: 'POST', body: polluted });
  await send('/export-requests', { method: 'POST', headers: { ...byToken, 'content-type': 'application/json' }, body: polluted });
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const paths = [
      `/v1/companies/1001?${accountQuery}&include=${name}`,
      `/v1/lists?${accountQuery}&filter[${name}]=1&${name}=1`,
      `/v1/web-visits/custom-feeds/${name}?${accountQuery}`,
      `/v1/custom-fields/${name}?${accountQuery}`,
      `/v1/reference-data/industries?${accountQuery}&classification=${name}`,
    ];
    for (const path of paths) assert.ok((await send(path, { headers: byKey })).status < 500, path);
    const filters = { all: [{ field: name, operator: 'is', values: ['x'] }] };
    const feed = await send(
      `/v1/web-visits/custom-feeds?${accountQuery}`,
      jsonRequest({ data: { type: 'custom_feed', attributes: { name: 'F', filters } } }),
    );
    assert.equal(feed.status, 400, name);
    const fields = await send(
      `/accounts/${account.accountId}/leads?start_date=2026-09-01&end_date=2026-09-30&fields[${name}]=x&fields[leads]=${name}`,
      { headers: byToken },
    );
    assert.equal(fields.status, 200, name);
  }
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});

test('a decompression bomb is rejected before it is fully decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
  const before = process.memoryUsage().rss;
  for (const [path, headers] of [
    [`/v1/tags?${accountQuery}`, byKey],
    ['/export-requests', byToken],
    ['/app/api/session', {}],
    ['/collect', {}],
    ['/oauth/token', {}],
  ] as const) {
    const type = path === '/oauth/token' ? 'application/x-www-form-urlencoded' : 'application/json';
    const { status } = await send(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': type, 'content-encoding': 'gzip' },
      body: bomb,
    });
    assert.ok(status >= 400 && status < 500, `${path}: status ${status}`);
  }
  assert.ok(process.memoryUsage().rss - before < 150 * 1024 * 1024, 'the bomb was not unpacked');
});

test('deeply nested bodies are rejected without an internal error', async () => {
  for (const deep of [
    '['.repeat(200_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ]) {
    const body = `{"data":${deep}}`;
    const headers = { 'content-type': 'application/json' };
    const responses: [string, ReceivedResponse][] = [
      ['v1', await send(`/v1/tags?${accountQuery}`, { method: 'POST', headers: { ...headers, ...byKey }, body })],
      [
        'v1 with an idempotency key',
        await send(`/v1/tags?${accountQuery}`, {
          method: 'POST',
          headers: { ...headers, ...byKey, 'idempotency-key': body.slice(0, 20) },
          body,
        }),
      ],
      ['v1 feed', await send(`/v1/web-visits/custom-feeds?${accountQuery}`, { method: 'POST', headers: { ...headers, ...byKey }, body })],
      ['earlier', await send('/export-requests', { method: 'POST', headers: { ...headers, ...byToken }, body })],
      ['app', await send('/app/api/session', { method: 'POST', headers, body })],
      ['collector', await send('/collect', { method: 'POST', body: `{"script_hash":"${account.scriptHash}","events":${deep}}` })],
      [
        'collector event',
        await send('/collect', { method: 'POST', body: `{"script_hash":"${account.scriptHash}","events":[{"x":${deep}}]}` }),
      ],
    ];
    for (const [name, { status }] of responses) assert.ok(status >= 400 && status < 500, `${name} responds with ${status}`);
  }
});

test('every interface sets security headers', async () => {
  const responses: [string, ReceivedResponse][] = [
    ['page', await send('/', { headers: { accept: 'text/html' } })],
    ['app', await send('/app/api/session')],
    ['v1', await send(`/v1/tags?${accountQuery}`, { headers: byKey })],
    ['v1 error', await send('/v1/tags')],
    ['earlier', await send('/accounts', { headers: byToken })],
    ['oauth', await send('/oauth/authorize')],
    ['oauth token', await send('/oauth/token', { method: 'POST' })],
    ['metadata', await send('/.well-known/oauth-authorization-server')],
    ['documents', await send('/docs')],
    ['document', await send('/openapi.json')],
    ['tracker', await send(`/t/${account.scriptHash}.js`)],
    ['collector', await send('/collect', { method: 'POST', body: '{}' })],
    ['nowhere', await send('/v2/nothing')],
    ['health', await send('/healthz')],
  ];
  for (const [name, { headers }] of responses) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff', name);
    if (headers.get('content-type')?.startsWith('text/html')) {
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, name);
      assert.match(headers.get('content-security-policy') ?? '', /default-src '(?:none|self)'/, name);
    }
    assert.equal(headers.get('x-powered-by'), null, name);
    assert.equal(headers.get('server'), null, name);
  }
  const secure = await startTestService({ connection: service.connection, environment: { PUBLIC_URL: 'https://leads.example' } });
  for (const path of ['/', '/v1/tags', '/accounts', '/docs', '/.well-known/oauth-authorization-server']) {
    const response = await fetch(`${secure.url}${path}`);
    assert.match(response.headers.get('strict-transport-security') ?? '', /^max-age=31536000/, path);
  }
});

test('a session cookie is not accessible to scripts and other sites, and is not enough for a change', async () => {
  const secure = await startTestService({ connection: service.connection, environment: { PUBLIC_URL: 'https://leads.example' } });
  const response = await fetch(
    `${secure.url}/app/api/session`,
    jsonRequest({ email: account.email, password: 'correct horse battery' }, {}),
  );
  const cookie = required(response.headers.get('set-cookie'));
  assert.match(cookie, /^__Host-leadlight_session=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  const forged: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'x-csrf-token': 'x' },
  ];
  for (const headers of forged) {
    const { status } = await person.send('POST', `/accounts/${account.accountId}/tags`, { name: 'Forged', color: 1 }, headers);
    assert.equal(status, 403, JSON.stringify(headers));
  }
  const form = await send(`/app/api/accounts/${account.accountId}/tags`, {
    method: 'POST',
    headers: { cookie: person.cookie, 'x-csrf-token': person.csrfToken, 'content-type': 'text/plain' },
    body: '{"name":"Forged","color":1}',
  });
  assert.ok(form.status >= 400, 'a form of another site cannot send JSON');
});

test('no table contains a secret in plain text', async () => {
  const { clientSecret } = await createOauthApp(ctx, {
    accountId: account.accountId,
    name: 'App',
    redirectUris: ['https://app.example/cb'],
    scopes: ['accounts:read'],
    grants: ['client_credentials'],
  });
  const key = (await person.send<{ key: string }>('POST', `/accounts/${account.accountId}/keys`, { name: 'K' })).body;
  const token = (await person.send<{ token: string }>('POST', `/accounts/${account.accountId}/tokens`, { name: 'T' })).body;
  const invited = (
    await person.send<{ url: string }>('POST', `/accounts/${account.accountId}/invitations`, { email: 'new@acme.example', role: 'viewer' })
  ).body;
  await callEveryRoute(service, account);
  const secrets = {
    password: 'correct horse battery',
    session: itemAt(person.cookie.split('='), 1),
    csrfToken: person.csrfToken,
    key: account.key,
    token: account.token,
    newKey: key.key,
    newToken: token.token,
    invitation: itemAt(invited.url.split('#'), 1),
    clientSecret,
  };
  const { rows: tables } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')`.execute(ctx.db);
  assert.ok(tables.length > 60);
  const encoded = Object.entries(secrets).flatMap(([name, secret]) => {
    assert.ok(secret.length >= 20, name);
    return [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')].map((text) => ({ name, text }));
  });
  for (const { name } of tables) {
    const { rows } = await sql<{ secret: string }>`select secret
      from (select t::text as content from ${sql.raw(name)} as t offset 0) as stored,
        unnest(${encoded.map((secret) => secret.name)}::text[], ${encoded.map(({ text }) => text)}::text[]) as secrets (secret, text)
      where strpos(content, text) > 0`.execute(ctx.db);
    assert.deepEqual(rows, [], `${name} contains a secret`);
  }
});

test('only a trusted proxy can set the client address that sign-in attempts are limited by', async () => {
  const open = await startTestService({ connection: service.connection });
  const guess = (address: string) =>
    fetch(
      `${open.url}/app/api/session`,
      jsonRequest({ email: 'nobody@acme.example', password: 'wrong wrong wrong' }, { 'x-forwarded-for': address }),
    );
  const statuses: number[] = [];
  for (let index = 0; index < 40; index++) statuses.push((await guess(`203.0.113.${index}`)).status);
  assert.ok(statuses.includes(429), 'a forged address does not reset the limit');
});

test('CSRF tokens are compared in constant time', () => {
  const source = readFileSync(join(import.meta.dirname, '../../server/src/app/csrf.ts'), 'utf8');
  assert.match(source, /timingSafeEqual\(token, expected\)/);
});
