import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { connect } from '../../server/src/db/connect.ts';
import { createCorrection, deleteCorrection, listCorrections } from '../../server/src/domain/corrections/corrections.ts';
import { listReattributions } from '../../server/src/domain/reattribution/list-reattributions.ts';
import { runReattribution } from '../../server/src/domain/reattribution/run-reattribution.ts';
import { startReattribution } from '../../server/src/domain/reattribution/start-reattribution.ts';
import { dayMs } from '../../server/src/lib/day-ms.ts';
import { addresses, visit } from '../kit/earlier.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { companyNameOfVisit, runReattributions, sendVisit, visitCountsByLead } from '../kit/visits.ts';

const audi = '143.164.1.10';
const telekom = '80.128.0.10';

const recorded = recordStatements();
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const setAddressStorage = (account: TestAccount, storage: string) =>
  service.ctx.db
    .updateTable('accounts')
    .set({ data_processing: JSON.stringify({ ip_storage: storage }) })
    .where('id', '=', account.accountId)
    .execute();

test('a correction of a block applies to new visits immediately, and to past visits after the reattribution job', async () => {
  const account = await service.newAccount();
  const before = await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  assert.equal(await companyNameOfVisit(service, account, before), 'Audi');
  await createCorrection(service.ctx, account.accountId, { target: '143.164.0.0/16', effect: 'company', company: 'siemens.com' });
  const after = await sendVisit(service, account, { ip: audi, visitorId: 'b' });
  assert.equal(await companyNameOfVisit(service, account, after), 'Siemens');
  assert.equal(await companyNameOfVisit(service, account, before), 'Audi');
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, before), 'Siemens');
  assert.deepEqual(await visitCountsByLead(service, account), { Siemens: 2 });
  const [run] = await listReattributions(service.ctx, account.accountId);
  assert.deepEqual([run?.status, run?.visitsChanged], ['completed', 1]);
});

test('a correction of one address applies to the past visits from that address only, whether addresses are stored truncated or in full', async () => {
  for (const storage of ['truncated', 'full']) {
    const account = await service.newAccount();
    await setAddressStorage(account, storage);
    const own = await sendVisit(service, account, { ip: telekom, visitorId: 'a' });
    const neighbor = await sendVisit(service, account, { ip: '80.128.0.11', visitorId: 'b' });
    await createCorrection(service.ctx, account.accountId, {
      target: telekom,
      effect: 'company',
      company: 'small-firm.example.com',
      companyName: 'Small Firm',
    });
    await runReattributions(service, account);
    assert.equal(await companyNameOfVisit(service, account, own), 'Small Firm', storage);
    assert.equal(await companyNameOfVisit(service, account, neighbor), null, storage);
  }
});

test('an account that stores no addresses can still correct whole networks', async () => {
  const account = await service.newAccount();
  await setAddressStorage(account, 'none');
  const visit = await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  const stored = await service.ctx.db
    .selectFrom('visits')
    .select(['ip', 'address_key'])
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(stored, { ip: null, address_key: null });
  await createCorrection(service.ctx, account.accountId, { target: '143.164.0.0/16', effect: 'not_a_company' });
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, visit), null);
  assert.deepEqual(await visitCountsByLead(service, account), {});
});

test('a correction can declare that a domain is not a company, and deleting the correction restores the company', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  const { id } = await createCorrection(service.ctx, account.accountId, { target: 'audi.com', effect: 'not_a_company' });
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, visit), null);
  assert.deepEqual(
    (await listCorrections(service.ctx, account.accountId)).map(({ target, effect }) => [target, effect]),
    [['audi.com', 'not_a_company']],
  );
  await deleteCorrection(service.ctx, account.accountId, id);
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, visit), 'Audi');
  assert.deepEqual(await visitCountsByLead(service, account), { Audi: 1 });
});

