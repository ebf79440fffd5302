import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventKinds } from '../../events/event.ts';
import { decodeBody, encodeEntry, eventsIn, type QueueEntry } from './queue-entry.ts';

const plain = { noNullPrototype: true };
const text = fc.option(fc.string({ unit: 'binary' }), { nil: null });
const entries: fc.Arbitrary<QueueEntry> = fc.record(
  {
    visitorId: text,
    ip: text,
    userAgent: text,
    gaClientIds: fc.array(fc.string()),
    partnerCookies: fc.option(fc.record({ MCMID: text, MCAAMB: text, MCAAMLH: text }, plain), { nil: null }),
    hints: fc.array(fc.string()),
    refused: fc.option(fc.record({ too_old: fc.nat(), in_future: fc.nat(), malformed: fc.nat() }, plain), { nil: undefined }),
    sentBy: fc.option(fc.constant('tracker' as const), { nil: undefined }),
    events: fc.array(
      fc.record(
        {
          id: fc.uuid(),
          kind: fc.constantFrom(...eventKinds),
          occurredAtMs: fc.nat(),
          url: text,
          title: text,
          referrer: text,
          name: text,
          targetUrl: text,
          durationSeconds: fc.option(fc.nat(), { nil: null }),
          email: text,
          firstName: text,
          lastName: text,
        },
        plain,
      ),
    ),
  },
  plain,
);

test('an entry is encoded on a single line and decoded without changes', () => {
  fc.assert(
    fc.property(entries, (entry) => {
      const line = encodeEntry(entry);
      assert.ok(!line.includes('\n'));
      assert.deepEqual(decodeBody(line), [entry]);
    }),
  );
});

test('rejected events count as received', () => {
  const entry = { visitorId: null, ip: null, userAgent: null, gaClientIds: [], partnerCookies: null, events: [] };
  assert.equal(eventsIn({ ...entry, refused: { too_old: 2, in_future: 1, malformed: 4 } }), 7);
});

test('a body with several entries is decoded', () => {
  fc.assert(
    fc.property(fc.array(entries, { minLength: 1, maxLength: 5 }), (several) => {
      assert.deepEqual(decodeBody(several.map(encodeEntry).join('\n')), several);
    }),
  );
});
