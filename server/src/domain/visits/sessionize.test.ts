import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { EventKind, Hit } from '../events/event.ts';
import { hit, hitsOfOneVisitor, hourMs, idsOf, minuteMs } from './hits.fixture.ts';
import { sessionize } from './sessionize.ts';

/** Sessionizes one hit per entry and returns the indexes of the entries in each visit. */
function visitsOf(...entries: [atMs: number, kind: EventKind, path?: string, durationSeconds?: number][]): number[][] {
  const hits = entries.map(([occurredAtMs, kind, path = '/', durationSeconds], index) =>
    hit(index, { occurredAtMs, kind, url: `https://example.com${path}`, durationSeconds: durationSeconds ?? null }),
  );
  return sessionize(hits).map((visit) => visit.map((each) => hits.indexOf(each)));
}

describe('inactivity', () => {
  test('of 30 minutes continues the visit, and a millisecond more starts a new one', () => {
    assert.deepEqual(visitsOf([0, 'page_view'], [30 * minuteMs, 'event'], [60 * minuteMs + 1, 'event']), [[0, 1], [2]]);
  });

  test('is measured from the last hit, not from the first', () => {
    assert.deepEqual(visitsOf([0, 'page_view'], [25 * minuteMs, 'download'], [50 * minuteMs, 'page_view']), [[0, 1, 2]]);
  });

  test('without hits there are no visits', () => assert.deepEqual(sessionize([]), []));
});

describe('maximum length', () => {
  test('24 hours after its start, a visit ends even without inactivity', () => {
    const entries = Array.from({ length: 101 }, (_, index): [number, EventKind] => [index * 15 * minuteMs, 'event']);
    const visits = visitsOf(...entries);
    assert.deepEqual(
      visits.map((visit) => visit.length),
      [97, 4],
    );
  });
});

describe('campaigns', () => {
  const view = (atMinutes: number, path: string): [number, EventKind, string] => [atMinutes * minuteMs, 'page_view', path];

  test('a different campaign starts a new visit', () => {
    assert.deepEqual(visitsOf(view(0, '/?utm_campaign=a'), view(1, '/x'), view(2, '/?utm_campaign=b')), [[0, 1], [2]]);
  });

  test('the same campaign does not start a new visit, whatever the order and case of its parameters', () => {
    assert.deepEqual(visitsOf(view(0, '/?utm_source=s&utm_campaign=a'), view(1, '/x'), view(2, '/y?UTM_Campaign=A&utm_source=S&page=2')), [
      [0, 1, 2],
    ]);
  });

  test('a different value of any of the six UTM parameters is a different campaign; only the first value of a repeated one counts', () => {
    for (const name of ['source', 'medium', 'campaign', 'term', 'content', 'id']) {
      const changed = `/?utm_source=s&utm_medium=m&utm_${name}=other`;
      assert.equal(
        visitsOf(view(0, '/?utm_source=s&utm_medium=m'), view(1, changed)).length,
        name === 'source' || name === 'medium' ? 1 : 2,
        name,
      );
      assert.equal(visitsOf(view(0, `/?utm_${name}=one`), view(1, `/?utm_${name}=two`)).length, 2, name);
    }
  });

  test('a campaign starts a new visit if the current one has none', () => {
    assert.deepEqual(visitsOf(view(0, '/'), view(1, '/?gclid=1')), [[0], [1]]);
  });

  test('page views without a campaign continue the visit', () => {
    assert.deepEqual(visitsOf(view(0, '/?gclid=1'), view(1, '/'), view(2, '/?gclid=1')), [[0, 1, 2]]);
  });

  test('a different click id is a different campaign, unless the UTM parameters are the same', () => {
    assert.equal(visitsOf(view(0, '/?gclid=1'), view(1, '/?gclid=2')).length, 2);
    assert.equal(visitsOf(view(0, '/?gclid=1'), view(1, '/?msclkid=1')).length, 2);
    assert.equal(visitsOf(view(0, '/?gclid=1&utm_campaign=a'), view(1, '/?utm_campaign=a&gclid=2')).length, 1);
  });

  test('empty parameters are not a campaign', () => {
    assert.equal(visitsOf(view(0, '/?utm_campaign=a'), view(1, '/?utm_campaign=&gclid=%20')).length, 1);
  });

  test('hits before the first page view join its campaign', () => {
    assert.deepEqual(visitsOf([0, 'identify'], view(1, '/?utm_campaign=a'), view(2, '/?utm_campaign=b')), [[0, 1], [2]]);
  });

  test('only page views change the campaign', () => {
    assert.deepEqual(visitsOf(view(0, '/'), [minuteMs, 'event', '/?utm_campaign=a']), [[0, 1]]);
  });
});

