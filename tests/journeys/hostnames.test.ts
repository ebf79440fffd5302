import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { EventQueueWriter } from '../../server/src/domain/ingestion/event-queue/event-queue-writer.ts';
import { lookUpHostNames } from '../../server/src/domain/reattribution/look-up-host-names.ts';
import { recomputeVerdicts } from '../../server/src/domain/reattribution/recompute-verdicts.ts';
import { type DnsResolver, ReverseDns } from '../../server/src/providers/dns/reverse-dns.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { companyNameOfVisit, runReattributions, sendVisit, visitCountsByLead } from '../kit/visits.ts';

const workplace = '80.128.0.10';
const home = '80.128.0.11';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const names: Record<string, string> = { [workplace]: 'vpn.siemens.com', [home]: 'p50800b.dip0.t-ipconnect.de' };
const resolver: DnsResolver = {
  reverse: async (ip) => [names[ip] ?? ''].filter((name) => name !== ''),
  resolve4: async (name) => Object.entries(names).flatMap(([ip, own]) => (own === name ? [ip] : [])),
  resolve6: async () => [],
};
const ctx = { ...service.ctx, identifier: { ...service.ctx.identifier, hostNames: new ReverseDns(resolver, Date.now) } };

test('a hostname found later identifies the company, and a recomputation without lookups retains it', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: workplace, visitorId: 'a' });
  const other = await sendVisit(service, account, { ip: home, visitorId: 'b' });
  assert.equal(await companyNameOfVisit(service, account, visit), null);
  await lookUpHostNames(ctx, account.accountId, [workplace, home]);
  assert.equal(await companyNameOfVisit(service, account, visit), 'Siemens');
  assert.equal(await companyNameOfVisit(service, account, other), null);
  await recomputeVerdicts(service.ctx, account.accountId, 'test');
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, visit), 'Siemens');
});

test('all of 1,200 visits from an address are re-evaluated when its hostname is found', async () => {
  const account = await service.newAccount();
  const atMs = service.clock.now().getTime() - 3_600_000;
  const eventQueue = new EventQueueWriter(service.ctx);
  const nothing = { title: null, referrer: null, name: null, targetUrl: null, durationSeconds: null, firstName: null, lastName: null };
  const visits = Array.from({ length: 1200 }, (_, index) =>
    eventQueue.add(account.accountId, {
      visitorId: `visitor ${index}`,
      ip: workplace,
      userAgent: chrome,
      gaClientIds: [],
      partnerCookies: null,
      events: [{ id: randomUUID(), kind: 'page_view', occurredAtMs: atMs, url: 'https://shop.example/', email: null, ...nothing }],
      sentBy: 'tracker',
    }),
  );
  await Promise.all(visits);
  await service.drain();
  const identifier = { ...ctx.identifier, hostNames: new ReverseDns(resolver, Date.now) };
  await lookUpHostNames({ ...ctx, identifier }, account.accountId, [workplace]);
  assert.deepEqual(await visitCountsByLead(service, account), { Siemens: 1200 });
});

test('hostnames found for many batches at once do not use up the database connections', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: workplace, visitorId: 'a' });
  const lookUp = () => {
    const identifier = { ...ctx.identifier, hostNames: new ReverseDns(resolver, Date.now) };
    return lookUpHostNames({ ...ctx, identifier }, account.accountId, [workplace]);
  };
  await Promise.all(Array.from({ length: 2 * service.connection.pool.options.max }, lookUp));
  assert.equal(await companyNameOfVisit(service, account, visit), 'Siemens');
});

test('if lookups are disabled, the visit stays unidentified', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: workplace, visitorId: 'a' });
  await lookUpHostNames(service.ctx, account.accountId, [workplace]);
  assert.equal(await companyNameOfVisit(service, account, visit), null);
});
