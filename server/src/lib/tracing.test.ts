import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { currentTracer, errorType, inSpan, setTracer, type Tracer } from './tracing.ts';

test('without a tracer the work is done and nothing of OpenTelemetry’s SDK is loaded', async () => {
  await import('../start.ts');
  await import('../worker/background-thread.ts');
  assert.equal(currentTracer(), null);
  assert.equal(await inSpan('any', {}, async (span) => span), null);
  // The metrics library brings the interface package, which does nothing by itself.
  const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) =>
    /@opentelemetry\/(?!api\/)|providers\/tracing/.test(path),
  );
  assert.deepEqual(loaded, []);
});

test('a span ends with its work, and a failure records the type of the error but not its message', async () => {
  const noted: string[] = [];
  const tracer: Tracer = {
    start(name) {
      noted.push(`start ${name}`);
      return { set() {}, fail: (type) => noted.push(`fail ${type}`), end: () => noted.push(`end ${name}`) };
    },
    run: (_span, work) => work(),
    isActive: () => true,
    headers: () => ({}),
    close: async () => {},
  };
  setTracer(tracer);
  assert.equal(await inSpan('one', {}, async () => 1), 1);
  await assert.rejects(inSpan('two', {}, () => Promise.reject(new TypeError('anna@acme.example'))));
  setTracer(null);
  assert.deepEqual(noted, ['start one', 'end one', 'start two', 'fail TypeError', 'end two']);
  assert.equal(errorType(Object.assign(new Error('key (email)=(x) exists'), { code: '23505' })), '23505');
});
