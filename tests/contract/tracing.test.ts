import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { announceLeadsOfAccounts } from '../../server/src/domain/alerts/announce-leads.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { freePort } from '../../server/src/lib/free-port.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { Shutdown } from '../../server/src/lib/shutdown.ts';
import { currentTracer } from '../../server/src/lib/tracing.ts';
import { openAiFields } from '../../server/src/providers/ai/open-ai-fields.ts';
import { startService } from '../../server/src/start.ts';
import { startTracing } from '../../server/src/start-tracing.ts';
import { PipelineWorker } from '../../server/src/worker/pipeline-worker.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { addressOfSap } from '../kit/create-sample-records.ts';
import { chrome, pageView, post, until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../kit/otlp-receiver.ts';
import { startTestService } from '../kit/service.ts';
import { startWebhookReceiver } from '../kit/webhook-receiver.ts';

const otlp = await startOtlpReceiver();
const environment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20backend-secret',
  OTEL_SERVICE_NAME: 'leadlight-test',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  TRUST_PROXY: 'loopback',
  WEBHOOK_PRIVATE_ADDRESSES: 'allowed',
};
// Tracing starts before connections are opened, as it does in the service.
const tracing = required(await startTracing(readConfig(environment), pino({ level: 'silent' })));
const service = await startTestService({ environment });
const account = await service.newAccount();
const call = checkedClient(service, account);
const hooks = await startWebhookReceiver();
const webhookSecret = 'token-in-the-address';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${callerSpan}-01`;

/** Does each kind of traced work once, and flushes the spans. */
async function doTracedWork() {
  const v1 = await fetch(`${service.url}/v1/tags?account_id=${account.accountId}`, { headers: { 'x-api-key': account.key, traceparent } });
  assert.equal(v1.status, 200);
  const created = await fetch(`${service.url}/v1/tags?account_id=${account.accountId}`, {
    method: 'POST',
    headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { type: 'tag', attributes: { name: 'Secret project' } } }),
  });
  assert.equal(created.status, 201);
  const earlier = await fetch(`${service.url}/accounts/${account.accountId}/leads?start_date=2026-09-01&end_date=2026-09-30`, {
    headers: { authorization: `Token token=${account.token}` },
  });
  assert.equal(earlier.status, 200);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  assert.equal((await person.get(`/accounts/${account.accountId}/feeds`)).status, 200);
  await person.get('/invitations/invitation-token');
  const attributes = {
    name: 'All',
    filters: { all: [{ field: 'page_url', operator: 'contains', values: ['/'] }] },
    subscription: { webhook: `${hooks.url}?key=${webhookSecret}` },
  };
  assert.equal((await call('/v1/web-visits/custom-feeds', { body: { data: { type: 'custom_feed', attributes } } })).status, 201);
  service.clock.set(new Date(Date.now() + 60_000));
  const events = [pageView({ url: 'https://shop.example/private-page?email=visitor@mail.example' })];
  const headers = { 'x-forwarded-for': addressOfSap, traceparent: `00-${'c'.repeat(32)}-${callerSpan}-01` };
  assert.equal((await post({ url: service.url, scriptHash: account.scriptHash, events, headers })).status, 204);
  let handled = 0;
  const count = (entries: number) => {
    handled += entries;
  };
  const worker = new PipelineWorker(service.ctx, { onProcessed: count, onWaiting: () => {} }, 1);
  worker.start();
  await until(() => handled > 0);
  await worker.stop();
  await announceLeadsOfAccounts(service.ctx);
  await runQueuedJobs(service);
  service.clock.resume();
  assert.equal(hooks.hooks.length, 1);
  // Without the account, the server could respond before it notices that the client has aborted.
  await abortRequest(`/v1/lists?account_id=${account.accountId}`, { 'x-api-key': account.key });
  await abortRequest('/collect');
  await abortRequest('/collect?v=1');
  // The server may notice the end of the connections later. The exporter sends finished spans every few seconds.
  await until(() => abortedSpans().length === 3);
  await tracing.close();
}

/** Sends a request that the client aborts before the end of the body. */
async function abortRequest(path: string, headers: Record<string, string> = {}) {
  const aborted = request(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': '100', expect: '100-continue' },
  });
  aborted.on('error', () => {}).flushHeaders();
  await once(aborted, 'continue');
  aborted.write('{');
  aborted.destroy();
}

const { spans } = otlp;
const abortedSpans = () => spans.filter(({ attributes }) => attributes['error.type'] === 'aborted');

await doTracedWork();

const named = (name: string) => spans.filter((span) => span.name === name);
const childrenOf = ({ spanId }: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
const only = (found: ReceivedSpan[]) => {
  assert.equal(found.length, 1, JSON.stringify(found.map(({ name }) => name)));
  return firstOf(found);
};

test('a request continues the caller’s trace with spans for the request, the use case and its statements', () => {
  const ofCaller = spans.filter((span) => span.traceId === traceId);
  const request = only(ofCaller.filter(({ kind }) => kind === 2));
  assert.equal(request.name, 'GET /v1/tags');
  assert.equal(request.parentSpanId, callerSpan);
  assert.deepEqual([request.attributes['http.route'], request.attributes['http.response.status_code']], ['/v1/tags', 200]);
  const useCase = only(childrenOf(request).filter(({ attributes }) => attributes['leadlight.span'] === 'use case'));
  assert.equal(useCase.name, 'retrieveTags');
  const statements = childrenOf(useCase);
  assert.ok(statements.length > 0);
  for (const { kind, attributes } of statements) assert.deepEqual([kind, attributes['db.system.name']], [3, 'postgresql']);
  assert.ok(statements.some(({ attributes }) => /\btags\b/.test(String(attributes['db.query.text']))));
  assert.equal(request.resource['service.name'], 'leadlight-test');
  assert.equal(request.resource['deployment.environment.name'], 'test');
  assert.equal(firstOf(otlp.headers).authorization, 'Bearer backend-secret');
});

test('the span of a request is still the parent after its body was read, and other interfaces also have use case spans', () => {
  const request = only(named('POST /v1/tags'));
  assert.equal(request.parentSpanId, undefined);
  assert.ok(childrenOf(request).some(({ name }) => name === 'createTag'));
  for (const [route, useCase] of [
    ['GET /accounts/:account_id/leads', 'GET /accounts/:account_id/leads'],
    ['GET /app/api/accounts/:accountId/feeds', 'GET /feeds'],
  ] as const) {
    const server = only(named(route).filter(({ kind }) => kind === 2));
    assert.ok(
      childrenOf(server).some(({ name, attributes }) => name === useCase && attributes['leadlight.span'] === 'use case'),
      route,
    );
  }
});

test('page views, batches of the pipeline, jobs and outgoing calls have spans', () => {
  const collected = only(named('POST /collect').filter(({ attributes }) => 'http.response.status_code' in attributes));
  assert.deepEqual([collected.traceId, collected.parentSpanId], ['c'.repeat(32), callerSpan]);
  assert.equal(collected.attributes['http.response.status_code'], 204);
  const batch = required(named('pipeline batch').find(({ attributes }) => attributes['leadlight.requests'] === 1));
  assert.equal(batch.kind, 5);
  assert.ok(childrenOf(batch).length > 3, 'the statements of the batch');
  const job = firstOf(named('job send-delivery'));
  const sent = only(childrenOf(job).filter(({ name }) => name === 'POST webhook'));
  assert.deepEqual([sent.kind, sent.attributes['http.response.status_code']], [3, 204]);
});

test('requests that the client aborts have a span, too', () => {
  const aborted = abortedSpans();
  assert.deepEqual(aborted.map(({ name }) => name).sort(), ['POST /collect', 'POST /collect', 'POST /v1/lists']);
  assert.ok(aborted.every(({ kind }) => kind === 2));
});

test('spans contain no personal data, secrets, values or addresses', () => {
  const secrets = {
    key: account.key,
    token: account.token,
    password: 'correct horse',
    email: account.email,
    visitor: 'visitor@mail.example',
    page: 'private-page',
    ip: addressOfSap,
    userAgent: chrome,
    webhook: webhookSecret,
    invitation: 'invitation-token',
    value: 'Secret project',
    script: account.scriptHash,
    backend: 'backend-secret',
  };
  for (const [name, secret] of Object.entries(secrets)) assert.ok(!otlp.text.includes(secret), name);
  const texts = spans.map(({ attributes }) => String(attributes['db.query.text'] ?? ''));
  assert.ok(texts.filter((text) => text !== '').length > 20);
  for (const text of texts) assert.doesNotMatch(text.replaceAll("'?'", ''), /'|=\s*\d/);
  assert.ok(!spans.some(({ attributes }) => 'url.full' in attributes || 'url.path' in attributes || 'client.address' in attributes));
});

test('only endpoints configured by the operator receive the trace context', async () => {
  assert.equal(firstOf(hooks.hooks).headers.traceparent, undefined);
  const traceparents: unknown[] = [];
  const ai = createServer((req, res) => {
    traceparents.push(req.headers.traceparent);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[{"message":{"content":"{\\"value\\":1}"}}]}');
  });
  await new Promise<void>((resolve) => ai.listen(0, '127.0.0.1', resolve));
  after(() => ai.close());
  const restarted = required(await startTracing(readConfig(environment), pino({ level: 'silent' })));
  const url = `http://127.0.0.1:${portOf(ai)}`;
  const question = { fieldName: 'Size', type: 'ai_number', prompt: '', company: {} } as never;
  await openAiFields({ url, key: 'ai-key', model: 'any' }).answer(question);
  await restarted.close();
  const chatSpan = only(named('POST chat completions'));
  assert.equal(traceparents[0], `00-${chatSpan.traceId}-${chatSpan.spanId}-01`);
  assert.ok(!otlp.text.includes('ai-key'));
});

