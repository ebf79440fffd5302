import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TrackedEvent } from '../events/event.ts';
import { buildVisit, engagementsOf } from './build-visit.ts';
import { hit, hitsOfOneVisitor, hourMs } from './hits.fixture.ts';
import { sessionize } from './sessionize.ts';

const secondMs = 1000;
const atSecond = (second: number, event: Partial<TrackedEvent> = {}) => ({ occurredAtMs: second * secondMs, ...event });
const page = (path: string) => `https://www.example.com${path}`;

describe('a complete visit', () => {
  const hits = [
    hit(1, atSecond(0, { url: page('/?utm_source=news'), title: 'Home', referrer: 'https://mail.google.com/' }), {
      ip: null,
      userAgent: 'first',
      gaClientIds: ['GA1.1.7'],
    }),
    hit(2, atSecond(10, { kind: 'leave', url: page('/?utm_source=news'), durationSeconds: 9 })),
    hit(3, atSecond(10, { url: page('/prices'), title: 'Prices' }), { ip: '192.0.2.1', userAgent: 'second' }),
    hit(4, atSecond(20, { kind: 'download', url: page('/prices'), targetUrl: page('/list.pdf') }), { gaClientIds: ['GA1.1.8', 'GA1.1.7'] }),
    hit(5, atSecond(40, { url: page('/contact'), title: null }), { ip: '192.0.2.2' }),
    hit(6, atSecond(50, { kind: 'identify', url: page('/contact'), email: 'a@example.org', firstName: 'Ada', lastName: 'L' })),
    hit(7, atSecond(60, { kind: 'leave', url: page('/contact'), durationSeconds: 20 })),
    hit(8, atSecond(90, { kind: 'leave', url: page('/contact'), durationSeconds: 49.6 })),
  ];
  const visit = buildVisit(hits, []);

  test('starts with its first hit, ends with its last leave, and its depth is the number of page views', () => {
    const { startedAtMs, endedAtMs, lastHitAtMs, visitLengthSeconds, pageDepth, landingPage } = visit;
    assert.deepEqual(
      { startedAtMs, endedAtMs, lastHitAtMs, visitLengthSeconds, pageDepth, landingPage },
      {
        startedAtMs: 0,
        endedAtMs: 90 * secondMs,
        lastHitAtMs: 90 * secondMs,
        visitLengthSeconds: 90,
        pageDepth: 3,
        landingPage: { hostname: 'www.example.com', path: '/', url: page('/?utm_source=news'), title: 'Home' },
      },
    );
  });

  test('the route lists the page views with the previous page and the time on the page', () => {
    assert.deepEqual(
      visit.route.map(({ path, title, previousPagePath, timeOnPageSeconds }) => [path, title, previousPagePath, timeOnPageSeconds]),
      [
        ['/', 'Home', null, 10],
        ['/prices', 'Prices', '/', 30],
        ['/contact', null, '/prices', 50],
      ],
    );
    assert.deepEqual(
      visit.route.map(({ hostname, url }) => [hostname, url]),
      [
        ['www.example.com', page('/?utm_source=news')],
        ['www.example.com', page('/prices')],
        ['www.example.com', page('/contact')],
      ],
    );
  });

  test('the engagements are all events in chronological order', () => {
    const engagements = engagementsOf(hits.toReversed(), visit.route);
    assert.deepEqual(
      engagements.map(({ kind, path, timeOnPageSeconds, previousPagePath }) => [kind, path, timeOnPageSeconds, previousPagePath]),
      [
        ['page_view', '/', 10, null],
        ['leave', '/', 9, null],
        ['page_view', '/prices', 30, '/'],
        ['download', '/prices', null, null],
        ['page_view', '/contact', 50, '/prices'],
        ['identify', '/contact', null, null],
        ['leave', '/contact', 20, null],
        ['leave', '/contact', 49.6, null],
      ],
    );
    assert.deepEqual(
      engagements.map(({ eventId }) => eventId),
      hits.map(({ event }) => event.id),
    );
    assert.equal(engagements[3]?.targetUrl, page('/list.pdf'));
  });

  test('has the source of its landing page, the first known address and user agent, and the identity of the visitor', () => {
    assert.equal(visit.source, 'news');
    assert.equal(visit.referringUrl, 'https://mail.google.com/');
    assert.deepEqual(visit.gaClientIds, ['GA1.1.7', 'GA1.1.8']);
    assert.equal(visit.ip, '192.0.2.1');
    assert.equal(visit.userAgent, 'first');
    assert.deepEqual([visit.visitorEmail, visit.visitorFirstName, visit.visitorLastName], ['a@example.org', 'Ada', 'L']);
    assert.equal(visit.partnerCookies, null);
  });
});

