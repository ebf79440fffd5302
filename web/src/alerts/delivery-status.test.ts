import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadTexts } from '../texts/language.ts';
import { deliveryStatus, reasonText } from './delivery-status.ts';

await loadTexts('en');

const at = '2026-11-15T09:30:00.000Z';
const message = { id: '1', channel: 'webhook' as const, createdAt: at, completedAt: null, nextAttemptAt: null, companies: [] };
const attempt = (status: number | null, error: string | null) => ({ at, status, error });

test('each delivery status is shown with its text and the reason for failed attempts', () => {
  const failed = [attempt(503, 'The webhook responded with 503.'), attempt(null, 'connect ECONNREFUSED 192.0.2.1:443')];
  assert.deepEqual(deliveryStatus({ ...message, status: 'pending', attempts: [] }), { state: 'Sending', reason: null });
  assert.deepEqual(deliveryStatus({ ...message, status: 'delivered', attempts: [...failed, attempt(204, null)] }), {
    state: 'Delivered',
    tone: 'good',
    reason: null,
  });
  const waiting = deliveryStatus({ ...message, status: 'pending', nextAttemptAt: at, attempts: failed });
  assert.equal(waiting.state, 'Retrying');
  assert.match(waiting.reason!, /^The connection was refused\. \(connect .*\) Tried 2 times; next attempt: .+\.$/);
  const final = deliveryStatus({ ...message, status: 'failed', attempts: failed.slice(0, 1) });
  assert.equal(final.reason, 'The webhook responded with 503: it had an internal error. Tried once; no further attempts.');
  assert.match(deliveryStatus({ ...message, status: 'dropped', attempts: [] }).reason!, /disabled/);
});

test('an unknown error is shown unchanged; for an undelivered e-mail, it is introduced as the reason of the mail server', () => {
  const refused = 'The mail server refused ada@acme.example.';
  const { state, reason } = deliveryStatus({ ...message, channel: 'email', status: 'delivered', attempts: [attempt(null, refused)] });
  assert.deepEqual([state, reason], ['Delivered', refused]);
  const waiting = deliveryStatus({ ...message, channel: 'email', status: 'pending', attempts: [attempt(null, 'Message failed: 550 no')] });
  assert.equal(waiting.reason, 'The mail server refused the message: Message failed: 550 no');
});

test('the reasons that the server writes are translated', async () => {
  await loadTexts('de');
  assert.equal(reasonText('The mail server refused ada@acme.example.', null), 'Der Mailserver hat ada@acme.example abgelehnt.');
  const server = join(import.meta.dirname, '../../../server/src/domain/alerts');
  const source = ['send-delivery.ts', 'attempt-delivery.ts'].map((file) => readFileSync(join(server, file), 'utf8')).join('\n');
  const sentences = [...source.matchAll(/(?:dropped: |drop\(ctx, delivery, )'([^']+)'/g)].map(([, text = '']) => text);
  assert.equal(sentences.length, 7);
  for (const text of sentences) assert.notEqual(reasonText(text, null), text);
  await loadTexts('en');
});
