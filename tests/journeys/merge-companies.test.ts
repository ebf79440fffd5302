import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { indexCompanyNames, writeNameKeys } from '../../server/src/domain/companies/index-company-names.ts';
import { resolveCompanies } from '../../server/src/domain/companies/resolve-companies.ts';
import { enqueueAccountMoves, enqueueAccountMovesJobName } from '../../server/src/domain/company-merges/enqueue-account-moves.ts';
import { enqueueMovesOfJoinedCompaniesJobName } from '../../server/src/domain/company-merges/enqueue-moves-of-joined-companies.ts';
import { joinNamedCompanies } from '../../server/src/domain/company-merges/join-named-companies.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { type AccountMove, moveAccountData, moveAccountDataJobName } from '../../server/src/domain/company-merges/move-account-data.ts';
import { moveLead } from '../../server/src/domain/company-merges/move-lead.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { companyReference } from '../../server/src/domain/identification/company-reference.ts';
import { LaneSteps } from '../../server/src/domain/lanes/lane-steps.ts';
import { listAssignedLeads } from '../../server/src/domain/leads/list-assigned-leads.ts';
import { reattributeLater } from '../../server/src/domain/reattribution/reattribute-later.ts';
import { runReattribution } from '../../server/src/domain/reattribution/run-reattribution.ts';
import { deleteExpiredAddresses } from '../../server/src/domain/retention/delete-expired-addresses.ts';
import { jobs } from '../../server/src/jobs/index.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { required } from '../../server/src/lib/required.ts';
import { addCompany } from '../kit/add-company.ts';
import { checkedClient } from '../kit/checked-client.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { runMerges, runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import { companyNameOfVisit, runReattributions, sendVisit, visitCountsByLead } from '../kit/visits.ts';

const audi = '143.164.1.10';
const sap = '155.56.1.10';
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const idOf = async (domain: string) =>
  required((await resolveCompanies(ctx, null, [companyReference({ domain, name: domain })])).values().next().value);
const merge = (previous: string, current: string) =>
  ctx.db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, previous, current));

test('visits, domains and the followed state move to the remaining company', async () => {
  const account = await service.newAccount();
  const visit = await sendVisit(service, account, { ip: audi, visitorId: 'a' });
  const [previous, current] = [await idOf('audi.com'), await idOf('volkswagen-merged.com')];
  await ctx.db
    .updateTable('leads')
    .set({ followed: true })
    .where('account_id', '=', account.accountId)
    .where('company_id', '=', previous)
    .execute();
  await merge(previous, current);
  await runReattributions(service, account);
  assert.equal(await companyNameOfVisit(service, account, visit), 'volkswagen-merged.com');
  assert.deepEqual(await visitCountsByLead(service, account), { 'volkswagen-merged.com': 1 });
  assert.equal(await idOf('audi.com'), current);
  const lead = await ctx.db
    .selectFrom('leads')
    .select('followed')
    .where('account_id', '=', account.accountId)
    .where('company_id', '=', current)
    .executeTakeFirstOrThrow();
  assert.equal(lead.followed, true);
  const next = await sendVisit(service, account, { ip: audi, visitorId: 'b' });
  assert.equal(await companyNameOfVisit(service, account, next), 'volkswagen-merged.com');
});