describe('visit length', () => {
  test('a last page without a leave adds nothing, although a later event extends the visit', () => {
    const visit = buildVisit([hit(1), hit(2, atSecond(30, { kind: 'event' }))], []);
    assert.equal(visit.visitLengthSeconds, 0);
    assert.equal(visit.endedAtMs, 30 * secondMs);
  });

  test('fractions of seconds are not lost over many pages', () => {
    const visit = buildVisit(
      Array.from({ length: 11 }, (_, index) => hit(index, { occurredAtMs: index * 1900 })),
      [],
    );
    assert.equal(visit.visitLengthSeconds, 19);
  });

  test('a leave of an earlier view of the same page does not extend the last view', () => {
    const visit = buildVisit([hit(1), hit(2, atSecond(5, { kind: 'leave', durationSeconds: 5 })), hit(3, atSecond(6))], []);
    assert.deepEqual(
      visit.route.map(({ timeOnPageSeconds }) => timeOnPageSeconds),
      [6, 0],
    );
  });

  test('the leave of a tab left open overnight adds only its duration, and the visit ends after that duration', () => {
    const visit = buildVisit([hit(1), hit(2, { kind: 'leave', occurredAtMs: 16 * hourMs, durationSeconds: 300 })], []);
    assert.deepEqual([visit.visitLengthSeconds, visit.endedAtMs, visit.lastHitAtMs], [300, 300 * secondMs, 16 * hourMs]);
  });

  test('time on the last page counts only up to the maximum length of the visit', () => {
    const hits = [
      hit(1),
      hit(2, { occurredAtMs: 23 * hourMs }),
      hit(3, { kind: 'leave', occurredAtMs: 26 * hourMs, durationSeconds: 3 * 3600 }),
    ];
    const visit = buildVisit(hits, []);
    assert.deepEqual([visit.visitLengthSeconds, visit.endedAtMs], [24 * 3600, 24 * hourMs]);
  });

  test('an invalid duration counts as 0, and one of more than 24 hours as 24 hours', () => {
    const last = (durationSeconds: number) =>
      buildVisit([hit(1), hit(2, atSecond(5, { kind: 'leave', durationSeconds }))], []).visitLengthSeconds;
    assert.equal(last(-5), 0);
    assert.equal(last(Number.NaN), 0);
    assert.equal(last(1e12), 86_400);
  });

  test('no visit is longer than 24 hours or ends after its last hit', () => {
    const property = fc.property(hitsOfOneVisitor, (hits) => {
      for (const each of sessionize(hits)) {
        const visit = buildVisit(each, []);
        assert.ok(visit.visitLengthSeconds >= 0 && visit.visitLengthSeconds <= 86_400);
        assert.ok(visit.endedAtMs >= visit.startedAtMs && visit.endedAtMs - visit.startedAtMs <= 24 * hourMs);
        assert.ok(visit.endedAtMs <= visit.lastHitAtMs);
        assert.ok(visit.route.every(({ timeOnPageSeconds }) => Number.isInteger(timeOnPageSeconds) && timeOnPageSeconds >= 0));
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('visitor of a visit', () => {
  const identify = (idNumber: number, email: string | null, firstName: string | null, lastName: string | null) =>
    hit(idNumber, atSecond(idNumber, { kind: 'identify', email, firstName, lastName }));
  const identity = (...hits: ReturnType<typeof hit>[]) => {
    const { visitorEmail, visitorFirstName, visitorLastName } = buildVisit(hits, []);
    return [visitorEmail, visitorFirstName, visitorLastName];
  };

  test('has the latest e-mail address and names', () => {
    assert.deepEqual(identity(identify(1, 'a@x.test', 'A', 'One'), identify(2, 'b@x.test', 'B', 'Two')), ['b@x.test', 'B', 'Two']);
  });

  test('retains earlier names, except for those given with another e-mail address', () => {
    assert.deepEqual(identity(identify(1, 'a@x.test', 'A', 'One'), identify(2, 'A@X.test', null, null)), ['A@X.test', 'A', 'One']);
    assert.deepEqual(identity(identify(1, 'a@x.test', 'A', 'One'), identify(2, 'b@x.test', null, null)), ['b@x.test', null, null]);
    assert.deepEqual(identity(identify(1, null, 'A', null), identify(2, 'b@x.test', null, 'Two')), ['b@x.test', 'A', 'Two']);
  });

  test('has the latest partner cookies', () => {
    const cookies = (MCMID: string) => ({ MCMID, MCAAMB: null, MCAAMLH: null });
    const hits = [
      hit(1, atSecond(1), { partnerCookies: cookies('1') }),
      hit(2, atSecond(2), { partnerCookies: cookies('2') }),
      hit(3, atSecond(3)),
    ];
    assert.deepEqual(buildVisit(hits, []).partnerCookies, cookies('2'));
  });
});

describe('incomplete data', () => {
  test('a visit without a page view has the page of its first event', () => {
    const visit = buildVisit([hit(1, { kind: 'identify', url: null }), hit(2, atSecond(1, { kind: 'form', url: page('/contact') }))], []);
    assert.deepEqual([visit.pageDepth, visit.visitLengthSeconds, visit.landingPage?.path, visit.source], [0, 0, '/contact', '(direct)']);
  });

  test('an invalid URL is retained unchanged, without hostname and path', () => {
    const visit = buildVisit([hit(1, { url: 'nonsense' })], []);
    assert.deepEqual(visit.landingPage, { hostname: null, path: null, url: 'nonsense', title: null });
  });

  test('a visit without hits is rejected', () => assert.throws(() => buildVisit([], []), RangeError));
});

test('the facts of a visit do not depend on the order of its hits or on duplicates', () => {
  const property = fc.property(
    hitsOfOneVisitor
      .filter((hits) => hits.length > 0)
      .chain((hits) => fc.tuple(fc.constant(hits), fc.shuffledSubarray(hits, { minLength: hits.length }), fc.subarray(hits))),
    ([hits, shuffled, repeated]) => assert.deepEqual(buildVisit([...shuffled, ...repeated], []), buildVisit(hits, [])),
  );
  fc.assert(property, { numRuns: 300 });
});
