import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { currentTracer, errorType, inSpan, setTracer, type Tracer } from './tracing.ts';

test('without a tracer the work runs and the OpenTelemetry SDK is not loaded', async () => {
  assert.equal(currentTracer(), null);
  assert.equal(await inSpan('any', {}, async (span) => span), null);
  // A separate process, because other tests may have loaded the SDK in this one.
  const program = `
    await import(${JSON.stringify(new URL('../start.ts', import.meta.url))});
    await import(${JSON.stringify(new URL('../worker/background-thread.ts', import.meta.url))});
    const { createRequire } = await import('node:module');
    process.stdout.write(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));
    process.exit();`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  const result = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
  assert.equal(result.status, 0, result.stderr);
  const loaded: string[] = JSON.parse(result.stdout);
  assert.ok(loaded.length > 100);
  // The metrics library depends on the API package, which does nothing by itself.
  assert.deepEqual(
    loaded.filter((path) => /@opentelemetry\/(?!api\/)|providers\/tracing/.test(path)),
    [],
  );
});

test('a span ends with its work, and a failure records the type of the error but not its message', async () => {
  const calls: string[] = [];
  const tracer: Tracer = {
    start(name) {
      calls.push(`start ${name}`);
      return { set() {}, fail: (type) => calls.push(`fail ${type}`), end: () => calls.push(`end ${name}`) };
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
  assert.deepEqual(calls, ['start one', 'end one', 'start two', 'fail TypeError', 'end two']);
  assert.equal(errorType(Object.assign(new Error('key (email)=(x) exists'), { code: '23505' })), '23505');
});
