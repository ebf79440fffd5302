import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownClient } from './client-info.ts';
import { type RememberedVisits, VisitorMemory } from './visitor-memory.ts';

const lane = { accountId: '1', lane: 0 };
const visitorWith = (characters: number): RememberedVisits => ({
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
      pageIds: [],
      verdictId: null,
      deviceType: null,
      source: null,
      medium: null,
      campaign: null,
      goalIds: [],
      client: unknownClient,
      events: 'x'.repeat(characters),
    },
  ],
  anonymousSeen: { firstMs: 0, lastMs: 0 },
});
const only = (id: string, visitor: RememberedVisits | null = visitorWith(1)) => new Map([[id, visitor]]);

test('a visitor is cached while all claims of the lane are by this process', () => {
  const memory = new VisitorMemory();
  memory.keep(lane, { before: '0', now: '10' }, only('first'));
  memory.keep(lane, { before: '10', now: '11' }, only('second'));
  const ours = memory.at(lane, { before: '11', now: '12' });
  assert.deepEqual([ours('first')?.visits.length, ours('second')?.visits.length, ours('third')], [1, 1, undefined]);

  const afterOthers = memory.at(lane, { before: '99', now: '12' });
  assert.equal(afterOthers('first'), undefined);
  memory.keep(lane, { before: '99', now: '12' }, only('third'));
  const again = memory.at(lane, { before: '12', now: '13' });
  assert.deepEqual([again('first'), again('second'), again('third')?.visits.length], [undefined, undefined, 1]);
});

test('lanes and accounts are separate, and null removes a visitor', () => {
  const memory = new VisitorMemory();
  memory.keep(lane, { before: '0', now: '10' }, only('visitor'));
  memory.keep({ ...lane, lane: 1 }, { before: '0', now: '10' }, new Map());
  assert.equal(memory.at({ ...lane, lane: 1 }, { before: '10', now: '11' })('visitor'), undefined);
  assert.equal(memory.at({ ...lane, accountId: '2' }, { before: '10', now: '11' })('visitor'), undefined);
  memory.keep(lane, { before: '10', now: '11' }, only('visitor', null));
  assert.equal(memory.at(lane, { before: '11', now: '12' })('visitor'), undefined);
});

test('it caches only the latest visitors, and none with a very long history', () => {
  const memory = new VisitorMemory();
  const many = Array.from({ length: 20_000 }, (_, at) => [`visitor ${at}`, visitorWith(1)] as const);
  memory.keep(lane, { before: '0', now: '10' }, new Map([...many, ['long', visitorWith(8193)]]));
  const remembered = memory.at(lane, { before: '10', now: '11' });
  const left = many.filter(([id]) => remembered(id) !== undefined);
  assert.ok(left.length <= 16_000, `${left.length} are remembered`);
  assert.equal(left.at(-1)?.[0], 'visitor 19999');
  assert.equal(remembered('long'), undefined);
});

test('no visitor is cached for longer than the longest pause of a visit', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const memory = new VisitorMemory();
  memory.keep(lane, { before: '0', now: '10' }, only('visitor'));
  const isKnown = () => memory.at(lane, { before: '10', now: '11' })('visitor') !== undefined;
  t.mock.timers.tick(30 * 60_000);
  assert.equal(isKnown(), true);
  t.mock.timers.tick(1);
  assert.equal(isKnown(), false);
});
