import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkEmail } from '../src/domain/access/user.ts';
import { matchGoals } from '../src/domain/goals/match-goals.ts';
import { classifySender } from '../src/domain/ingestion/bots.ts';
import { deviceOf } from '../src/domain/ingestion/device.ts';
import { withoutSecrets } from '../src/log.ts';

/** Time of the processor, so that a busy machine fails no test. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  try {
    work();
  } catch {
    // What is refused was read too.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const long = 16_000;
const hostile = [
  'a'.repeat(long),
  `${'a'.repeat(long)}!`,
  ' '.repeat(long),
  `${'('.repeat(long / 2)}${')'.repeat(long / 2)}`,
  'Mozilla/5.0 '.repeat(long / 12),
  `Mozilla/5.0 (${'; '.repeat(long / 2)}`,
  'compatible; bot '.repeat(long / 16),
  '@.'.repeat(long / 2),
  `${'a.'.repeat(long / 2)}@`,
  `postgres://${':'.repeat(long)}`,
  'x://y:'.repeat(long / 6),
];
const goal = (value: string) => ({
  id: '1',
  name: 'G',
  kind: 'page' as const,
  match: { operator: 'matches' as const, value },
  active: true,
});

test('no text of a sender makes a pattern of ours try forever', () => {
  const readers: Record<string, (text: string) => unknown> = {
    deviceOf,
    checkEmail,
    withoutSecrets,
    classifySender: (text) => classifySender(text, { dataCentreNetwork: false, headlessHints: [] }),
  };
  for (const [name, read] of Object.entries(readers)) {
    for (const text of hostile) {
      const ms = processorMs(() => read(text));
      assert.ok(ms < 500, `${name} took ${ms} ms of ${JSON.stringify(text.slice(0, 20))}…`);
    }
  }
});

test('no pattern of a goal makes us try forever', () => {
  const hit = { event: { kind: 'page_view', url: `https://shop.example/${'a'.repeat(2000)}`, occurredAtMs: 0, id: 'x' } };
  for (const pattern of ['*a'.repeat(250), `${'*a*'.repeat(160)}b`, '(a+)+$', '.*.*.*.*x']) {
    const ms = processorMs(() => matchGoals([goal(pattern)], [hit as never]));
    assert.ok(ms < 500, `${pattern.slice(0, 20)}… took ${ms} ms`);
  }
});

test('what is compared with a keyed hash is compared in constant time', () => {
  const source = readFileSync(join(import.meta.dirname, '../src/app/forgery.ts'), 'utf8');
  assert.match(source, /timingSafeEqual\(given, expected\)/);
});
