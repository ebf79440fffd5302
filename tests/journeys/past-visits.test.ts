import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { enrichAddress } from '../../server/src/domain/enrichment/enrich-address.ts';
import { companyReference } from '../../server/src/domain/identification/company-reference.ts';
import { importIpRanges } from '../../server/src/domain/imports/import-ip-ranges.ts';
import { runImport } from '../../server/src/domain/imports/run-import.ts';
import { EventQueueWriter } from '../../server/src/domain/ingestion/event-queue/event-queue-writer.ts';
import { recomputeVerdicts } from '../../server/src/domain/reattribution/recompute-verdicts.ts';
import { deleteExpiredAddresses } from '../../server/src/domain/retention/delete-expired-addresses.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { chrome } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';
import { companyNameOfVisit, runReattributions, visitCountsByLead } from '../kit/visits.ts';

const service = await startTestService();
const { ctx } = service;
const eventQueue = new EventQueueWriter(ctx);
const dayMs = 86_400_000;
const now = Date.parse('2026-03-10T12:00:00Z');
service.clock.set(new Date(now));

const workplace = '91.64.5.9';
const home = '80.128.0.10';

type Account = Awaited<ReturnType<typeof newAccount>>;
type Visit = { visitor: string; ip: string; daysAgo: number; email?: string; minutes?: number };

async function newAccount(ipStorage: 'none' | 'truncated' | 'full') {
  await sql`delete from company_ip_ranges`.execute(ctx.db);
  service.clock.set(new Date(now));
  const account = await service.newAccount();
  await updateAccountSettings(ctx, account.accountId, { processing: { ip_storage: ipStorage, ip_retention_days: 30 } });
  return account;
}

/** Sends a page view in its own request and processes it in its own batch. Returns the id of the visit. */
async function visit({ accountId }: Account, { visitor, ip, daysAgo, email, minutes = 0 }: Visit): Promise<string> {
  const id = randomUUID();
  const occurredAtMs = ctx.clock.now().getTime() - daysAgo * dayMs + minutes * 60_000;
  const nothing = { title: null, referrer: null, name: null, targetUrl: null, durationSeconds: null, firstName: null, lastName: null };
  const event = { id, kind: 'page_view' as const, occurredAtMs, url: 'https://shop.example/', ...nothing, email: null };
  const identify = { ...event, id: randomUUID(), kind: 'identify' as const, occurredAtMs: occurredAtMs + 1000, email: email ?? null };
  await eventQueue.add(accountId, {
    visitorId: visitor,
    ip,
    userAgent: chrome,
    gaClientIds: [],
    partnerCookies: null,
    events: email === undefined ? [event] : [event, identify],
    sentBy: 'tracker',
  });
  await service.drain();
  return id;
}

async function importRange(cidr: string, domain: string) {
  const records = (async function* () {
    yield { line: 2, fields: { cidr, domain } };
  })();
  assert.equal((await runImport(ctx, importIpRanges, records, { dryRun: false })).added, 1);
}

async function companyIdOf(domain: string): Promise<string> {
  const reference = { ...companyReference({ domain, name: domain }), origin: 'import' as const };
  return getOrThrow(await resolveCompanies(ctx, null, [reference]), reference.key);
}

const merge = (previous: string, current: string) =>
  ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));

async function recompute({ accountId }: Account) {
  await recomputeVerdicts(ctx, accountId, 'test');
  await runReattributions(service, { accountId });
}