describe('leaves', () => {
  test('two hours of reading with a leave at the end are one visit, which the next page view continues', () => {
    assert.deepEqual(visitsOf([0, 'page_view'], [2 * hourMs, 'leave', '/', 7000], [2 * hourMs + 30 * minuteMs, 'page_view']), [[0, 1, 2]]);
  });

  test('a leave long after its page view does not start a visit, even without a duration', () => {
    assert.deepEqual(visitsOf([0, 'page_view'], [16 * hourMs, 'leave', '/', 300]), [[0, 1]]);
    assert.deepEqual(visitsOf([0, 'page_view'], [16 * hourMs, 'leave']), [[0, 1]]);
  });

  test('a tab left open overnight does not join two days into one visit', () => {
    assert.deepEqual(
      visitsOf([0, 'page_view'], [5 * minuteMs, 'leave', '/', 300], [16 * hourMs, 'leave', '/', 310], [16 * hourMs, 'page_view', '/x']),
      [[0, 1, 2], [3]],
    );
  });

  test('a leave extends the visit if its duration covers all but 30 minutes since the page view', () => {
    const leave = (seconds: number) => visitsOf([0, 'page_view'], [hourMs, 'leave', '/', seconds], [hourMs + minuteMs, 'event']);
    assert.deepEqual(leave(1800), [[0, 1, 2]]);
    assert.deepEqual(leave(1799), [[0, 1], [2]]);
  });

  test('several leaves of a page each extend the visit from the previous leave', () => {
    const leaves = [20, 45, 70].map((atMinutes): [number, EventKind, string, number] => [atMinutes * minuteMs, 'leave', '/', 60]);
    assert.deepEqual(visitsOf([0, 'page_view'], ...leaves, [95 * minuteMs, 'event']), [[0, 1, 2, 3, 4]]);
  });

  test('a leave without prior inactivity is activity like any other hit', () => {
    const [view, download, leave] = [0, 25 * minuteMs, 50 * minuteMs];
    assert.deepEqual(visitsOf([view, 'page_view'], [download, 'download'], [leave, 'leave'], [80 * minuteMs, 'event']), [[0, 1, 2, 3]]);
  });

  test('a leave of a page of an earlier visit does not count as activity in the current visit', () => {
    assert.deepEqual(
      visitsOf(
        [0, 'page_view', '/a'],
        [2 * hourMs, 'page_view', '/b'],
        [2 * hourMs + 20 * minuteMs, 'leave', '/a'],
        [2 * hourMs + 40 * minuteMs, 'event'],
      ),
      [[0, 2], [1], [3]],
    );
  });

  test('a duration that several leaves report counts only once', () => {
    const leaves = [40, 110].map((atMinutes): [number, EventKind, string, number] => [atMinutes * minuteMs, 'leave', '/', 40 * 60]);
    assert.deepEqual(visitsOf([0, 'page_view'], ...leaves, [111 * minuteMs, 'event']), [[0, 1, 2], [3]]);
  });

  test('a leave belongs to the latest page view of its URL, across visits in between', () => {
    assert.deepEqual(
      visitsOf(
        [0, 'page_view', '/a'],
        [minuteMs, 'page_view', '/a'],
        [3 * hourMs, 'page_view', '/b'],
        [3 * hourMs + minuteMs, 'leave', '/a'],
      ),
      [[0, 1, 3], [2]],
    );
  });

  test('a leave at the time of its page view belongs to it, regardless of the order of ids', () => {
    assert.deepEqual(visitsOf([0, 'leave', '/', 40 * 60], [0, 'page_view']), [[0, 1]]);
    assert.deepEqual(visitsOf([0, 'page_view', '/?gclid=1'], [minuteMs, 'leave', '/?gclid=2'], [minuteMs, 'page_view', '/?gclid=2']), [
      [0],
      [1, 2],
    ]);
  });

  test('after a change of campaign, the leave of the previous page belongs to the previous visit', () => {
    assert.deepEqual(visitsOf([0, 'page_view', '/a'], [minuteMs, 'page_view', '/?gclid=1'], [2 * minuteMs, 'leave', '/a']), [[0, 2], [1]]);
  });

  test('a leave whose page view is unknown or more than 24 hours ago is a hit like any other', () => {
    assert.deepEqual(visitsOf([0, 'page_view', '/a'], [10 * minuteMs, 'leave', '/b'], [40 * minuteMs, 'event']), [[0, 1, 2]]);
    assert.deepEqual(visitsOf([0, 'page_view', '/a'], [24 * hourMs, 'leave', '/a']), [[0, 1]]);
    assert.deepEqual(visitsOf([0, 'page_view', '/a'], [24 * hourMs + 1, 'leave', '/a']), [[0], [1]]);
  });
});

