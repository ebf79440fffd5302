import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { checkedClient, errorOf } from '../kit/checked-client.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { db } = service.ctx;
const consentPath = '/v1/settings/cookie-consent';
const processingPath = '/v1/settings/data-processing';
const consentBody = (attributes: Record<string, unknown>) => ({ data: { type: 'cookie_consent_settings', attributes } });
const processingBody = (attributes: Record<string, unknown>) => ({ data: { type: 'data_processing_settings', attributes } });

async function openAccount() {
  const account = await service.newAccount();
  const call = checkedClient(service, account);
  const patch = (path: string, body: unknown) => call(path, { method: 'PATCH', body });
  return { account, call, patch };
}

test('fields of the cookie consent settings can be changed, and the tracker script changes immediately', async () => {
  const { account, call, patch } = await openAccount();
  const before = await call(consentPath);
  assert.deepEqual(before.body.data, {
    type: 'cookie_consent_settings',
    id: account.accountId,
    attributes: { mode: 'cookieless', consent_manager: 'none', cookie_lifetime_days: 365, respect_gpc: true, respect_dnt: true },
  });
  const script = async () => (await fetch(`${service.url}/t/${account.scriptHash}.js`)).text();
  const scriptBefore = await script();
  const changed = await patch(consentPath, consentBody({ mode: 'consent_required', consent_manager: 'tcf' }));
  assert.deepEqual(changed.body.data.attributes, { ...before.body.data.attributes, mode: 'consent_required', consent_manager: 'tcf' });
  assert.deepEqual((await call(consentPath)).body.data, changed.body.data);
  const scriptAfter = await script();
  assert.notEqual(scriptAfter, scriptBefore);
  await patch(consentPath, consentBody({ mode: 'cookieless', consent_manager: 'none' }));
  assert.equal(await script(), scriptBefore);
});

test('data processing settings can be changed, and apply from the next event', async () => {
  const { account, call, patch } = await openAccount();
  const before = (await call(processingPath)).body.data.attributes;
  assert.deepEqual([before.ip_storage, before.excluded_ips, before.page_name], ['truncated', [], 'path']);
  const sendAndCountVisits = async () => {
    const event = {
      id: randomUUID(),
      kind: 'page_view',
      occurred_at: new Date(Date.now() - 5000).toISOString(),
      ip: '143.164.1.10',
      user_agent: chrome,
      url: 'https://shop.example/pricing',
      visitor_id: randomUUID(),
    };
    await call('/v1/collect', { body: { events: [event] } });
    await service.drain();
    const rows = await db.selectFrom('visits').select('ip').where('account_id', '=', account.accountId).execute();
    return rows.length;
  };
  assert.equal(await sendAndCountVisits(), 1);
  for (const exclusion of [
    { excluded_ips: ['143.164.0.0/16'] },
    { excluded_ips: [], excluded_countries: ['de'] },
    { excluded_countries: [], hostnames: ['Other.EXAMPLE'] },
    { hostnames: [], excluded_paths: ['/pricing*'] },
  ]) {
    assert.equal((await patch(processingPath, processingBody(exclusion))).status, 200);
    assert.equal(await sendAndCountVisits(), 1, JSON.stringify(exclusion));
  }
  const reset = await patch(processingPath, processingBody({ excluded_paths: [], ip_storage: 'none' }));
  assert.deepEqual(reset.body.data.attributes, { ...before, ip_storage: 'none' });
  assert.equal(await sendAndCountVisits(), 2);
  const rows = await db.selectFrom('visits').select('ip').where('account_id', '=', account.accountId).execute();
  assert.deepEqual(rows.map(({ ip }) => ip !== null).sort(), [false, true]);
});

test('an invalid setting is rejected with a pointer, and nothing changes', async () => {
  const { call, patch } = await openAccount();
  const before = [(await call(consentPath)).body.data, (await call(processingPath)).body.data];
  const wrong: [string, unknown, string][] = [
    [consentPath, consentBody({}), '/data/attributes'],
    [consentPath, consentBody({ mode: 'sometimes' }), '/data/attributes/mode'],
    [consentPath, consentBody({ cookie_lifetime_days: 0 }), '/data/attributes/cookie_lifetime_days'],
    [consentPath, consentBody({ cookie_lifetime_days: '30' }), '/data/attributes/cookie_lifetime_days'],
    [consentPath, consentBody({ respect_gpc: 'yes' }), '/data/attributes/respect_gpc'],
    [consentPath, consentBody({ ip_storage: 'none' }), '/data/attributes/ip_storage'],
    [consentPath, processingBody({ ip_storage: 'none' }), '/data/type'],
    [processingPath, processingBody({ ip_storage: 'some' }), '/data/attributes/ip_storage'],
    [processingPath, processingBody({ visit_retention_days: 4000 }), '/data/attributes/visit_retention_days'],
    [processingPath, processingBody({ excluded_ips: ['1.2.3.4', '1.2.3'] }), '/data/attributes/excluded_ips/1'],
    [processingPath, processingBody({ excluded_countries: ['XQ'] }), '/data/attributes/excluded_countries/0'],
    [processingPath, processingBody({ hostnames: ['https://shop.example'] }), '/data/attributes/hostnames/0'],
    [processingPath, processingBody({ excluded_paths: ['intern'], page_name: 'url' }), '/data/attributes/excluded_paths/0'],
    [processingPath, processingBody({ excluded_ips: '1.2.3.4' }), '/data/attributes/excluded_ips'],
  ];
  for (const [path, body, pointer] of wrong) {
    assert.equal(errorOf(await patch(path, body)), `400 invalid_parameter ${pointer}`, JSON.stringify(body));
  }
  assert.deepEqual([(await call(consentPath)).body.data, (await call(processingPath)).body.data], before);
});

test('concurrent changes of settings do not overwrite each other and do not affect other accounts', async () => {
  const { call, patch } = await openAccount();
  const bystander = await openAccount();
  await Promise.all([
    patch(processingPath, processingBody({ capture_forms: true })),
    patch(processingPath, processingBody({ page_name: 'title' })),
    patch(consentPath, consentBody({ respect_dnt: false })),
    patch(consentPath, consentBody({ mode: 'always' })),
  ]);
  const { attributes: processing } = (await call(processingPath)).body.data;
  const { attributes: consent } = (await call(consentPath)).body.data;
  assert.deepEqual([processing.capture_forms, processing.page_name, consent.respect_dnt, consent.mode], [true, 'title', false, 'always']);
  assert.equal((await bystander.call(consentPath)).body.data.attributes.mode, 'cookieless');
});