for (const storage of ['none', 'truncated', 'full'] as const) {
  test(`a visitor who returns keeps the company of an imported range (ip_storage ${storage})`, async () => {
    const account = await newAccount(storage);
    await importRange('91.64.5.8/29', 'range-firm.com');
    for (const daysAgo of [3, 2, 1]) await visit(account, { visitor: 'a', ip: workplace, daysAgo });
    assert.deepEqual(await visitCountsByLead(service, account), { 'range-firm.com': 3 });
    await visit(account, { visitor: 'a', ip: home, daysAgo: 0 });
    assert.deepEqual(await visitCountsByLead(service, account), { 'range-firm.com': 4 });
    await recompute(account);
    assert.deepEqual(await visitCountsByLead(service, account), { 'range-firm.com': 4 });
  });

  test(`a visitor who returns keeps the company of a corrected block, IPv4 or IPv6, or stays without one (ip_storage ${storage})`, async () => {
    const account = await newAccount(storage);
    const firm = await companyIdOf('ruled-firm.com');
    await createCorrection(ctx, account.accountId, { target: '91.64.5.8/29', effect: 'company', company: firm });
    await createCorrection(ctx, account.accountId, { target: '2a02:8071:5:7::/64', effect: 'company', company: firm });
    await createCorrection(ctx, account.accountId, { target: '17.1.1.0/28', effect: 'not_a_company' });
    await runReattributions(service, account);
    for (const [visitor, ip] of Object.entries({ four: workplace, six: '2a02:8071:5:7::1', apple: '17.1.1.3' })) {
      for (const daysAgo of [3, 2, 1]) await visit(account, { visitor, ip, daysAgo });
      await visit(account, { visitor, ip: home, daysAgo: 0 });
    }
    assert.deepEqual(await visitCountsByLead(service, account), { 'ruled-firm.com': 8 });
    await recompute(account);
    assert.deepEqual(await visitCountsByLead(service, account), { 'ruled-firm.com': 8 });
  });

  test(`a block does not affect its neighbors (ip_storage ${storage})`, async () => {
    const account = await newAccount(storage);
    await visit(account, { visitor: 'a', ip: '81.2.69.77', daysAgo: 2 });
    await visit(account, { visitor: 'b', ip: '91.64.5.77', daysAgo: 2 });
    await importRange('81.2.69.0/29', 'neighbor.com');
    await importRange('91.64.0.0/30', 'first-in-network.com');
    await recompute(account);
    await visit(account, { visitor: 'a', ip: '81.2.69.77', daysAgo: 1 });
    service.clock.set(new Date(now + 40 * dayMs));
    await deleteExpiredAddresses(ctx);
    await recompute(account);
    assert.deepEqual(await visitCountsByLead(service, account), {});
  });

  test(`visits keep their company after their addresses are deleted (ip_storage ${storage})`, async () => {
    const account = await newAccount(storage);
    await createCorrection(ctx, account.accountId, { target: workplace, effect: 'company', company: await companyIdOf('old-firm.com') });
    await runReattributions(service, account);
    for (const daysAgo of [4, 3, 2, 1]) await visit(account, { visitor: 'a', ip: workplace, daysAgo });
    service.clock.set(new Date(now + 40 * dayMs));
    await deleteExpiredAddresses(ctx);
    await visit(account, { visitor: 'a', ip: home, daysAgo: 0 });
    await recompute(account);
    assert.deepEqual(await visitCountsByLead(service, account), { 'old-firm.com': 5 });
  });

  test(`a merge moves all visits, including old ones and those identified by e-mail address (ip_storage ${storage})`, async () => {
    const account = await newAccount(storage);
    const [previous, current] = [await companyIdOf(`before-${storage}.com`), await companyIdOf(`after-${storage}.com`)];
    await createCorrection(ctx, account.accountId, { target: workplace, effect: 'company', company: previous });
    await runReattributions(service, account);
    for (const daysAgo of [3, 2, 1]) await visit(account, { visitor: 'old', ip: workplace, daysAgo });
    service.clock.set(new Date(now + 40 * dayMs));
    await deleteExpiredAddresses(ctx);
    await visit(account, { visitor: 'mail', ip: home, daysAgo: 1, email: `jane@before-${storage}.com` });
    for (const daysAgo of [5, 4, 3, 2, 1]) await visit(account, { visitor: 'kept', ip: home, daysAgo, email: `joe@after-${storage}.com` });
    await merge(previous, current);
    await runReattributions(service, account);
    assert.deepEqual(await visitCountsByLead(service, account), { [`after-${storage}.com`]: 9 });
  });

  test(`an event after a merge does not restore the merged company (ip_storage ${storage})`, async () => {
    const account = await newAccount(storage);
    const [previous, current] = [await companyIdOf(`gone-${storage}.com`), await companyIdOf(`stays-${storage}.com`)];
    await createCorrection(ctx, account.accountId, { target: workplace, effect: 'company', company: previous });
    await runReattributions(service, account);
    // The visit starts at another address and moves to that of the company, whose id is therefore stored only in the clients.
    await visit(account, { visitor: 'a', ip: '198.51.100.7', daysAgo: 1 });
    await visit(account, { visitor: 'a', ip: workplace, daysAgo: 1, minutes: 5 });
    await merge(previous, current);
    await runReattributions(service, account);
    // After more than 30 minutes, another visit starts at the address of the company.
    await visit(account, { visitor: 'a', ip: workplace, daysAgo: 1, minutes: 40 });
    const { rows } = await sql<{ id: string }>`
      select distinct company_id::text as id from visits where account_id = ${account.accountId} and company_id is not null
      union select client ->> 'companyId' from visits, json_array_elements(events::json -> 'clients') as client
      where account_id = ${account.accountId} and client ->> 'companyId' is not null`.execute(ctx.db);
    assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set([current]));
  });
}

test('visits keep what was learned about their address after retention deletes the learned address', async () => {
  const account = await newAccount('truncated');
  for (const visitor of ['one', 'two']) await visit(account, { visitor, ip: home, daysAgo: 1, email: `${visitor}@siemens.com` });
  service.clock.set(new Date(now + 25 * dayMs));
  const silent = await visit(account, { visitor: 'silent', ip: home, daysAgo: 0 });
  assert.equal(await companyNameOfVisit(service, account, silent), 'Siemens');
  service.clock.set(new Date(now + 35 * dayMs));
  await deleteExpiredAddresses(ctx);
  const { rows } = await sql`select 1 from learned_addresses where account_id = ${account.accountId}`.execute(ctx.db);
  assert.equal(rows.length, 0);
  await recompute(account);
  assert.equal(await companyNameOfVisit(service, account, silent), 'Siemens');
  // The address is learned again from one of the two visitors: the old visit keeps the evidence of both, a new one has only that of one.
  await visit(account, { visitor: 'one', ip: home, daysAgo: 0, email: 'one@siemens.com' });
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, silent), 'Siemens');
  const later = await visit(account, { visitor: 'later', ip: home, daysAgo: 0 });
  assert.equal(await companyNameOfVisit(service, account, later), null);
});

test('an imported block takes precedence over the kind of the surrounding network', async () => {
  const account = await newAccount('truncated');
  await importRange('5.9.1.0/24', 'rack-renter.com');
  await importRange('91.64.5.8/29', 'range-firm.com');
  const fromHostingProvider = await visit(account, { visitor: 'a', ip: '5.9.1.7', daysAgo: 0 });
  assert.equal(await companyNameOfVisit(service, account, fromHostingProvider), 'rack-renter.com');
  for (const ip of ['5.9.1.7', workplace]) {
    const { verdict } = await enrichAddress(ctx, account.accountId, ip);
    assert.equal(verdict.kind, 'business', ip);
  }
});
