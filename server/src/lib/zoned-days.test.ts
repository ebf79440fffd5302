import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockChanges } from '../../../tests/kit/clock-changes.ts';
import { dayOf, hourOf, isDay, nextDay, startOfDayMs } from './zoned-days.ts';

const startOf = (day: string, timezone: string) => new Date(startOfDayMs(day, timezone)).toISOString();

test('a day begins at midnight of its time zone, in winter and in summer', () => {
  assert.equal(startOf('2026-01-15', 'Europe/Helsinki'), '2026-01-14T22:00:00.000Z');
  assert.equal(startOf('2026-07-15', 'Europe/Helsinki'), '2026-07-14T21:00:00.000Z');
  assert.equal(startOf('2026-07-15', 'America/Los_Angeles'), '2026-07-15T07:00:00.000Z');
  assert.equal(startOf('2026-07-15', 'Asia/Kathmandu'), '2026-07-14T18:15:00.000Z');
});

test('days on which the clocks change have 23 or 25 hours', () => {
  const hours = (day: string, timezone: string) => (startOfDayMs(nextDay(day), timezone) - startOfDayMs(day, timezone)) / 3_600_000;
  assert.equal(hours('2026-03-29', 'Europe/Helsinki'), 23);
  assert.equal(hours('2026-10-25', 'Europe/Helsinki'), 25);
  assert.equal(hours('2026-10-26', 'Europe/Helsinki'), 24);
});

test('where midnight does not exist, the day begins at its first instant', () => {
  assert.equal(startOf('2024-03-31', 'Asia/Beirut'), '2024-03-30T22:00:00.000Z');
  assert.equal(dayOf(startOfDayMs('2024-03-31', 'Asia/Beirut'), 'Asia/Beirut'), '2024-03-31');
  assert.equal(hourOf(startOfDayMs('2024-03-31', 'Asia/Beirut'), 'Asia/Beirut'), 1);
});

test('where midnight occurs twice, the day begins at the first one, and every instant belongs to the day that began last', () => {
  assert.equal(startOf('2025-10-26', 'Atlantic/Azores'), '2025-10-26T00:00:00.000Z');
  assert.equal(startOf('2025-11-02', 'America/Havana'), '2025-11-02T04:00:00.000Z');
  // One minute after midnight the clocks of Newfoundland were set back to 23:01 of the previous day.
  assert.equal(startOf('2010-11-07', 'America/St_Johns'), '2010-11-07T02:30:00.000Z');
  assert.equal(dayOf(Date.parse('2010-11-07T02:29:59Z'), 'America/St_Johns'), '2010-11-06');
  assert.equal(dayOf(Date.parse('2010-11-07T02:45:00Z'), 'America/St_Johns'), '2010-11-07');
});

test('around the clock changes of ten unusual time zones, each instant is within its day', () => {
  const zones = ['Atlantic/Azores', 'America/Havana', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Beirut', 'America/Scoresbysund', 'Africa/Casablanca', 'Antarctica/Troll', 'America/Santiago']; // biome-ignore format: one item per line would hide the pattern
  for (const zone of zones) {
    for (const changeMs of clockChanges(zone, 2009, 2027)) {
      for (let minutes = -1600; minutes <= 1600; minutes += 7) {
        const timeMs = changeMs + minutes * 60_000;
        const day = dayOf(timeMs, zone);
        assert.ok(
          startOfDayMs(day, zone) <= timeMs && timeMs < startOfDayMs(nextDay(day), zone),
          `${zone} ${new Date(timeMs).toISOString()}`,
        );
      }
    }
  }
});

test('a day that a time zone skipped starts and ends at the same instant', () => {
  assert.equal(startOfDayMs('2011-12-30', 'Pacific/Apia'), startOfDayMs('2011-12-31', 'Pacific/Apia'));
});

test('midnight is hour 0', () => {
  assert.equal(hourOf(Date.parse('2026-01-14T22:30:00Z'), 'Europe/Helsinki'), 0);
});

test('a string is a day only if it is a day of the calendar in the format YYYY-MM-DD', () => {
  assert.equal(isDay('2024-02-29'), true);
  for (const text of ['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z', '']) {
    assert.equal(isDay(text), false, text);
  }
});
