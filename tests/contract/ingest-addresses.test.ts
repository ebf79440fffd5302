import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createCorrection, listCorrections } from '../../server/src/domain/corrections/corrections.ts';
import { chrome, pageView, post } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const now = new Date('2026-10-15T12:00:00.000Z');
service.clock.set(now);

/** Addresses in their canonical notation, each with other notations of it. */
const addressNotations: [string, string[]][] = [
  ['2a02:8071::1', ['2A02:8071:0:0:0:0:0:1', '2a02:8071::1', '2a02:8071:0::0:1', '2A02:8071::0001']],
  ['91.64.1.9', ['::ffff:91.64.1.9', '91.64.1.9', '::FFFF:5b40:109', ' 91.64.1.9 ']],
];

async function countVisitors(accountId: string): Promise<number> {
  const rows = await service.ctx.db.selectFrom('visits').select('visitor_id').distinct().where('account_id', '=', accountId).execute();
  return rows.length;
}

for (const [address, notations] of addressNotations) {
  test(`every notation of ${address} is the same cookieless visitor on every endpoint`, async () => {
    const { accountId, scriptHash, key } = await service.newAccount();
    const events = notations.map((ip) => ({ ...pageView({ occurred_at: now.toISOString() }), ip, user_agent: chrome }));
    const response = await v1Client(service, { key })(`/v1/collect?account_id=${accountId}`, { body: { events } });
    assert.equal(response.body.data.attributes.accepted, notations.length);
    for (const ip of notations) {
      const headers = { 'x-forwarded-for': ip };
      const sent = await post({
        url: service.url,
        scriptHash,
        events: [pageView({ occurred_at: now.getTime() })],
        headers,
        body: { sent_at: now.getTime() },
      });
      assert.equal(sent.status, 204);
      const query = new URLSearchParams({ script_hash: scriptHash, id: randomUUID(), url: 'https://shop.example/' });
      const pixel = await fetch(`${service.url}/collect.gif?${query}`, { headers: { ...headers, 'user-agent': chrome } });
      assert.equal(pixel.status, 200);
    }
    await service.drain();
    assert.equal(await countVisitors(accountId), 1);
    const { page_depth } = await service.ctx.db
      .selectFrom('visits')
      .select('page_depth')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    assert.equal(page_depth, notations.length * 3);
  });

  test(`settings, corrections and enrichment accept ${address} in every notation`, async () => {
    const account = await service.newAccount();
    const call = v1Client(service, account);
    const path = `/v1/settings/data-processing?account_id=${account.accountId}`;
    const changed = await call(path, {
      method: 'PATCH',
      body: { data: { type: 'data_processing_settings', attributes: { excluded_ips: notations } } },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(changed.body.data.attributes.excluded_ips, [address]);
    for (const target of notations) await createCorrection(service.ctx, account.accountId, { target, effect: 'ignore' });
    assert.equal((await listCorrections(service.ctx, account.accountId)).length, 1);
    for (const ip of notations) {
      const enriched = await call(`/v1/ip/enrich?${new URLSearchParams({ account_id: account.accountId, ip })}`);
      assert.equal(enriched.body.data.attributes.ip, address);
    }
  });
}
