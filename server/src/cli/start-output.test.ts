import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { pino } from 'pino';
import { firstOf } from '../lib/first-of.ts';
import { lastOf } from '../lib/last-of.ts';
import { required } from '../lib/required.ts';
import { type OutputOptions, type Started, startOutput } from './start-output.ts';

const secrets = { password: 'correct horse', key: 'llk_0123456789abcdefghij', token: 'llt_0123456789abcdefghij' };
const started: Started = {
  url: 'http://localhost:8080',
  metricsUrl: 'http://127.0.0.1:9464/metrics',
  setup: { url: 'http://localhost:8080/set-up#secret-of-the-link', file: '/data/set-up-link.txt' },
  demo: { accountId: '42', email: 'owner@example.com', ...secrets, file: '/data/demo.json' },
};

/** Simulates a start and returns its output. */
function simulateStart(format: OutputOptions['format'], { isTTY = false, columns = 120 } = {}) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({ isTTY, columns, write: (text: string) => (written[name] += text) });
  let now = 0;
  const log = pino({ base: null }, { write: (line: string) => (written.stdout += line) });
  const output = startOutput({ format, log, stdout: stream('stdout'), stderr: stream('stderr'), now: () => now });
  output.step('Creating the database');
  now += 4100;
  output.step('Migrating the database: 0001-first');
  output.step('Migrating the database: 0002-second');
  now += 1000;
  for (const share of [0, 0.1, 0.5, 1]) output.progress('Sending 3 days of demo visits', share);
  now += 500;
  output.ready(started);
  return written;
}

/** Returns the lines that a terminal shows at the end, after lines were overwritten. */
function visibleLines(terminal: string): string[] {
  return stripVTControlCharacters(terminal.replaceAll('\r\x1b[K', '\r'))
    .split('\n')
    .map((line) => lastOf(line.split('\r')))
    .filter((line) => line !== '');
}

test('on a terminal each step is one line with its duration, and the box shows URL, login, key and token', () => {
  const { stdout, stderr } = simulateStart('auto', { isTTY: true });
  assert.deepEqual(visibleLines(stderr), [
    '✓ Creating the database 4.1 s',
    '✓ Migrating the database 1.0 s',
    '✓ Sending 3 days of demo visits 0.5 s',
  ]);
  const lines = stripVTControlCharacters(stdout).trim().split('\n');
  const box = lines.slice(0, lines.findIndex((line) => line.startsWith('╰')) + 1);
  assert.match(firstOf(box), /^╭─+╮$/);
  assert.equal(new Set(box.map((line) => line.length)).size, 1, 'all lines of the box have the same width');
  for (const part of [started.url, required(started.setup).url, 'owner@example.com', ...Object.values(secrets), '42']) {
    assert.ok(
      box.some((line) => line.includes(part)),
      part,
    );
  }
});

test('on a narrow terminal the box is drawn without hints or not at all, and progress lines are truncated to the width', () => {
  const wide = simulateStart('auto', { isTTY: true, columns: 80 });
  assert.ok(wide.stdout.includes('╭') && !wide.stdout.includes('X-Api-Key'));
  const narrow = simulateStart('auto', { isTTY: true, columns: 40 });
  assert.ok(!narrow.stdout.includes('╭') && narrow.stdout.includes(secrets.key));
  for (const line of narrow.stderr.split(/[\r\n]/)) assert.ok(stripVTControlCharacters(line).length < 40, line);
});

test('without a terminal the output is plain lines', () => {
  const { stdout, stderr } = simulateStart('auto');
  for (const sign of ['\r', '\x1b', '╭']) assert.ok(!`${stdout}${stderr}`.includes(sign), JSON.stringify(sign));
  assert.deepEqual(stderr.split('\n').slice(0, 2), ['Creating the database…', 'Migrating the database…']);
  assert.equal(stderr.split('Migrating').length, 2, 'the migration step has one line');
  assert.ok(stdout.includes(secrets.password));
});

test('with LOG_FORMAT=json every line is JSON, which contains the files with the secrets but not the secrets', () => {
  for (const isTTY of [false, true]) {
    const { stdout, stderr } = simulateStart('json', { isTTY });
    assert.equal(stderr, '');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(lines.at(0)?.step, 'Creating the database');
    assert.deepEqual(lines.map(({ msg }) => msg).slice(-2), ['Sending 3 days of demo visits', 'Leadlight is ready']);
    const { credentials_file, set_up_link_file, url } = lines.at(-1);
    assert.deepEqual([credentials_file, set_up_link_file, url], ['/data/demo.json', '/data/set-up-link.txt', started.url]);
    for (const secret of [...Object.values(secrets), 'secret-of-the-link']) assert.ok(!stdout.includes(secret), secret);
  }
});
