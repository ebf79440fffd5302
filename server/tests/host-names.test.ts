import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askHostNames } from '../src/domain/identification/ask-host-names.ts';
import { recomputeVerdicts } from '../src/domain/identification/recompute-verdicts.ts';
import { type DnsResolver, ReverseDns } from '../src/providers/dns/reverse-dns.ts';
import { startTestService } from './kit/service.ts';
import { companyOfVisit, runReattributions, sendVisit } from './kit/visits.ts';

const office = '80.128.0.10';
const line = '80.128.0.11';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const names: Record<string, string> = { [office]: 'vpn.siemens.com', [line]: 'p50800b.dip0.t-ipconnect.de' };
const resolver: DnsResolver = {
  reverse: async (ip) => [names[ip] ?? ''].filter((name) => name !== ''),
  resolve4: async (name) => Object.entries(names).flatMap(([ip, own]) => (own === name ? [ip] : [])),
  resolve6: async () => [],
};
const ctx = { ...service.ctx, identifier: { ...service.ctx.identifier, hostNames: new ReverseDns(resolver, Date.now) } };

test('a host name that is found later names the company of the visit, and stays when the address is gone', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: office, visitorId: 'a' });
  const other = await sendVisit(service, account, { ip: line, visitorId: 'b' });
  assert.equal(await companyOfVisit(service, account, visit), null);
  await askHostNames(ctx, account.accountId, [office, line]);
  assert.equal(await companyOfVisit(service, account, visit), 'Siemens');
  assert.equal(await companyOfVisit(service, account, other), null);
  await recomputeVerdicts(service.ctx, account.accountId, 'test');
  await runReattributions(service, account);
  assert.equal(await companyOfVisit(service, account, visit), 'Siemens');
});

test('nothing is asked where look-ups are off', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: office, visitorId: 'a' });
  await askHostNames(service.ctx, account.accountId, [office]);
  assert.equal(await companyOfVisit(service, account, visit), null);
});
