import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestDays, nextDigestAt } from './digest-schedule.ts';

const zone = 'Europe/Berlin';
const next = (frequency: 'daily' | 'weekly', after: string) => nextDigestAt(frequency, new Date(after), zone).toISOString();

test('digests are due at seven in the account’s time zone, including on the day of a clock change, and weekly digests on Monday', () => {
  assert.equal(next('daily', '2026-10-01T04:59:00Z'), '2026-10-01T05:00:00.000Z');
  assert.equal(next('daily', '2026-10-01T05:00:00Z'), '2026-10-02T05:00:00.000Z');
  assert.equal(next('daily', '2026-10-24T12:00:00Z'), '2026-10-25T06:00:00.000Z');
  assert.equal(next('daily', '2026-03-28T12:00:00Z'), '2026-03-29T05:00:00.000Z');
  assert.equal(next('weekly', '2026-10-01T12:00:00Z'), '2026-10-05T05:00:00.000Z');
  assert.equal(next('weekly', '2026-10-05T05:00:00Z'), '2026-10-12T05:00:00.000Z');
});

test('a digest covers the day or week before it is due, and a late digest also the days since then', () => {
  const days = (frequency: 'daily' | 'weekly', due: string, now = due) => digestDays(frequency, new Date(due), new Date(now), zone);
  assert.deepEqual(days('daily', '2026-10-05T05:00:00Z'), { from: '2026-10-04', to: '2026-10-04' });
  assert.deepEqual(days('weekly', '2026-10-05T05:00:00Z'), { from: '2026-09-28', to: '2026-10-04' });
  assert.deepEqual(days('daily', '2026-10-05T05:00:00Z', '2026-10-07T22:30:00Z'), { from: '2026-10-04', to: '2026-10-07' });
});
