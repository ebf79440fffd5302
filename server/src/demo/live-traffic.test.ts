import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { LiveTraffic } from './live-traffic.ts';

test('live traffic ends with one message when the API key of the demo is rejected', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-10-06T10:00:00Z') });
  const requests = t.mock.method(globalThis, 'fetch', async () => new Response('', { status: 401 }));
  const messages: string[] = [];
  const log = { info: (text: string) => messages.push(text), warn: (_: object, text: string) => messages.push(text) };
  const demo = {
    seed: 1,
    accountId: '1',
    userId: '1',
    email: '',
    password: '',
    key: '',
    token: '',
    endsOn: '',
    daysSent: 60,
    isWorkedOn: true,
  };
  const companies = [{ domain: 'audi.com', weight: 1, addresses: ['143.164.1.10'], firstDay: 0 }];
  const visitors = { companies, homes: ['91.0.0.1'], dataCenters: ['5.9.0.1'] };
  new LiveTraffic('http://127.0.0.1:9', demo, visitors, log as unknown as Logger).start();
  for (let second = 0; second < 300; second++) {
    t.mock.timers.tick(1000);
    await setImmediate();
  }
  assert.deepEqual(messages, ['The API key of the demo is rejected, so no more demo visits are sent']);
  const sent = requests.mock.callCount();
  assert.ok(sent >= 1 && sent < 5, `${sent} requests`);
});