test('a correction of any domain of a company applies to the company', async () => {
  const { ctx } = service;
  const { company_id } = await ctx.db
    .selectFrom('company_domains')
    .select('company_id')
    .where('domain', '=', 'audi.com')
    .executeTakeFirstOrThrow();
  await ctx.db.insertInto('company_domains').values({ domain: 'audi-works-leadlight.com', company_id }).execute();
  for (const target of ['audi-works-leadlight.com', 'audi.de']) {
    const account = await service.newAccount();
    const past = await sendVisit(service, account, { ip: audi, visitorId: 'a' });
    const { id } = await createCorrection(ctx, account.accountId, { target, effect: 'not_a_company' });
    assert.equal(await companyNameOfVisit(service, account, await sendVisit(service, account, { ip: audi, visitorId: 'b' })), null, target);
    await runReattributions(service, account);
    assert.equal(await companyNameOfVisit(service, account, past), null, target);
    await deleteCorrection(ctx, account.accountId, id);
    await runReattributions(service, account);
    assert.deepEqual(await visitCountsByLead(service, account), { Audi: 2 }, target);
  }
});

test('events of an ignored address are dropped and counted', async () => {
  const account = await service.newAccount();
  await createCorrection(service.ctx, account.accountId, { target: audi, effect: 'ignore' });
  await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  const counts = await service.ctx.db
    .selectFrom('event_outcomes')
    .select(['outcome', 'events'])
    .where('account_id', '=', account.accountId)
    .execute();
  assert.deepEqual(counts, [{ outcome: 'ignored', events: '1' }]);
});

test('visits from an ignored company’s network are dropped, and its employees elsewhere do not make it a lead', async () => {
  const account = await service.newAccount();
  await createCorrection(service.ctx, account.accountId, { target: 'audi.com', effect: 'ignore' });
  await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  const fromHome = await sendVisit(service, account, { ip: '91.64.10.20', visitorId: 'b', email: 'cem@audi.de' });
  assert.equal(await companyNameOfVisit(service, account, fromHome), null);
  assert.deepEqual(await visitCountsByLead(service, account), {});
  const counts = await service.ctx.db
    .selectFrom('event_outcomes')
    .select(['outcome', ({ fn }) => fn.sum('events').as('events')])
    .where('account_id', '=', account.accountId)
    .groupBy('outcome')
    .orderBy('outcome')
    .execute();
  assert.deepEqual(counts, [
    { outcome: 'ignored', events: '1' },
    { outcome: 'stored', events: '2' },
  ]);
});

test('a correction of an internationalized domain applies to its company', async () => {
  const account = await service.newAccount();
  await createCorrection(service.ctx, account.accountId, { target: 'Bücher.de', effect: 'ignore' });
  const visit = await sendVisit(service, account, { ip: telekom, visitorId: 'a', email: 'cem@xn--bcher-kva.de' });
  assert.equal(await companyNameOfVisit(service, account, visit), null);
});

test('deleting a correction needs only one connection to the database', async () => {
  const { accountId } = await service.newAccount();
  const { id } = await createCorrection(service.ctx, accountId, { target: audi, effect: 'ignore' });
  const single = connect(service.connection.url, { connections: 1, name: 'single', onError: () => {} });
  after(() => single.close());
  await deleteCorrection({ ...service.ctx, db: single.db }, accountId, id);
  assert.deepEqual(await listCorrections(service.ctx, accountId), []);
});

test('a late event of a corrected visit does not restore the old company', async () => {
  const account = await service.newAccount();
  const startedAtMs = Date.now() - 600_000;
  const visit = await sendVisit(service, account, { ip: audi, visitorId: 'a', atMs: startedAtMs });
  await createCorrection(service.ctx, account.accountId, { target: 'audi.com', effect: 'company', company: 'siemens.com' });
  await runReattributions(service, account);
  await sendVisit(service, account, { ip: audi, visitorId: 'a', atMs: startedAtMs + 60_000 });
  assert.equal(await companyNameOfVisit(service, account, visit), 'Siemens');
});