test('the remaining company keeps its facts, gets those it lacks, and is found by the identifiers and names of both', async () => {
  const account = await service.newAccount();
  const register = JSON.stringify({ id: 'HRB 99123', location: 'Ulm' });
  const previous = await addCompany(service, 'Kirschbaum Antriebe GmbH', {
    alternative_names: ['Kirschbaum Motoren'],
    description: 'Builds drives',
    vat_id: 'DE 999 123 456',
    register,
    phone_numbers: ['+49 731 5550001'],
    street_address: 'Donaustraße 1',
    city: 'Ulm',
    country_code: 'DE',
    employee_count: 40,
    do_not_contact: true,
  });
  const current = await addCompany(service, 'Lindenhof Drives', { description: 'Drives', country_code: 'AT', employee_range: '11-100' });
  await writeNameKeys(ctx.db, [
    { id: previous, name: 'Kirschbaum Antriebe GmbH', alternative_names: ['Kirschbaum Motoren'] },
    { id: current, name: 'Lindenhof Drives', alternative_names: [] },
  ]);
  await merge(previous, current);
  const remaining = await ctx.db.selectFrom('companies').selectAll().where('id', '=', current).executeTakeFirstOrThrow();
  assert.deepEqual(
    [remaining.name, remaining.alternative_names, remaining.description, remaining.vat_id, remaining.do_not_contact],
    ['Lindenhof Drives', ['Kirschbaum Antriebe GmbH', 'Kirschbaum Motoren'], 'Drives', 'DE 999 123 456', true],
  );
  // The address is in another country, and the number of employees contradicts the range.
  assert.deepEqual(
    [remaining.country_code, remaining.city, remaining.street_address, remaining.employee_count, remaining.employee_range],
    ['AT', null, null, null, '11-100'],
  );
  assert.deepEqual([remaining.fact_origins.vat_id?.origin, remaining.fact_origins.description], ['import', undefined]);
  await ctx.db.updateTable('companies').set({ names_indexed: false }).where('id', '=', current).execute();
  await indexCompanyNames(ctx);
  const companies = [
    { vat_id: 'DE999123456' },
    { register_id: 'HRB 99123', register_location: 'Ulm' },
    { company_name: 'Nobody by this name', phone: '+49 731 5550001' },
    { company_name: 'Kirschbaum Antriebe' },
    { company_name: 'Kirschbaum Motoren' },
  ];
  const matched = await checkedClient(service, account)('/v1/companies/match', { body: { companies } });
  assert.deepEqual(
    matched.body.data?.map((found: { id: string }[]) => found.map(({ id }) => id)),
    companies.map(() => [current]),
    JSON.stringify(matched.body.errors),
  );
});

test('facts of a company that only one account can see remain private when it is merged into a shared one', async () => {
  const { accountId } = await service.newAccount();
  const own = await addCompany(service, 'Our name for it', { owner_account_id: accountId, description: 'Our description' });
  const shared = await addCompany(service, 'Shared company');
  await merge(own, shared);
  const remaining = await ctx.db.selectFrom('companies').selectAll().where('id', '=', shared).executeTakeFirstOrThrow();
  assert.deepEqual([remaining.alternative_names, remaining.description], [[], null]);
});

test('merging companies with groups leaves one group with one parent company', async () => {
  const grouped = (name: string, group_company_id: string | null = null) => addCompany(service, name, { group_company_id });
  const parentsOf = async (ids: string[]) => {
    const rows = await ctx.db.selectFrom('companies').select(['id', 'group_company_id']).where('id', 'in', ids).execute();
    const parents = new Map(rows.map((row) => [row.id, row.group_company_id]));
    return ids.map((id) => getOrThrow(parents, id));
  };
  const head = await grouped('Head');
  const parent = await grouped('Parent');
  const subsidiary = await grouped('Subsidiary', parent);
  const member = await grouped('Member', head);
  await merge(parent, member);
  assert.deepEqual(await parentsOf([head, member, subsidiary]), [null, head, head]);

  const [independent, itsSubsidiary] = [await grouped('Independent'), await grouped('Other member', head)];
  const branch = await grouped('Branch', independent);
  await merge(itsSubsidiary, independent);
  assert.deepEqual(await parentsOf([independent, branch]), [head, head]);

  const [owner, sibling] = [await grouped('Owner'), await grouped('Sibling')];
  const owned = await grouped('Owned', owner);
  await ctx.db.updateTable('companies').set({ group_company_id: owner }).where('id', '=', sibling).execute();
  await merge(owner, owned);
  assert.deepEqual(await parentsOf([owned, sibling]), [null, owned]);
});

