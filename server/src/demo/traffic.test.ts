import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvent } from '../domain/events/read-event.ts';
import { detectBot } from '../domain/ingestion/filters/detect-bot.ts';
import { Random } from '../lib/random.ts';
import type { DemoVisitors } from './demo-visitors.ts';
import { userAgents } from './site.ts';
import { dayOfTraffic, daysUpTo } from './traffic.ts';

const visitors: DemoVisitors = {
  companies: [
    { domain: 'audi.com', weight: 1, addresses: ['143.164.1.10'], firstDay: 0 },
    { domain: 'sap.com', weight: 1, addresses: ['155.56.1.10'], firstDay: 30 },
  ],
  homes: ['91.0.0.1'],
  dataCenters: ['5.9.0.1'],
};
const tuesday = new Date('2026-10-06');

test('the same seed generates the same events of a day, another seed different ones', () => {
  const day = (seed: number) => dayOfTraffic(tuesday, visitors, new Random(seed));
  assert.deepEqual(day(1), day(1));
  assert.notDeepEqual(day(1), day(2));
});

test('the collector accepts every generated event, and event ids are unique', () => {
  const events = dayOfTraffic(tuesday, visitors, new Random(7));
  assert.ok(events.length > 300);
  const nowMs = Date.parse('2026-10-08');
  for (const event of events) {
    const read = readEvent(event, { nowMs, correctionMs: 0, oldestMs: 0 });
    assert.ok('event' in read, JSON.stringify({ event, read }));
  }
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
});

test('the user agents of demo visitors are not detected as bots', () => {
  for (const { text } of userAgents) {
    assert.equal(detectBot(text, { isDataCenterNetwork: false, headlessHints: [] }).class, 'person');
  }
});

test('a Saturday has less than half the events of a Tuesday', () => {
  const saturday = new Date('2026-10-10');
  assert.ok(dayOfTraffic(saturday, visitors, new Random(3)).length < dayOfTraffic(tuesday, visitors, new Random(3)).length / 2);
});

test('a company does not visit before its first day', () => {
  const addresses = (day: number) => new Set(dayOfTraffic(tuesday, visitors, new Random(5), day).map(({ ip }) => ip));
  assert.ok(!addresses(29).has('155.56.1.10'));
  assert.ok(addresses(30).has('155.56.1.10'));
});

test('daysUpTo returns the given number of days and ends with the given day', () => {
  const days = daysUpTo(new Date('2026-10-06'), 60).map((day) => day.toISOString().slice(0, 10));
  assert.equal(days.length, 60);
  assert.equal(days[0], '2026-08-08');
  assert.equal(days.at(-1), '2026-10-06');
});
