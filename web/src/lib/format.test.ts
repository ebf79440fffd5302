import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { loadTexts } from '../texts/language.ts';
import { ago, formatDay, formatLastVisit, formatMoment, formatMoney, setTimeZone, sourceName } from './format.ts';
import { formatRate, formatTime } from './format-rarely.ts';

await loadTexts('en');
afterEach(() => setTimeZone('UTC'));

const now = Date.parse('2026-11-18T10:00:00Z');

test('a moment and a day show the year if it is not the current one', () => {
  assert.doesNotMatch(formatMoment('2026-01-03T10:15:00Z', now), /2026/);
  assert.match(formatMoment('2025-11-18T10:15:00Z', now), /Nov.* 2025, 10:15/);
  assert.doesNotMatch(formatDay('2026-01-03T10:15:00Z', now), /2026/);
  assert.match(formatDay('2025-11-18T10:15:00Z', now), /2025/);
  assert.match(formatDay('2027-01-01', now), /2027/);
});

test('the year is that of the time zone of the account', () => {
  setTimeZone('America/New_York');
  const newYear = Date.parse('2026-01-01T12:00:00Z');
  assert.match(formatMoment('2026-01-01T03:00:00Z', newYear), /Dec.*2025/);
  assert.doesNotMatch(formatMoment('2026-01-01T05:00:00Z', newYear), /2026/);
  assert.match(formatDay('2026-01-01T03:00:00Z', newYear), /2025/);
  assert.doesNotMatch(formatDay('2026-01-01', newYear), /2026/);
});

test('minutes and hours ago are rounded down, so that the next unit follows 59 minutes and 23 hours', () => {
  assert.equal(ago('2026-11-18T09:00:20Z', now), '59 min. ago');
  assert.equal(ago('2026-11-17T10:10:00Z', now), '23 hr. ago');
});

test('days ago are calendar days of the time zone of the account', () => {
  assert.equal(ago('2026-11-16T22:00:00Z', now), '2 days ago');
  assert.equal(ago('2026-11-17T00:30:00Z', now), 'yesterday');
  // In this time zone it is the 16th.
  setTimeZone('America/New_York');
  assert.equal(ago('2026-11-17T00:30:00Z', now), '2 days ago');
  // The clocks go back in between.
  assert.equal(ago('2026-10-31T12:00:00Z', Date.parse('2026-11-02T12:00:00Z')), '2 days ago');
});

test('a source without a referrer is shown with its medium, if it has one', () => {
  const names = [
    sourceName('(direct)', '(none)'),
    sourceName(null, null),
    sourceName('(direct)', 'email'),
    sourceName('google', 'organic'),
  ];
  assert.deepEqual(names, ['Direct', 'Direct', 'Direct · email', 'google · organic']);
});

test('the last visit in an interval that ended before today is shown as a day, because there may be later visits', () => {
  const visitedAt = '2026-11-15T09:00:00Z';
  assert.equal(formatLastVisit(visitedAt, '2026-11-18', now), '3 days ago');
  assert.equal(formatLastVisit(visitedAt, '2026-11-19', now), '3 days ago');
  assert.equal(formatLastVisit(visitedAt, '2026-11-17', now), formatDay(visitedAt, now));
  // In this time zone the 18th has not ended.
  setTimeZone('America/New_York');
  assert.equal(formatLastVisit(visitedAt, '2026-11-18', Date.parse('2026-11-19T03:00:00Z')), '3 days ago');
});

test('amounts below 1,000 have the decimals of their currency, larger ones none', () => {
  assert.deepEqual([formatMoney(12.5, 'EUR'), formatMoney(120, 'JPY'), formatMoney(1234.5, 'USD')], ['€12.50', '¥120', '$1,235']);
});

test('a rate below 10% has a decimal, and is not zero if anything was counted', () => {
  const rates = [0, 1, 4, 5, 27, 300, 994, 996, 1_000, 10_000].map((part) => formatRate(part, 10_000));
  assert.deepEqual(rates, ['0%', '<0.1%', '<0.1%', '0.1%', '0.3%', '3%', '9.9%', '10%', '10%', '100%']);
  assert.equal(formatRate(0, 0), '–');
});

test('a time on its own names the time zone of the account', () => {
  assert.match(formatTime('2026-11-18T10:15:00Z'), /10:15.* UTC$/);
  setTimeZone('America/New_York');
  assert.match(formatTime('2026-11-18T10:15:00Z'), /05:15.* (EST|GMT-5)$/);
});