test('the address blocks and financial reports of a company known by its name move to the company that an import joins it to', async () => {
  const name = 'Netzwerk Tiefbau GmbH';
  const references = [companyReference({ domain: null, name, countryCode: 'DE' })];
  const named = required((await resolveCompanies(ctx, null, references)).values().next().value);
  const listed = await addCompany(service, name, { domain: 'netzwerk-tiefbau.com', country_code: 'DE' });
  const updated_at = ctx.clock.now();
  const blockOf = (block: string, company_id: string) => ({ block, company_id, source: 'test', updated_at });
  await ctx.db
    .insertInto('company_ip_ranges')
    .values([blockOf('203.0.113.0/28', named), blockOf('203.0.113.16/28', named), blockOf('203.0.113.16/28', listed)])
    .execute();
  await ctx.db.insertInto('financial_reports').values({ company_id: named, year: 2025, currency: 'EUR', employees: 9 }).execute();
  await joinNamedCompanies(ctx);
  const blocks = ctx.db.selectFrom('company_ip_ranges').select('block').where('company_id', '=', listed).orderBy('block');
  assert.deepEqual(
    (await blocks.execute()).map(({ block }) => block),
    ['203.0.113.0/28', '203.0.113.16/28'],
  );
  const left = await ctx.db.selectFrom('company_ip_ranges').select('block').where('company_id', '=', named).execute();
  const report = await ctx.db.selectFrom('financial_reports').select('employees').where('company_id', '=', listed).executeTakeFirst();
  assert.deepEqual([left, report?.employees], [[], 9]);
});

test('a merged lead stays assigned once, and a retry of the job keeps what users have changed since', async () => {
  const account = await service.newAccount();
  const { accountId, userId } = account;
  await sendVisit(service, account, { ip: sap, visitorId: 'a' });
  const [previous, current] = [await idOf('sap.com'), await idOf('sap-merged.com')];
  await ctx.db.updateTable('leads').set({ assignee_id: userId, followed: true }).where('account_id', '=', accountId).execute();
  await merge(previous, current);
  await runMerges(service);
  const { leads, total } = await listAssignedLeads(ctx, accountId, userId, { offset: 0, limit: 10 });
  assert.deepEqual([leads.map(({ companyId }) => companyId), total], [[current], 1]);
  await ctx.db
    .updateTable('leads')
    .set({ assignee_id: null, followed: false })
    .where('account_id', '=', accountId)
    .where('company_id', '=', current)
    .execute();
  await ctx.db.transaction().execute((trx) => moveLead({ ...ctx, db: trx }, accountId, previous, current));
  const lead = await ctx.db
    .selectFrom('leads')
    .select(['assignee_id', 'followed'])
    .where('account_id', '=', accountId)
    .where('company_id', '=', current)
    .executeTakeFirstOrThrow();
  assert.deepEqual(lead, { assignee_id: null, followed: false });
});

test('of two concurrent merges, the second one includes the company that the first one merged', async () => {
  const [first, second, third] = [await idOf('first-merged.com'), await idOf('second-merged.com'), await idOf('third-kept.com')];
  let isSecondDone = false;
  const secondMerge = await ctx.db.transaction().execute(async (trx) => {
    await mergeCompanies({ ...ctx, db: trx }, first, second);
    const concurrent = merge(second, third).then(() => {
      isSecondDone = true;
    });
    await until(async () => isSecondDone || (await countWaitingForLock(ctx.db)) > 0);
    return { concurrent };
  });
  await secondMerge.concurrent;
  const merged = await ctx.db.selectFrom('companies').select('merged_into').where('id', 'in', [first, second]).execute();
  assert.deepEqual(merged, [{ merged_into: third }, { merged_into: third }]);
});

test('tags, list entries, field values and charged credits move even if the company never visited', async () => {
  const account = await service.newAccount({ credits: 5 });
  const call = checkedClient(service, account);
  const [previous, current] = [await idOf('unvisited-merged.com'), await idOf('unvisited-kept.com')];
  const tag = (await call('/v1/tags', { body: { data: { type: 'tag', attributes: { name: 'Moves' } } } })).body.data.id;
  const list = (await call('/v1/lists', { body: { data: { type: 'list', attributes: { name: 'Moves', scope: 'company' } } } })).body.data
    .id;
  await call(`/v1/companies/${current}/lists`, { body: { data: [{ type: 'list', id: list }] } });
  const newField = { data: { type: 'custom_field', attributes: { name: 'Moves', scope: 'company', type: 'text' } } };
  const field = (await call('/v1/custom-fields', { body: newField })).body.data.id;
  await call(`/v1/companies/${previous}/tags`, { body: { data: [{ type: 'tag', id: tag }] } });
  await call(`/v1/companies/${previous}/lists`, { body: { data: [{ type: 'list', id: list }] } });
  const value = { data: { type: 'company', attributes: { custom_fields: { [field]: { value: 'kept' } } } } };
  await call(`/v1/companies/${previous}`, { method: 'PATCH', body: value });
  assert.equal((await call(`/v1/companies/${previous}`)).body.meta.credits?.charged, 1);
  await merge(previous, current);
  await runMerges(service);
  const { data, meta } = (await call(`/v1/companies/${previous}`)).body;
  assert.deepEqual([data.id, meta.credits?.charged], [current, 0]);
  assert.deepEqual(data.attributes.custom_fields, { [field]: { value: 'kept' } });
  assert.deepEqual(data.relationships.tags, [{ type: 'tag', id: tag }]);
  const listed = (await call(`/v1/lists/${list}/items`)).body;
  assert.deepEqual([listed.data, listed.meta.pagination?.total_count], [[{ type: 'company', id: current }], 1]);
  const activities = await ctx.db.selectFrom('activities').select('company_id').where('account_id', '=', account.accountId).execute();
  assert.deepEqual(activities, [{ company_id: current }]);
});

