import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { firstOf } from '../server/src/lib/first-of.ts';
import { runTestFiles, type TestFileOptions, type TestFileResult } from './run-test-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-test-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const didNotExit = 'file: The process did not exit: a test hangs, or something the file started is still running.';
const wasBlocked = didNotExit.replace('hangs', 'hangs (blocks)');

/** A test that blocks its process without using CPU time, after the beginning of the test has been reported. */
const blocks = `
  test('blocks', async () => {
    for (let turn = 0; turn < 10; turn++) await new Promise((done) => setImmediate(done));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

type Result = { passed: number; failures: string[] };

/** Runs test files with these contents and returns for each the number of passed tests and the failures. */
async function runAll(texts: string[], options?: Partial<TestFileOptions>): Promise<Result[]> {
  const files = texts.map((text, index) => {
    const file = join(folder, `file-${index}-${++count}.mjs`);
    writeFileSync(file, `import assert from 'node:assert'; import { after, describe, test } from 'node:test'; ${text}`);
    return file;
  });
  const results: TestFileResult[] = [];
  const waiting = [...files];
  await runTestFiles(() => waiting.shift(), { ...options, onResult: (file, result) => (results[files.indexOf(file)] = result) });
  return results.map(({ passed, failures }) => ({
    passed,
    failures: failures.map(({ name, error }) => `${name ?? 'file'}: ${error.split('\n')[0]}`),
  }));
}

async function run(text: string, options?: Partial<TestFileOptions>): Promise<Result> {
  return firstOf(await runAll([text], options));
}

/** Whether a process is running. A zombie is not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('every test of a file counts, including those in suites and subtests', async () => {
  const text = `
    test('a', () => {});
    describe('suite', () => { test('b', () => {}); test('c', () => {}); });
    test('d', async (t) => { await t.test('e', () => {}); });`;
  assert.deepEqual(await run(text), { passed: 5, failures: [] });
});

test('a large result of a file that exits immediately is read completely', async () => {
  const text = `for (let i = 0; i < 3000; i++) test(i + ' ' + 'long name '.repeat(100), () => {});`;
  assert.deepEqual(await run(text), { passed: 3000, failures: [] });
});

test('failures are counted individually, including those of parent tests', async () => {
  const text = `
    test('good', () => {});
    test('bad', () => assert.equal(1, 2, 'not equal'));
    test('above', async (t) => { await t.test('below', () => assert.fail('bad below')); });`;
  assert.deepEqual(await run(text), {
    passed: 1,
    failures: [
      'bad: AssertionError [ERR_ASSERTION]: not equal',
      'below: AssertionError [ERR_ASSERTION]: bad below',
      'above: 1 subtest failed',
    ],
  });
});

test('a file that exits with code 0 before its tests finish fails', async () => {
  const { failures } = await run(`test('first', () => {}); test('second', () => process.exit(0)); test('third', () => {});`);
  assert.deepEqual(failures, ['file: The process ended with code 0 before its tests finished.']);
});

test('a file that exits while it loads, or cannot be loaded, fails', async () => {
  assert.deepEqual(await run('process.exit(0);'), {
    passed: 0,
    failures: ['file: The process ended with code 0 before its tests finished.'],
  });
  assert.deepEqual(await run(`throw new Error('broken');`), {
    passed: 0,
    failures: ['file: Error: broken'],
  });
});

test('a file that is killed fails', async () => {
  const { failures } = await run(`test('first', () => {}); test('second', () => process.kill(process.pid, 'SIGKILL'));`);
  assert.deepEqual(failures, ['file: The process was ended by SIGKILL.']);
});

test('a test that never ends times out, and the tests after it run', async () => {
  const text = `test('hangs', () => new Promise((done) => setTimeout(done, 60_000).unref())); setInterval(() => {}, 1000).unref(); test('after it', () => {});`;
  const { passed, failures } = await run(text, { testMs: 500 });
  assert.deepEqual({ passed, failures }, { passed: 1, failures: ['hangs: test timed out after 500ms'] });
});

test('a file whose process is blocked fails', async () => {
  const { failures } = await run(blocks, { testMs: 500, blockedMs: 500 });
  assert.deepEqual(failures, [wasBlocked]);
});

test('a file that leaves something running after its last test fails', async () => {
  const { passed, failures } = await run(`test('good', () => { setInterval(() => {}, 1000); });`, { endMs: 500 });
  assert.deepEqual({ passed, failures }, { passed: 1, failures: [didNotExit] });
});

test('if the process of a file is killed, the processes that it started are killed as well', async () => {
  const controller = new AbortController();
  let childPid = '';
  const text = `
    import { spawn } from 'node:child_process';
    test('starts', async () => { console.log(spawn('sleep', ['600']).pid); await new Promise((done) => setTimeout(done, 600_000)); });`;
  const onOutput = (output: string) => {
    childPid += output;
    controller.abort();
  };
  const { failures } = await run(text, { signal: controller.signal, onOutput });
  assert.deepEqual(failures, ['file: The process was ended by SIGKILL.']);
  while (isRunning(Number(childPid))) await new Promise((done) => setTimeout(done, 20));
});

test('an unhandled rejection or an error after the last test fails the file', async () => {
  const rejection = await run(`test('good', () => { setTimeout(() => Promise.reject(new Error('too late')), 100); });`);
  assert.equal(rejection.passed, 1);
  assert.match(rejection.failures.join(), /^file: .*too late.*unhandledRejection/);
  const atExit = await run(`test('good', () => {}); process.on('exit', () => { throw new Error('at the end'); });`);
  assert.equal(atExit.passed, 1);
  assert.match(atExit.failures.join(), /^file: The process ended with code 7|^file: The process ended with code 1/);
});

test('an after hook that fails, of the file or of a suite, fails the file', async () => {
  assert.deepEqual(await run(`after(() => { throw new Error('not cleaned up'); }); test('good', () => {});`), {
    passed: 1,
    failures: ['file: Error: not cleaned up'],
  });
  const suite = await run(`describe('suite', () => { after(() => { throw new Error('not cleaned up'); }); test('good', () => {}); });`);
  assert.deepEqual(suite, { passed: 1, failures: ['file: Error: not cleaned up'] });
});

test('a hook and an error are attributed to the test that caused them, even after an await', async () => {
  const text = `
    const said = [];
    const pause = () => new Promise((done) => setTimeout(done, 1));
    test('hook', async () => { await pause(); after(() => said.push('after')); said.push('test'); });
    test('throws', () => { setTimeout(() => { throw new Error('in a timer'); }, 1); return new Promise(() => {}); });
    test('rejects', async () => { await pause(); Promise.reject(new Error('in a promise')); return new Promise(() => {}); });
    test('order', () => assert.deepEqual(said, ['test', 'after']));`;
  assert.deepEqual(await run(text), { passed: 2, failures: ['throws: Error: in a timer', 'rejects: Error: in a promise'] });
});

test('a file without a test fails, unless tests are selected by name', async () => {
  assert.deepEqual(await run('export {};'), { passed: 0, failures: ['file: The file contains no tests.'] });
  assert.deepEqual(await run(`test('a', () => {}); test('b', () => {});`, { namePattern: '^b$' }), { passed: 1, failures: [] });
  assert.deepEqual(await run(`test('a', () => {});`, { namePattern: 'other' }), { passed: 0, failures: [] });
});

test('files run one after the other in one process, each with its own hooks and result', async () => {
  const say = (word: string) => `test('${word}', () => { globalThis.said = [...(globalThis.said ?? []), '${word}']; });`;
  const results = await runAll([
    `${say('a')} after(() => { globalThis.said.push('after a'); });`,
    `${say('b')} test('bad', () => assert.fail('bad'));`,
    `test('c', () => assert.deepEqual(globalThis.said, ['a', 'after a', 'b']));`,
  ]);
  assert.deepEqual(results, [
    { passed: 1, failures: [] },
    { passed: 1, failures: ['bad: AssertionError [ERR_ASSERTION]: bad'] },
    { passed: 1, failures: [] },
  ]);
});

test('when the process ends early, hangs or is blocked, its file fails and a new process runs the others', async () => {
  const good = `test('good', () => {});`;
  const passes = { passed: 1, failures: [] };
  const exits = await runAll([good, `test('exits', () => process.exit(0));`, good]);
  assert.deepEqual(exits, [passes, { passed: 0, failures: ['file: The process ended with code 0 before its tests finished.'] }, passes]);
  const blocked = await runAll([good, blocks, good], { testMs: 500, blockedMs: 500 });
  assert.deepEqual([blocked[0], blocked[2]], [passes, passes]);
  assert.deepEqual(blocked[1], { passed: 0, failures: [wasBlocked] });
  const left = await runAll([`test('leaves a timer', () => { setInterval(() => {}, 1000); });`, good], { endMs: 500 });
  assert.deepEqual(left, [passes, { passed: 1, failures: [didNotExit] }]);
});