describe('properties', () => {
  const shuffledWithRepetition = (hits: Hit[]) =>
    fc.tuple(
      fc.shuffledSubarray(hits, { minLength: hits.length, maxLength: hits.length }),
      hits.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...hits), { maxLength: 10 }),
    );

  test('any order and any duplicates give the same visits', () => {
    const property = fc.property(
      hitsOfOneVisitor.chain((hits) => fc.tuple(fc.constant(hits), shuffledWithRepetition(hits))),
      ([hits, [shuffled, repeated]]) => {
        const mixed = [...repeated.slice(0, 5), ...shuffled, ...repeated.slice(5)].map((each) => structuredClone(each));
        assert.deepEqual(idsOf(sessionize(mixed)), idsOf(sessionize(hits)));
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  test('every event is in exactly one visit, in chronological order, and visits are ordered by start', () => {
    const property = fc.property(hitsOfOneVisitor, (hits) => {
      const visits = sessionize(hits);
      assert.deepEqual(idsOf(visits).flat().sort(), hits.map(({ event }) => event.id).sort());
      for (const visit of visits) assertAscending(visit.map(({ event }) => [event.occurredAtMs, event.id]));
      assertAscending(visits.map(([first]) => [first?.event.occurredAtMs ?? 0, '']));
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('no visit has two campaigns, or events other than leaves more than 24 hours apart', () => {
    const property = fc.property(hitsOfOneVisitor, (hits) => {
      for (const visit of sessionize(hits)) {
        const times = visit.filter(({ event }) => event.kind !== 'leave').map(({ event }) => event.occurredAtMs);
        assert.ok(times.length === 0 || Math.max(...times) - Math.min(...times) <= 24 * hourMs);
        const campaigns = new Set(
          visit.filter(({ event }) => event.kind === 'page_view' && event.url?.includes('?')).map(({ event }) => event.url),
        );
        assert.ok(campaigns.size <= 1);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('if duplicates differ, the result does not depend on their order', () => {
    const property = fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 5 }), (titles) => {
      const copies = titles.map((title) => hit(1, { occurredAtMs: title % 2, title: String(title) }));
      assert.deepEqual(sessionize(copies), sessionize(copies.toReversed()));
    });
    fc.assert(property);
  });
});

function assertAscending(keys: [number, string][]): void {
  for (const [index, [atMs, id]] of keys.entries()) {
    const [previousAtMs, previousId] = keys[index - 1] ?? [Number.NEGATIVE_INFINITY, ''];
    assert.ok(previousAtMs < atMs || (previousAtMs === atMs && previousId <= id));
  }
}