test('the company that owns an account moves as well', async () => {
  const account = await service.newAccount();
  const [previous, current] = [await idOf('owner-merged.com'), await idOf('owner-kept.com')];
  await updateAccount(ctx, account.accountId, { company: previous });
  const stored = () => ctx.db.selectFrom('accounts').select('company_id').where('id', '=', account.accountId).executeTakeFirstOrThrow();
  await merge(previous, current);
  const [shown] = (await checkedClient(service, account)('/v1/accounts?include=account_company')).body.data;
  assert.deepEqual(shown.relationships.account_company, { type: 'account_company', id: current, attributes: { name: 'owner-kept.com' } });
  await runMerges(service);
  assert.deepEqual(await stored(), { company_id: current });
});

test('a company merged twice redirects to the last one, and its corrections apply to that one', async () => {
  const account = await service.newAccount();
  const [one, two, three] = [await idOf('one-merged.com'), await idOf('two-merged.com'), await idOf('three-merged.com')];
  await createCorrection(ctx, account.accountId, { target: '80.128.0.0/16', effect: 'company', company: one });
  await merge(one, two);
  await merge(two, three);
  await runMerges(service);
  assert.equal(await idOf('one-merged.com'), three);
  const visit = await sendVisit(service, account, { ip: '80.128.0.10', visitorId: 'a' });
  assert.equal(await companyNameOfVisit(service, account, visit), 'three-merged.com');
  await assert.rejects(merge(one, three), /already merged/);
  await assert.rejects(merge('999999999', three), /no company/);
});

test('data of a batch that read the company before the merge is moved as well', async () => {
  const { accountId } = await service.newAccount();
  const [previous, current] = [await idOf('overtaken-merged.com'), await idOf('overtaken-kept.com')];
  const merged = { previousId: previous, companyKeys: [`id:${previous}`], reason: 'merged' };
  const finding = await ctx.db.transaction().execute(async (batch) => {
    await sql`
      insert into visitors (account_id, id, first_seen_at, last_seen_at, workplace_company_id, workplace_confidence, workplace_at)
      values (${accountId}, 'colleague', now(), now(), ${previous}, 0.9, now())`.execute(batch);
    await merge(previous, current);
    const found = enqueueAccountMoves(ctx, merged);
    // If the search did not wait for the batch, it would end within this time and find nothing.
    await pause(300);
    return { found };
  });
  await finding.found;
  const jobs =
    await sql`select 1 from graphile_worker._private_jobs where key = ${`${moveAccountDataJobName}:${accountId}:${previous}`}`.execute(
      ctx.db,
    );
  assert.equal(jobs.rows.length, 1);
});

