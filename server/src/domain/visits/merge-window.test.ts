import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Hit } from '../events/event.ts';
import { buildVisit } from './build-visit.ts';
import { hit, hitsOfOneVisitor, hitsWithoutPause, hourMs, idsOf, minuteMs } from './hits.fixture.ts';
import { expandWindow, type MergeWindow, maxSpanMs, mergeWindowOf } from './merge-window.ts';
import { sessionize } from './sessionize.ts';

type StoredVisit = { startedAtMs: number; lastHitAtMs: number; hits: Hit[] };

/** Simulates the table of visits, with the columns that matter for a merge: start, time of the last hit and hits. */
function simulatedStore() {
  let stored: StoredVisit[] = [];
  let recomputedVisits = 0;

  function load(window: MergeWindow): StoredVisit[] {
    return stored.filter((visit) => visit.startedAtMs >= window.fromMs - maxSpanMs && visit.startedAtMs <= window.toMs);
  }

  return {
    merge(batch: Hit[]): void {
      if (batch.length === 0) return;
      let window = mergeWindowOf(batch);
      let expanded = expandWindow(window, load(window));
      while (expanded.window.fromMs < window.fromMs || expanded.window.toMs > window.toMs) {
        window = expanded.window;
        expanded = expandWindow(window, load(window));
      }
      const loaded = expanded.visits;
      recomputedVisits += loaded.length;
      const recomputed = sessionize([...loaded.flatMap((visit) => visit.hits), ...batch]);
      stored = stored.filter((visit) => !loaded.includes(visit));
      for (const hits of recomputed) {
        const { startedAtMs, lastHitAtMs } = buildVisit(hits, []);
        stored.push({ startedAtMs, lastHitAtMs, hits });
      }
    },
    visits: () => stored.map((visit) => visit.hits),
    recomputedVisits: () => recomputedVisits,
  };
}

function asSet(visits: Hit[][]): string[] {
  return idsOf(visits)
    .map((ids) => ids.join(' '))
    .sort();
}

/** Shuffles the hits, repeats some, and splits them into batches of up to `maxBatch` hits. */
function arrivals(hits: Hit[], maxBatch: number): fc.Arbitrary<Hit[][]> {
  const withRepetition = [...hits, ...hits.slice(0, 4)];
  return fc
    .tuple(
      fc.shuffledSubarray(withRepetition, { minLength: withRepetition.length }),
      fc.array(fc.integer({ min: 1, max: maxBatch }), { minLength: withRepetition.length, maxLength: withRepetition.length }),
    )
    .map(([arriving, sizes]) => {
      let from = 0;
      return sizes.map((size) => {
        const batch = arriving.slice(from, from + size);
        from += size;
        return batch;
      });
    });
}

function assertSameAsAtOnce(hits: Hit[], batches: Hit[][]): void {
  const store = simulatedStore();
  for (const batch of batches) store.merge(batch);
  assert.deepEqual(asSet(store.visits()), asSet(sessionize(hits)));
}

test('events that arrive in batches, in any order and with duplicates, give the same visits as all events at once', () => {
  const split = hitsOfOneVisitor.chain((hits) => fc.tuple(fc.constant(hits), arrivals(hits, 5)));
  fc.assert(
    fc.property(split, ([hits, batches]) => assertSameAsAtOnce(hits, batches)),
    { numRuns: 1000 },
  );
});

test('events over days without inactivity that arrive one by one, in any order, give the same visits as all events at once', () => {
  const split = hitsWithoutPause.chain((hits) => fc.tuple(fc.constant(hits), arrivals(hits, 1)));
  fc.assert(
    fc.property(split, ([hits, batches]) => assertSameAsAtOnce(hits, batches)),
    { numRuns: 150 },
  );
});

test('a late page view takes over a leave from a page view 24 hours earlier', () => {
  const earlier = hit(1, { occurredAtMs: 0 });
  const leave = hit(2, { occurredAtMs: 24 * hourMs, kind: 'leave', durationSeconds: 60 });
  const late = hit(3, { occurredAtMs: 24 * hourMs });
  const store = simulatedStore();
  for (const each of [earlier, leave, late]) store.merge([each]);
  assert.deepEqual(asSet(store.visits()), asSet([[earlier], [leave, late]]));
});

test('a page view and its leave 24 hours later are matched in any order', () => {
  const page = hit(1, { occurredAtMs: 0 });
  const leave = hit(2, { occurredAtMs: 24 * hourMs, kind: 'leave' });
  for (const arriving of [
    [page, leave],
    [leave, page],
  ]) {
    const store = simulatedStore();
    for (const each of arriving) store.merge([each]);
    assert.deepEqual(asSet(store.visits()), asSet([[page, leave]]));
  }
});

test('a hit does not cause visits 48 hours away to be recomputed', () => {
  const store = simulatedStore();
  for (let day = 0; day < 10; day++) store.merge([hit(day, { occurredAtMs: day * 48 * hourMs })]);
  assert.equal(store.recomputedVisits(), 0);
});

test('the window of an event other than a page view or leave is the session timeout in both directions', () => {
  const atMs = 100 * hourMs;
  assert.deepEqual(mergeWindowOf([hit(1, { occurredAtMs: atMs, kind: 'download' })]), {
    fromMs: atMs - 30 * minuteMs,
    toMs: atMs + 30 * minuteMs,
  });
});
