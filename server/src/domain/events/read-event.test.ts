import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readTime } from './read-event.ts';

const serverTimezone = process.env.TZ;
after(() => {
  if (serverTimezone === undefined) delete process.env.TZ;
  else process.env.TZ = serverTimezone;
});

test('a time without an offset is read as UTC in every time zone of the server', () => {
  const times = {
    '2026-01-31T12:00': '2026-01-31T12:00:00.000Z',
    '2026-01-31T12:00:05.25': '2026-01-31T12:00:05.250Z',
    '2026-01-31T12:00Z': '2026-01-31T12:00:00.000Z',
    '2026-01-31T12:00:00+02:00': '2026-01-31T10:00:00.000Z',
    '2026-01-31T12:00:00-0500': '2026-01-31T17:00:00.000Z',
  };
  for (const timezone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    process.env.TZ = timezone;
    for (const [text, time] of Object.entries(times)) assert.equal(readTime(text), Date.parse(time), `${text} in ${timezone}`);
  }
});

test('a time on a day that does not exist is rejected', () => {
  for (const text of ['2026-02-30T10:00:00Z', '2026-04-31T10:00:00+02:00', '2026-13-01T10:00']) assert.equal(readTime(text), null, text);
});
