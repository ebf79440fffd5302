import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryWords } from './delivery-status.ts';

const at = '2026-11-15T09:30:00.000Z';
const message = { id: '1', channel: 'webhook' as const, createdAt: at, completedAt: null, nextAttemptAt: null, companies: [] };
const attempt = (status: number | null, error: string | null) => ({ at, status, error });

test('each state has its words', () => {
  const failed = [attempt(503, 'The webhook answered 503.'), attempt(null, 'connect ECONNREFUSED 192.0.2.1:443')];
  assert.deepEqual(deliveryWords({ ...message, status: 'pending', attempts: [] }), { state: 'On its way', tone: '', reason: null });
  assert.deepEqual(deliveryWords({ ...message, status: 'delivered', attempts: [...failed, attempt(204, null)] }), {
    state: 'Delivered',
    tone: 'good',
    reason: null,
  });
  const waiting = deliveryWords({ ...message, status: 'pending', nextAttemptAt: at, attempts: failed });
  assert.equal(waiting.state, 'Trying again');
  assert.match(waiting.reason!, /^Nothing listens there\. \(connect .*\) Tried 2 times; next try .+\.$/);
  const over = deliveryWords({ ...message, status: 'failed', attempts: failed.slice(0, 1) });
  assert.equal(over.reason, 'The webhook answered 503: it has a fault of its own. Tried once, then given up.');
  assert.match(deliveryWords({ ...message, status: 'dropped', attempts: [] }).reason!, /given up/);
});

test('what the server says of itself is shown as it is', () => {
  const refused = 'The mail server refused ada@acme.example.';
  const { state, reason } = deliveryWords({ ...message, channel: 'email', status: 'delivered', attempts: [attempt(null, refused)] });
  assert.deepEqual([state, reason], ['Delivered', refused]);
  const waiting = deliveryWords({ ...message, channel: 'email', status: 'pending', attempts: [attempt(null, 'Message failed: 550 no')] });
  assert.equal(waiting.reason, 'The mail server did not take it: Message failed: 550 no');
});