test('data of a batch that read a company before an import joined it is moved as well', async () => {
  const { accountId } = await service.newAccount();
  const name = 'Overtaken Joinery Works GmbH';
  const references = [companyReference({ domain: null, name, countryCode: 'DE' })];
  const named = required((await resolveCompanies(ctx, null, references)).values().next().value);
  const listed = await addCompany(service, name, { domain: 'overtaken-joinery.com', country_code: 'DE' });
  const finding = await ctx.db.transaction().execute(async (batch) => {
    await sql`
      insert into visitors (account_id, id, first_seen_at, last_seen_at, workplace_company_id, workplace_confidence, workplace_at)
      values (${accountId}, 'colleague', now(), now(), ${named}, 0.9, now())`.execute(batch);
    await joinNamedCompanies(ctx);
    const found = runQueuedJobs(
      service,
      jobs.filter((job) => job.name === enqueueMovesOfJoinedCompaniesJobName),
    );
    const isRunning = sql`select 1 from graphile_worker.jobs where task_identifier = ${enqueueMovesOfJoinedCompaniesJobName} and locked_at is not null`;
    while ((await isRunning.execute(ctx.db)).rows.length === 0) await pause(20);
    // If the search did not wait for the batch, it would end within this time and find nothing.
    await pause(300);
    return { found };
  });
  await finding.found;
  await runMerges(service);
  const { workplace_company_id: workplace } = await ctx.db
    .selectFrom('visitors')
    .select('workplace_company_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  assert.equal(workplace, listed);
});

test('a company that is merged while an import joins it is not merged again', async () => {
  const { accountId } = await service.newAccount();
  const name = 'Twice Chosen Joinery GmbH';
  const references = [companyReference({ domain: null, name, countryCode: 'DE' })];
  const named = required((await resolveCompanies(ctx, null, references)).values().next().value);
  await sql`
    insert into visitors (account_id, id, first_seen_at, last_seen_at, workplace_company_id, workplace_confidence, workplace_at)
    values (${accountId}, 'colleague', now(), now(), ${named}, 0.9, now())`.execute(ctx.db);
  const chosen = await idOf('chosen-by-a-person.com');
  await addCompany(service, name, { domain: 'twice-chosen-joinery.com', country_code: 'DE' });
  let isJoinDone = false;
  const join = await ctx.db.transaction().execute(async (trx) => {
    await mergeCompanies({ ...ctx, db: trx }, named, chosen);
    const concurrent = joinNamedCompanies(ctx).then(() => {
      isJoinDone = true;
    });
    await until(async () => isJoinDone || (await countWaitingForLock(ctx.db)) > 0);
    return { concurrent };
  });
  await join.concurrent;
  const merged = await ctx.db.selectFrom('companies').select(['id', 'merged_into']).where('id', 'in', [named, chosen]).execute();
  assert.deepEqual(
    new Map(merged.map(({ id, merged_into }) => [id, merged_into])),
    new Map([
      [named, chosen],
      [chosen, null],
    ]),
  );
});

test('a company is not merged into itself if the company that an import would join it to is merged into it meanwhile', async () => {
  const name = 'Selfsame Foundry GmbH';
  const references = [companyReference({ domain: null, name, countryCode: 'DE' })];
  const named = required((await resolveCompanies(ctx, null, references)).values().next().value);
  const listed = await addCompany(service, name, { domain: 'selfsame-foundry.com', country_code: 'DE' });
  let isJoinDone = false;
  const join = await ctx.db.transaction().execute(async (trx) => {
    await mergeCompanies({ ...ctx, db: trx }, listed, named);
    const concurrent = joinNamedCompanies(ctx).then(() => {
      isJoinDone = true;
    });
    await until(async () => isJoinDone || (await countWaitingForLock(ctx.db)) > 0);
    return { concurrent };
  });
  await join.concurrent;
  const { merged_into } = await ctx.db.selectFrom('companies').select('merged_into').where('id', '=', named).executeTakeFirstOrThrow();
  assert.equal(merged_into, null);
});

test('data of a large company is moved in steps; an interrupted move resumes, even if the remaining company is merged in the meantime', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const [previous, current, latest] = [await idOf('large-merged.com'), await idOf('large-kept.com'), await idOf('large-latest.com')];
  await sql`
    insert into visitors (account_id, id, first_seen_at, last_seen_at, workplace_company_id, workplace_confidence, workplace_at)
    select ${accountId}, 'colleague ' || n, now(), now(), ${previous}, 0.9, now() from generate_series(1, 500) as n`.execute(ctx.db);
  await merge(previous, current);
  const { rows: left } = await sql<{ payload: AccountMove }>`
    select payload from graphile_worker._private_jobs where key = ${`${enqueueAccountMovesJobName}:${previous}`}`.execute(ctx.db);
  const move = { ...firstOf(left).payload, accountId };
  const workplaces = async () => {
    const { rows } = await sql<{ id: string; visitors: number }>`
      select workplace_company_id as id, count(*)::int as visitors from visitors where account_id = ${accountId} group by 1`.execute(
      ctx.db,
    );
    return Object.fromEntries(rows.map(({ id, visitors }) => [id, visitors]));
  };
  class KilledSteps extends LaneSteps {
    left = 3;
    override run<Result>(step: Parameters<typeof LaneSteps.prototype.run<Result>>[0]): Promise<Result> {
      return this.left-- > 0 ? super.run(step) : Promise.reject(new Error('killed'));
    }
  }
  await assert.rejects(moveAccountData(ctx, move, new KilledSteps(ctx, accountId)), /killed/);
  const { [previous]: waiting = 0, [current]: moved = 0 } = await workplaces();
  assert.ok(waiting > 0 && moved > 0 && waiting + moved === 500, `${waiting} + ${moved}`);
  // The remaining company is merged as well while the data is moved, after the search for accounts with its data has ended.
  class MergingSteps extends LaneSteps {
    isMerged = false;
    override async run<Result>(step: Parameters<typeof LaneSteps.prototype.run<Result>>[0]): Promise<Result> {
      const result = await super.run(step);
      if (!this.isMerged) await merge(current, latest);
      this.isMerged = true;
      return result;
    }
  }
  await moveAccountData(ctx, move, new MergingSteps(ctx, accountId));
  assert.deepEqual(await workplaces(), { [latest]: 500 });
});