test('corrections of one account do not affect another', async () => {
  const [one, two] = [await service.newAccount(), await service.newAccount()];
  await createCorrection(service.ctx, one.accountId, { target: 'audi.com', effect: 'not_a_company' });
  assert.equal(await companyNameOfVisit(service, two, await sendVisit(service, two, { ip: audi, visitorId: 'a' })), 'Audi');
});

test('an interrupted reattribution resumes after the last evaluated visit', async () => {
  const account = await service.newAccount();
  const visits: string[] = [];
  for (const visitorId of ['a', 'b', 'c'])
    visits.push(await sendVisit(service, account, { ip: audi, visitorId, atMs: Date.now() - 3_600_000 + visits.length }));
  const { ctx } = service;
  await createCorrection(ctx, account.accountId, { target: 'audi.com', effect: 'not_a_company' });
  const id = await ctx.db.transaction().execute((trx) => startReattribution(ctx, trx, account.accountId, 'test', {}));
  const row = await ctx.db
    .selectFrom('visits')
    .select(['started_at', 'id'])
    .where('account_id', '=', account.accountId)
    .orderBy('started_at')
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('reattributions')
    .set({ status: 'running', cursor_started_at: row.started_at, cursor_id: row.id, visits_judged: 1 })
    .where('account_id', '=', account.accountId)
    .where('id', '=', id)
    .execute();
  await runReattribution(ctx, account.accountId, id);
  assert.deepEqual(await Promise.all(visits.map((visit) => companyNameOfVisit(service, account, visit))), ['Audi', null, null]);
  const runs = await listReattributions(ctx, account.accountId);
  assert.equal(runs.find((run) => run.id === id)?.visitsEvaluated, 3);
});

test('a reattribution in small batches misses no visit at the boundary of two batches', async () => {
  const account = await service.newAccount();
  const { ctx } = service;
  const startedAtMs = Date.now() - 3_600_000;
  const visits: string[] = [];
  // Some batches have no match, and visits with the same start time are in two batches.
  for (const [at, ip] of [audi, telekom, telekom, telekom, telekom, audi, audi, audi, telekom].entries())
    visits.push(await sendVisit(service, account, { ip, visitorId: `v${at}`, atMs: startedAtMs + Math.min(at, 5) }));
  const correction = { target: '143.164.0.0/16', effect: 'not_a_company' } as const;
  const { reattributionId } = await createCorrection(ctx, account.accountId, correction);
  await runReattribution(ctx, account.accountId, reattributionId, 2);
  assert.deepEqual(await visitCountsByLead(service, account), {});
  const [run] = await listReattributions(ctx, account.accountId);
  assert.deepEqual([run?.status, run?.visitsEvaluated, run?.visitsChanged], ['completed', 4, 4]);
});

test('a reattribution also corrects visits that arrive while it runs', async () => {
  const account = await service.newAccount();
  const startedAtMs = Date.now() - 3_600_000;
  const send = (at: number) => sendVisit(service, account, { ip: audi, visitorId: `v${at % 3}`, atMs: startedAtMs + at * 60_000 });
  for (let index = 0; index < 10; index++) await send(index);
  const arriving = (async () => {
    for (let index = 10; index < 40; index++) await send(index);
  })();
  await createCorrection(service.ctx, account.accountId, { target: 'audi.com', effect: 'company', company: 'siemens.com' });
  await runReattributions(service, account);
  await arriving;
  const rows = await service.ctx.db
    .selectFrom('visits')
    .innerJoin('companies', 'companies.id', 'visits.company_id')
    .select('companies.name')
    .where('account_id', '=', account.accountId)
    .execute();
  assert.deepEqual(new Set(rows.map(({ name }) => name)), new Set(['Siemens']));
  assert.deepEqual(Object.keys(await visitCountsByLead(service, account)), ['Siemens']);
});

