import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { intervalOf, maxChartDays } from './intervals.ts';

test('the dates in the URL are used unless one is not a valid date', () => {
  const fromOf = (from: string) => intervalOf(new URLSearchParams({ from, to: '2026-03-05' }), '2026-03-30').from;
  assert.equal(fromOf('2026-02-28'), '2026-02-28');
  assert.equal(fromOf('2026-02-30'), '2026-03-01', 'the last 30 days');
});

test('the date picker of the charts has the limit of the server', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../server/src/domain/dashboard/interval.ts'), 'utf8');
  assert.ok(source.includes(`const maxDays = ${maxChartDays};`));
  assert.ok(source.includes(`Select at most ${maxChartDays.toLocaleString('en')} days.`));
});
