import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { erasePerson } from '../../server/src/domain/privacy/erase-person.ts';
import { subjectOf } from '../../server/src/domain/privacy/subject.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { companyNameOfVisit, runReattributions, sendVisit } from '../kit/visits.ts';

const audi = '143.164.1.10';
const home = '80.128.0.10';
const otherHome = '80.129.7.7';
const hostingProvider = '5.9.1.1';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });

test("a visitor's work e-mail address identifies the employer for this visit and earlier ones", async () => {
  const account = await service.newAccount();
  const before = await sendVisit(service, account, { ip: home, visitorId: 'v', atMs: Date.now() - 86_400_000 });
  assert.equal(await companyNameOfVisit(service, account, before), null);
  const identified = await sendVisit(service, account, { ip: home, visitorId: 'v', email: 'jane@siemens.com' });
  assert.equal(await companyNameOfVisit(service, account, identified), 'Siemens');
  assert.equal(await companyNameOfVisit(service, account, before), 'Siemens');
  const other = await sendVisit(service, account, { ip: otherHome, visitorId: 'w', email: 'joe@gmail.com' });
  assert.equal(await companyNameOfVisit(service, account, other), null);
});

test('a visitor seen at their workplace is also identified at home, in earlier and later visits', async () => {
  const account = await service.newAccount();
  const before = await sendVisit(service, account, { ip: home, visitorId: 'v', atMs: Date.now() - 2 * 86_400_000 });
  await sendVisit(service, account, { ip: audi, visitorId: 'v', atMs: Date.now() - 86_400_000 });
  const after = await sendVisit(service, account, { ip: otherHome, visitorId: 'v' });
  const stranger = await sendVisit(service, account, { ip: otherHome, visitorId: 'w' });
  assert.equal(await companyNameOfVisit(service, account, before), 'Audi');
  assert.equal(await companyNameOfVisit(service, account, after), 'Audi');
  assert.equal(await companyNameOfVisit(service, account, stranger), null);
});

test('a correction that a workplace is not a company also applies to visits from home', async () => {
  const account = await service.newAccount();
  await sendVisit(service, account, { ip: audi, visitorId: 'v', atMs: Date.now() - 86_400_000 });
  const atHome = await sendVisit(service, account, { ip: home, visitorId: 'v' });
  assert.equal(await companyNameOfVisit(service, account, atHome), 'Audi');
  await createCorrection(service.ctx, account.accountId, { target: '143.164.0.0/16', effect: 'not_a_company' });
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, atHome), null);
});

test('an address becomes a workplace once two visitors there have given work e-mail addresses of the same employer', async () => {
  const account = await service.newAccount();
  const silent = await sendVisit(service, account, { ip: home, visitorId: 'silent' });
  await sendVisit(service, account, { ip: home, visitorId: 'one', email: 'one@siemens.com' });
  assert.equal(await companyNameOfVisit(service, account, await sendVisit(service, account, { ip: home, visitorId: 'guest' })), null);
  await sendVisit(service, account, { ip: home, visitorId: 'two', email: 'two@siemens.com' });
  assert.equal(await companyNameOfVisit(service, account, await sendVisit(service, account, { ip: home, visitorId: 'three' })), 'Siemens');
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, silent), 'Siemens');
  assert.equal(await companyNameOfVisit(service, account, await sendVisit(service, account, { ip: otherHome, visitorId: 'four' })), null);
});

test('a new work e-mail address replaces what was learned from a visitor at every IP address, and a personal one deletes it', async () => {
  const account = await service.newAccount();
  const silent = await sendVisit(service, account, { ip: home, visitorId: 'silent' });
  for (const name of ['one', 'two']) await sendVisit(service, account, { ip: home, visitorId: name, email: `${name}@siemens.com` });
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, silent), 'Siemens');
  await sendVisit(service, account, { ip: otherHome, visitorId: 'two', email: 'two@bosch.com' });
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, silent), null);
  assert.deepEqual(await learnedAddressesOf(account), ['one siemens.com', 'two bosch.com', 'two bosch.com']);
  await sendVisit(service, account, { ip: otherHome, visitorId: 'two', email: 'two@gmail.com' });
  assert.deepEqual(await learnedAddressesOf(account), ['one siemens.com']);
});

test('an e-mail address that arrives late does not replace a more recent one', async () => {
  const account = await service.newAccount();
  await sendVisit(service, account, { ip: home, visitorId: 'v', email: 'jane@siemens.com' });
  await sendVisit(service, account, { ip: otherHome, visitorId: 'v', email: 'jane@bosch.com', atMs: Date.now() - 86_400_000 });
  assert.deepEqual(await learnedAddressesOf(account), ['v siemens.com', 'v siemens.com']);
});

test('in a visit that changes address, a learned address identifies only the hits from that address', async () => {
  const account = await service.newAccount();
  const atMs = Date.now() - 10 * 60_000;
  await sendVisit(service, account, { ip: otherHome, visitorId: 'silent', atMs });
  await sendVisit(service, account, { ip: home, visitorId: 'silent', atMs: atMs + 60_000 });
  for (const name of ['one', 'two']) await sendVisit(service, account, { ip: home, visitorId: name, email: `${name}@siemens.com` });
  await runReattributions(service, account);
  const { rows } = await sql<{ hasCompany: boolean }>`
    select client ->> 'companyId' is not null as "hasCompany" from visits, jsonb_array_elements(events::jsonb -> 'clients') as client
    where account_id = ${account.accountId} and visitor_id = 'silent' order by 1`.execute(service.ctx.db);
  assert.deepEqual(rows, [{ hasCompany: false }, { hasCompany: true }]);
});

test('what was learned from an erased visitor is deleted, and visits of other visitors are updated', async () => {
  const account = await service.newAccount();
  const silent = await sendVisit(service, account, { ip: home, visitorId: 'silent' });
  for (const name of ['one', 'two']) await sendVisit(service, account, { ip: home, visitorId: name, email: `${name}@siemens.com` });
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, silent), 'Siemens');
  await erasePerson(service.ctx, { accountId: account.accountId }, subjectOf({ email: 'two@siemens.com' }));
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, silent), null);
  const { rows } = await sql`
    select 1 from reattributions where account_id = ${account.accountId} and scope <> '{}'`.execute(service.ctx.db);
  assert.deepEqual(rows, [], 'finished runs store no address keys');
});

test('nothing is learned from hosting networks', async () => {
  const account = await service.newAccount();
  for (const name of ['one', 'two', 'three'])
    await sendVisit(service, account, { ip: hostingProvider, visitorId: name, email: `${name}@siemens.com` });
  assert.deepEqual(await learnedAddressesOf(account), []);
});

test('an account that stores no addresses learns nothing', async () => {
  const account = await service.newAccount();
  await service.ctx.db
    .updateTable('accounts')
    .set({ data_processing: JSON.stringify({ ip_storage: 'none' }) })
    .where('id', '=', account.accountId)
    .execute();
  for (const name of ['one', 'two']) await sendVisit(service, account, { ip: home, visitorId: name, email: `${name}@siemens.com` });
  assert.deepEqual(await learnedAddressesOf(account), []);
});

async function learnedAddressesOf({ accountId }: TestAccount): Promise<string[]> {
  const rows = await service.ctx.db
    .selectFrom('learned_addresses')
    .select(['visitor_id', 'domain'])
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ visitor_id, domain }) => `${visitor_id} ${domain}`).sort();
}
