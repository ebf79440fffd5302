import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane } from '../domain/lanes/lanes.ts';
import { LaneOrder } from './lane-order.ts';

const lanesOf = (...numbers: number[]): Lane[] => numbers.map((lane) => ({ accountId: '1', lane }));
const numbersOf = (lanes: Lane[]) => lanes.map(({ lane }) => lane);
const many = Array.from({ length: 50 }, (_, index) => index);

test('the lanes of a round keep the order of the previous round, after lanes that were not in it', () => {
  const order = new LaneOrder();
  const first = numbersOf(order.next(lanesOf(...many)));
  assert.deepEqual(numbersOf(order.next(lanesOf(...many))), first);
  const waiting = first.filter((_, index) => index % 2 === 0);
  assert.deepEqual(numbersOf(order.next(lanesOf(...waiting.toSorted((a, b) => a - b), 99))), [99, ...waiting]);
  // The lanes left out of the last round now start the next one.
  const rejoined = numbersOf(order.next(lanesOf(...many)));
  assert.deepEqual(rejoined.slice(-waiting.length), waiting);
});

test('lanes that are new are in a random order, and lanes of other accounts are others', () => {
  const orders = new Set(Array.from({ length: 5 }, () => numbersOf(new LaneOrder().next(lanesOf(...many))).join()));
  assert.ok(orders.size > 1);
  const order = new LaneOrder();
  order.next(lanesOf(1, 2));
  const [next] = order.next([...lanesOf(1, 2), { accountId: '2', lane: 1 }]);
  assert.equal(next?.accountId, '2');
});
