import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayOf } from '../../lib/zoned-days.ts';
import { type CountedVisit, dayChanges } from './day-changes.ts';

const timezone = 'Europe/Helsinki';
const noonMs = Date.parse('2026-03-10T12:00:00Z');

const visits: fc.Arbitrary<CountedVisit[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    companyId: fc.constantFrom(null, '1', '2'),
    startedAtMs: fc.integer({ min: 0, max: 40 }).map((hours) => noonMs + hours * 3_600_000),
    placeId: fc.constantFrom('7', '8'),
    pageDepth: fc.integer({ min: 0, max: 3 }),
    pageIds: fc.subarray(['p', 'q', 'r']),
  }),
  { selector: ({ id }) => id },
);

type Sum = { visits: number; pageViews: number; deepest: number; first: number; last: number };

function cellOf({ companyId, startedAtMs, placeId }: CountedVisit): string {
  return `${companyId} ${dayOf(startedAtMs, timezone)} ${placeId}`;
}

function count(all: readonly CountedVisit[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const visit of all.filter(({ companyId, pageDepth }) => companyId !== null && pageDepth > 0)) {
    const sum = sums.get(cellOf(visit)) ?? { visits: 0, pageViews: 0, deepest: 0, first: Infinity, last: -Infinity };
    sums.set(cellOf(visit), {
      visits: sum.visits + 1,
      pageViews: sum.pageViews + visit.pageDepth,
      deepest: Math.max(sum.deepest, visit.pageDepth),
      first: Math.min(sum.first, visit.startedAtMs),
      last: Math.max(sum.last, visit.startedAtMs),
    });
  }
  return sums;
}

function pageKeysOf(all: readonly CountedVisit[]): Set<string> {
  const counted = all.filter(({ companyId, pageDepth }) => companyId !== null && pageDepth > 0);
  return new Set(
    counted.flatMap(({ companyId, startedAtMs, pageIds }) => pageIds.map((id) => `${companyId} ${dayOf(startedAtMs, timezone)} ${id}`)),
  );
}

test('rollups after adding the changes and recounting the listed days equal rollups counted from scratch', () => {
  fc.assert(
    fc.property(visits, visits, (before, after) => {
      const { added, pages, recount } = dayChanges(before, after, timezone);
      const sums = count(before);
      for (const change of added) {
        const key = `${change.companyId} ${change.day} ${change.placeId}`;
        const sum = sums.get(key) ?? { visits: 0, pageViews: 0, deepest: 0, first: Infinity, last: -Infinity };
        sums.set(key, {
          visits: sum.visits + change.visits,
          pageViews: sum.pageViews + change.pageViews,
          deepest: Math.max(sum.deepest, change.deepestVisit),
          first: Math.min(sum.first, change.firstVisitMs),
          last: Math.max(sum.last, change.lastVisitMs),
        });
      }
      const pageKeys = pageKeysOf(before);
      for (const { companyId, day, pageId } of pages) pageKeys.add(`${companyId} ${day} ${pageId}`);
      for (const { companyId, startedAtMs } of recount) {
        const day = `${companyId} ${dayOf(startedAtMs, timezone)} `;
        for (const known of [sums, pageKeys]) for (const key of known.keys()) if (key.startsWith(day)) known.delete(key);
        for (const [key, sum] of count(after)) if (key.startsWith(day)) sums.set(key, sum);
        for (const key of pageKeysOf(after)) if (key.startsWith(day)) pageKeys.add(key);
      }
      assert.deepEqual(new Map([...sums].sort()), new Map([...count(after)].sort()));
      assert.deepEqual([...pageKeys].sort(), [...pageKeysOf(after)].sort());
    }),
    { numRuns: 3000 },
  );
});

test('a new or growing visit is added without recounting its day', () => {
  const visit = { id: 'a', companyId: '1', startedAtMs: noonMs, placeId: '7', pageDepth: 1, pageIds: ['p'] };
  assert.deepEqual(dayChanges([], [visit], timezone).recount, []);
  const grown = dayChanges([visit], [{ ...visit, pageDepth: 2, pageIds: ['p', 'q'] }], timezone);
  assert.deepEqual(grown.recount, []);
  assert.deepEqual(
    grown.added.map(({ visits: addedVisits, pageViews }) => [addedVisits, pageViews]),
    [[0, 1]],
  );
  assert.deepEqual(
    grown.pages.map(({ pageId }) => pageId),
    ['q'],
  );
});