test('companies added to a waiting reattribution while it searches its visits are reattributed', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  await sendVisit(service, account, { ip: sap, visitorId: 'searched' });
  const { company_id } = await ctx.db
    .selectFrom('visits')
    .select('company_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const add = (db: typeof ctx.db, id: string) =>
    reattributeLater({ ...ctx, db }, accountId, 'merge', { companyIds: [id], companyKeys: [] });
  const unvisited = await idOf('unvisited-searched.com');
  await ctx.db.transaction().execute((trx) => add(trx, unvisited));
  const runs = () =>
    ctx.db.selectFrom('reattributions').select(['id', 'status', 'visits_judged']).where('account_id', '=', accountId).execute();
  const { id } = firstOf(await runs());
  const running = await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table visits in access exclusive mode`.execute(trx);
    const started = [runReattribution(ctx, accountId, id)];
    await until(async () => (await countWaitingForLock(ctx.db)) === 1);
    await add(trx, required(company_id));
    return started;
  });
  await Promise.all(running);
  assert.deepEqual(await runs(), [{ id, status: 'completed', visits_judged: 1 }]);
});

test('a company known only by its name redirects to the one it was merged into', async () => {
  const reference = companyReference({ domain: null, name: 'Nameless Works', countryCode: 'DE' });
  const previous = getOrThrow(await resolveCompanies(ctx, null, [reference]), reference.key);
  const current = await idOf('named-works.com');
  await merge(previous, current);
  assert.equal((await resolveCompanies(ctx, null, [reference])).get(reference.key), current);
});

test('expired addresses are deleted from visits, their events and the learned addresses', async () => {
  const account = await service.newAccount();
  await ctx.db
    .updateTable('accounts')
    .set({ data_processing: JSON.stringify({ ip_storage: 'full', ip_retention_days: 30 }) })
    .where('id', '=', account.accountId)
    .execute();
  const day = 86_400_000;
  await sendVisit(service, account, { ip: '80.128.0.10', visitorId: 'old', email: 'jane@siemens.com', atMs: Date.now() - 2 * day });
  await sendVisit(service, account, { ip: '80.128.0.10', visitorId: 'new', email: 'joe@siemens.com' });
  // Learned addresses are stored with a day instead of a time, and expire at the start of that day.
  const later = new Date(Date.now() + 28.5 * day);
  await deleteExpiredAddresses({ ...ctx, clock: { now: () => later } });
  const rows = await ctx.db
    .selectFrom('visits')
    .select(['visitor_id', 'ip', 'address_key', 'events'])
    .where('account_id', '=', account.accountId)
    .orderBy('started_at')
    .execute();
  assert.deepEqual(
    rows.map(({ visitor_id, ip, address_key }) => [visitor_id, ip, address_key === null]),
    [
      ['old', null, true],
      ['new', '80.128.0.10', false],
    ],
  );
  assert.ok(!JSON.stringify(firstOf(rows).events).includes('80.128.0'));
  const learned = await ctx.db.selectFrom('learned_addresses').select('visitor_id').where('account_id', '=', account.accountId).execute();
  assert.deepEqual(learned, [{ visitor_id: 'new' }]);
});
