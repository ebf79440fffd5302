import fc from 'fast-check';
import { type EventKind, eventKinds, type Hit, type TrackedEvent } from '../events/event.ts';

/** Creates a hit for tests with empty defaults. The id is a small number in UUID form, so ids sort like numbers. */
export function hit(idNumber: number, event: Partial<TrackedEvent> = {}, sender: Partial<Omit<Hit, 'event'>> = {}): Hit {
  return {
    event: {
      id: `00000000-0000-7000-8000-${String(idNumber).padStart(12, '0')}`,
      kind: 'page_view',
      occurredAtMs: 0,
      url: 'https://example.com/',
      title: null,
      referrer: null,
      name: null,
      targetUrl: null,
      durationSeconds: null,
      email: null,
      firstName: null,
      lastName: null,
      ...event,
    },
    visitorId: 'visitor',
    ip: null,
    userAgent: null,
    gaClientIds: [],
    partnerCookies: null,
    ...sender,
  };
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

const urls = [
  'https://example.com/a',
  'https://example.com/b',
  'https://example.com/a?utm_source=news&utm_campaign=spring',
  'https://example.com/b?gclid=1',
  null,
];

// Most events are page views and leaves, and there are few URLs, so that leaves match page views.
const kind = fc.oneof(
  { weight: 4, arbitrary: fc.constant<EventKind>('page_view') },
  { weight: 4, arbitrary: fc.constant<EventKind>('leave') },
  { weight: 2, arbitrary: fc.constantFrom(...eventKinds) },
);

// Times are multiples of ten minutes, so that events coincide and are exactly at the limits; some are off by a millisecond.
const occurredAtMs = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 36 }) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 6 * 52 }) },
      { weight: 1, arbitrary: fc.constantFrom(6 * 24, 6 * 24 + 3, 6 * 48, 6 * 49) },
    ),
    fc.constantFrom(0, 0, 0, 1, -1),
  )
  .map(([step, offsetMs]) => step * 10 * minuteMs + offsetMs);

const durationSeconds = fc.oneof(fc.constant(null), fc.constantFrom(0, 60, 1800, 7200, 80_000), fc.integer({ min: 0, max: 90_000 }));

/** Events of one visitor over about two days, with coincident events, late leaves, several campaigns and times at the limits. */
export const hitsOfOneVisitor: fc.Arbitrary<Hit[]> = fc
  .array(fc.record({ kind, occurredAtMs, durationSeconds, url: fc.constantFrom(...urls) }), { maxLength: 24 })
  .map((events) => events.map((event, index) => hit((index * 7919) % 1009, event)));

/**
 * Events over one to three days with almost no inactivity: visits are split mostly by the 24-hour limit, so each start shifts the next one.
 */
export const hitsWithoutPause: fc.Arbitrary<Hit[]> = fc
  .array(
    fc.record({
      gapMinutes: fc.oneof({ weight: 60, arbitrary: fc.constantFrom(20, 30, 30) }, { weight: 1, arbitrary: fc.constant(31) }),
      kind: fc.constantFrom<EventKind>('event', 'event', 'event', 'page_view', 'leave'),
    }),
    {
      minLength: 60,
      maxLength: 160,
    },
  )
  .map((events) => {
    let atMs = 0;
    return events.map((event, index) => {
      atMs += event.gapMinutes * minuteMs;
      return hit(index, { kind: event.kind, occurredAtMs: atMs });
    });
  });

export function idsOf(visits: readonly (readonly Hit[])[]): string[][] {
  return visits.map((visit) => visit.map(({ event }) => event.id));
}
