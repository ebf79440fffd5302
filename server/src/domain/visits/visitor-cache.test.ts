import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownClient } from './client-info.ts';
import { type CachedVisits, VisitorCache } from './visitor-cache.ts';

const lane = { accountId: '1', lane: 0 };
const visitorWith = (characters: number): CachedVisits => ({
  sinceMs: 0,
  visits: [
    {
      id: 'visit',
      visitorId: 'visitor',
      startedAtMs: 0,
      lastHitAtMs: 0,
      hitCount: 1,
      companyId: null,
      placeId: '0',
      pageDepth: 1,
      landingPageId: null,
      pageIds: [],
      verdictId: null,
      deviceType: null,
      source: null,
      medium: null,
      campaign: null,
      goals: [],
      goalIds: [],
      client: unknownClient,
      events: 'x'.repeat(characters),
    },
  ],
  anonymousSeen: { firstMs: 0, lastMs: 0 },
});
const only = (id: string, visitor: CachedVisits | null = visitorWith(1)) => new Map([[id, visitor]]);

test('a visitor is cached as long as this process makes all claims of the lane', () => {
  const cache = new VisitorCache();
  cache.store(lane, { previousId: '0', id: '10' }, only('first'));
  cache.store(lane, { previousId: '10', id: '11' }, only('second'));
  const cached = cache.lookupAt(lane, { previousId: '11', id: '12' });
  assert.deepEqual([cached('first')?.visits.length, cached('second')?.visits.length, cached('third')], [1, 1, undefined]);

  const afterOtherProcess = cache.lookupAt(lane, { previousId: '99', id: '12' });
  assert.equal(afterOtherProcess('first'), undefined);
  cache.store(lane, { previousId: '99', id: '12' }, only('third'));
  const again = cache.lookupAt(lane, { previousId: '12', id: '13' });
  assert.deepEqual([again('first'), again('second'), again('third')?.visits.length], [undefined, undefined, 1]);
});

test('a visitor is cached only for their lane and account, and null removes a visitor', () => {
  const cache = new VisitorCache();
  cache.store(lane, { previousId: '0', id: '10' }, only('visitor'));
  cache.store({ ...lane, lane: 1 }, { previousId: '0', id: '10' }, new Map());
  assert.equal(cache.lookupAt({ ...lane, lane: 1 }, { previousId: '10', id: '11' })('visitor'), undefined);
  assert.equal(cache.lookupAt({ ...lane, accountId: '2' }, { previousId: '10', id: '11' })('visitor'), undefined);
  cache.store(lane, { previousId: '10', id: '11' }, only('visitor', null));
  assert.equal(cache.lookupAt(lane, { previousId: '11', id: '12' })('visitor'), undefined);
});

test('only the latest visitors are cached, and none with more than 8192 characters of events', () => {
  const cache = new VisitorCache();
  const many = Array.from({ length: 20_000 }, (_, index) => [`visitor ${index}`, visitorWith(1)] as const);
  cache.store(lane, { previousId: '0', id: '10' }, new Map([...many, ['long', visitorWith(8193)]]));
  const cached = cache.lookupAt(lane, { previousId: '10', id: '11' });
  const left = many.filter(([id]) => cached(id) !== undefined);
  assert.ok(left.length <= 16_000, `${left.length} are cached`);
  assert.equal(left.at(-1)?.[0], 'visitor 19999');
  assert.equal(cached('long'), undefined);
});

test('a cached visitor expires after the session timeout', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const cache = new VisitorCache();
  cache.store(lane, { previousId: '0', id: '10' }, only('visitor'));
  const isKnown = () => cache.lookupAt(lane, { previousId: '10', id: '11' })('visitor') !== undefined;
  t.mock.timers.tick(30 * 60_000);
  assert.equal(isKnown(), true);
  t.mock.timers.tick(1);
  assert.equal(isKnown(), false);
});
