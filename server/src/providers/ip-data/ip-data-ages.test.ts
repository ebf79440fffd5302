import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipDataDate } from './ip-data-ages.ts';

test('the date of IP data is derived from its version; of several files, the oldest counts', () => {
  const date = (version: string) => ipDataDate(version)?.toISOString() ?? null;
  assert.equal(date('2.3.2026061719'), '2026-06-17T00:00:00.000Z');
  assert.equal(date('2026-07-01T10:20:30.400Z-1234'), '2026-07-01T10:20:30.400Z');
  assert.equal(date('2026-07-01T10:20:30.400Z-1234 2.3.2026061719'), '2026-06-17T00:00:00.000Z');
  assert.equal(date('1.0.0'), null);
});