test('the visits of returning visitors are corrected in transactions of limited size', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const visitors = Array.from({ length: 40 }, (_, index) => `returning-${index}`);
  const start = Date.now() - 12 * dayMs;
  for (let day = 0; day < 10; day++) {
    const events = [{ at: new Date(start + day * dayMs).toISOString() }];
    // At their workplace on the first day, and at home on the others.
    const ip = day === 0 ? addresses.SAP : telekom;
    await visit(service, account, ...visitors.map((visitor) => ({ ip, visitor, events })));
  }
  assert.deepEqual(await visitCountsByLead(service, account), { SAP: 400 });
  await createCorrection(service.ctx, accountId, { target: '155.56.0.0/16', effect: 'not_a_company' });
  await runReattributions(service, account);
  const { rows } = await sql<{ company_id: string | null; visits: number }>`
    select company_id, count(*)::int as visits from visits where account_id = ${accountId} group by company_id, xmin`.execute(
    service.ctx.db,
  );
  assert.deepEqual([...new Set(rows.map(({ company_id }) => company_id))], [null]);
  assert.equal(
    rows.reduce((sum, { visits }) => sum + visits, 0),
    400,
  );
  // The first step has 100 visits, and the next one twice as many at most.
  assert.ok(Math.max(...rows.map(({ visits }) => visits)) <= 200, JSON.stringify(rows));
});

test('a visitor with many visits does not make the transactions of a correction smaller if their workplace stays the same', async () => {
  const { accountId } = await service.newAccount();
  const { ctx } = service;
  // Two visitors in turn, each with more visits than a transaction may have.
  const visits = 2400;
  await sql`
    insert into visits (account_id, started_at, id, visitor_id, place_id, ended_at, page_depth, visit_length, page_ids, ga_client_ids, events, goals)
    select ${accountId}::bigint, at, gen_random_uuid(), 'frequent-' || n % 2, 0, at, 1, 0, '{}', '{}', '{"hits":[{"k":"page_view","t":0}]}', '[]'
    from generate_series(1, ${visits}::int) as n, lateral (select ${ctx.clock.now()}::timestamptz - n * interval '5 minutes' as at) as visit`.execute(
    ctx.db,
  );
  const id = await startReattribution(ctx, ctx.db, accountId, 'test', {});
  recorded.length = 0;
  await runReattribution(ctx, accountId, id);
  const [run] = await listReattributions(ctx, accountId);
  assert.deepEqual([run?.status, run?.visitsEvaluated], ['completed', visits]);
  const transactions = recorded.filter(({ text }) => text.startsWith('update "reattributions"')).length;
  assert.ok(transactions <= visits / 20, `${transactions} transactions`);
});

test('a domain may be given as the address of its website, but not as another subdomain', async () => {
  const { accountId } = await service.newAccount();
  for (const target of ['www.audi.com', 'https://www.audi.com/de/'])
    await createCorrection(service.ctx, accountId, { target, effect: 'not_a_company' });
  assert.deepEqual(
    (await listCorrections(service.ctx, accountId)).map(({ target }) => target),
    ['audi.com'],
  );
  const ofShop = createCorrection(service.ctx, accountId, { target: 'shop.audi.com', effect: 'not_a_company' });
  await assert.rejects(ofShop, /without a subdomain: audi\.com/);
});

test('invalid targets and companies are rejected with a message', async () => {
  const { accountId } = await service.newAccount();
  const add = (target: string, company?: string) => createCorrection(service.ctx, accountId, { target, effect: 'company', company });
  await assert.rejects(add('nonsense', 'siemens.com'), /neither an address/);
  await assert.rejects(add('192.0.2.5-192.0.2.20', 'siemens.com'), /not one block: .* beginning with 192\.0\.2\.5\/32\./);
  for (const large of ['203.0.113.0/2', '192.0.2.0-255.255.255.255', '2001:db8::/8'])
    await assert.rejects(add(large, 'siemens.com'), /larger than any block/, large);
  await assert.rejects(add('audi.com'), /Say which company/);
  await assert.rejects(add('audi.com', '999999999'), /no company 999999999/);
  await assert.rejects(add('audi.com', 'not a domain'), /neither the id nor the domain/);
  await assert.rejects(deleteCorrection(service.ctx, accountId, '1'), /no correction 1/);
});
