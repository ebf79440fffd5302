import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

test('a page view posted to the collector becomes a visit of the company behind the address', async () => {
  const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
  const { accountId, scriptHash } = await service.newAccount();
  const id = randomUUID();
  const response = await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': chrome, 'x-forwarded-for': '143.164.1.10' },
    body: JSON.stringify({
      script_hash: scriptHash,
      sent_at: Date.now(),
      events: [{ id, kind: 'page_view', occurred_at: Date.now(), url: 'https://shop.example/pricing', title: 'Pricing' }],
    }),
  });
  assert.equal(response.status, 204);
  await service.drain();
  const visit = await service.ctx.db
    .selectFrom('visits')
    .innerJoin('companies', 'companies.id', 'visits.company_id')
    .select(['visits.id', 'companies.name', 'page_depth', 'device_type'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(visit, { id, name: 'Audi', page_depth: 1, device_type: 'desktop' });
});