/** A trace backend whose responses the test writes. */
async function startBackend(respond: (res: ServerResponse) => void): Promise<string> {
  const backend = createServer((req, res) => {
    req.resume();
    respond(res);
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  after(() => {
    backend.closeAllConnections();
    backend.close();
  });
  return `http://127.0.0.1:${portOf(backend)}`;
}

test('a backend that does not respond delays neither requests nor the shutdown', async () => {
  const waiting: ServerResponse[] = [];
  const endpoint = await startBackend((res) => waiting.push(res));
  const silent = required(await startTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), pino({ level: 'silent' })));
  const response = await fetch(`${service.url}/v1/tags?account_id=${account.accountId}`, { headers: { 'x-api-key': account.key } });
  assert.equal(response.status, 200);
  await silent.close();
  assert.equal(currentTracer(), null);
  await until(() => waiting.length > 0);
  const open = firstOf(waiting);
  // After another request, the end of an earlier connection would have been noticed.
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  assert.equal(open.closed, false, 'the exporter has not given up yet, so the shutdown did not wait for it');
  open.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

test('a server begins to send its last spans before its database connections are closed', async () => {
  const shutdown = new Shutdown(600_000);
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadlight-tracing-'));
  after(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  cpSync(join(required(process.env.LEADLIGHT_TEST_DATA), 'ip-data'), join(DATA_DIR, 'ip-data'), { recursive: true });
  const own = { DATABASE_URL: service.connection.url, DATA_DIR, PORT: String(await freePort()), METRICS_PORT: '0' };
  const config = readConfig({ ...environment, ...own });
  const { ctx } = await startService({ config, log: pino({ level: 'silent' }), roles: ['web'], shutdown, onProgress: () => {} });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = ctx.db.transaction().execute(async () => {
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  assert.notEqual(currentTracer(), null);
  const stopped = shutdown.run();
  // The last spans are sent when the tracer is closed. The connections cannot close before the transaction has ended.
  await until(() => currentTracer() === null, 20_000).finally(() => ended.resolve());
  await transaction;
  await stopped;
});

test('a backend that rejects spans is reported in the log', async () => {
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const endpoint = await startBackend((res) => res.writeHead(403).end());
  const refusing = required(await startTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), log));
  required(currentTracer()).start('lost', {}).end();
  await refusing.close();
  await until(() => warnings.some((line) => /Traces: .*(?:403|Forbidden)/.test(line)));
});

test('OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER and a missing endpoint turn tracing off, an endpoint for traces turns it on; samplers follow the standard', async () => {
  const log = pino({ level: 'silent' });
  assert.equal(await startTracing(readConfig({}), log), null);
  assert.equal(await startTracing(readConfig({ ...environment, OTEL_SDK_DISABLED: 'true' }), log), null);
  assert.equal(await startTracing(readConfig({ ...environment, OTEL_TRACES_EXPORTER: 'none' }), log), null);
  const sampledSpans = async (sampler: string, ratio: string) => {
    const before = spans.length;
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${otlp.url}/v1/traces` };
    const settings = { ...environment, ...endpoint, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio };
    const started = required(await startTracing(readConfig(settings), log));
    const tracer = required(currentTracer());
    tracer.start('root', {}).end();
    tracer.start('of a caller', {}, { traceparent }).end();
    await started.close();
    return spans.slice(before).map(({ name }) => name);
  };
  assert.deepEqual(await sampledSpans('always_off', '1'), []);
  assert.deepEqual(await sampledSpans('traceidratio', '0'), []);
  assert.deepEqual(await sampledSpans('parentbased_traceidratio', '0'), ['of a caller']);
  assert.deepEqual(await sampledSpans('parentbased_always_on', '1'), ['root', 'of a caller']);
});
