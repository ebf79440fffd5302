import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateAccount } from '../../server/src/domain/accounts/update-account.ts';
import { mergeCompanies } from '../../server/src/domain/company-merges/merge-companies.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { createGoal } from '../../server/src/domain/goals/create-goal.ts';
import { lockLanes } from '../../server/src/domain/lanes/lanes.ts';
import { StepSize } from '../../server/src/domain/lanes/step-size.ts';
import { erasePerson } from '../../server/src/domain/privacy/erase-person.ts';
import { subjectOf } from '../../server/src/domain/privacy/subject.ts';
import { recoverInterruptedWork } from '../../server/src/domain/recover-interrupted-work.ts';
import { deleteExpiredVisits } from '../../server/src/domain/retention/delete-expired-visits.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import { rebuildRollups } from '../../server/src/domain/visits/rebuild-rollups.ts';
import { recoverableRollupRebuilds } from '../../server/src/domain/visits/recoverable-rollup-rebuilds.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { dayOf } from '../../server/src/lib/zoned-days.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { isCluster } from '../kit/database.ts';
import { rollupDifferences } from '../kit/day-rollups.ts';
import { addresses, callEarlier, manyCompanies, visit } from '../kit/earlier.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';
import { dashboardRollupDifferences } from '../kit/visit-rollups.ts';
import { runReattributions } from '../kit/visits.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
service.clock.set('2026-10-01T12:00:00Z');
const { ctx } = service;
const { db } = ctx;

const page = (at: string, path: string) => ({ at, url: `https://shop.example${path}` });
const stepsOf = (rows: number) => () => new StepSize({ first: rows, min: rows, max: rows });
const rebuildsOf = async (accountId: string) =>
  (await sql<{ companies_done: number }>`select companies_done from day_rebuilds where account_id = ${accountId}`.execute(db)).rows;

test('daily rollups match the visits after late events move and extend them, and after a time zone change', async () => {
  const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const companies = await manyCompanies(3);
  await visit(
    service,
    account,
    ...companies.flatMap(({ ip }, index) => [
      { ip, visitor: `a${index}`, events: [page('2026-09-01T21:05:00Z', '/a'), page('2026-09-01T21:06:00Z', `/b${index}`)] },
      { ip, visitor: `b${index}`, events: [page('2026-09-10T08:00:00Z', '/c')] },
    ]),
  );
  assert.deepEqual(await rollupDifferences(db, account.accountId, 'Europe/Helsinki'), []);

  // A late event moves a visit from 2 to 1 September; two more extend another visit.
  service.clock.set('2026-09-02T12:00:00Z');
  await visit(service, account, { ip: firstOf(companies).ip, visitor: 'a0', events: [page('2026-09-01T20:50:00Z', '/late')] });
  await visit(service, account, {
    ip: itemAt(companies, 1).ip,
    visitor: 'b1',
    events: [page('2026-09-10T08:20:00Z', '/c'), page('2026-09-10T08:40:00Z', '/d')],
  });
  service.clock.set('2026-10-01T12:00:00Z');
  const { rows } = await sql<{
    day: string;
  }>`select day from company_pages join pages on pages.account_id = company_pages.account_id and pages.id = page_id
    where company_pages.account_id = ${account.accountId} and path = '/b0'`.execute(db);
  assert.deepEqual(rows, [{ day: '2026-09-01' }]);
  assert.deepEqual(await rollupDifferences(db, account.accountId, 'Europe/Helsinki'), []);

  await updateAccount(ctx, account.accountId, { timezone: 'America/New_York' });
  await runQueuedJobs(service);
  assert.deepEqual(await rollupDifferences(db, account.accountId, 'America/New_York'), []);
});

test('a rebuild removes the rollups of a company whose visits were erased, and the company is not listed as a lead', async () => {
  const account = await service.newAccount();
  const person = { ip: addresses.Audi, visitor: 'gone' };
  const events = [page('2026-09-10T22:30:00Z', '/a'), { ...page('2026-09-10T22:31:00Z', '/a'), kind: 'identify', email: 'gone@audi.de' }];
  await visit(service, account, { ...person, events });
  await updateAccount(ctx, account.accountId, { timezone: 'Europe/Helsinki' });
  // The person is erased before the rebuild, while the visit is still counted under its day in the old time zone.
  await erasePerson(ctx, { accountId: account.accountId }, subjectOf({ email: 'gone@audi.de' }));
  await runQueuedJobs(service);
  assert.deepEqual(await rollupDifferences(db, account.accountId, 'Europe/Helsinki'), []);
  const leads = await callEarlier(`${service.url}/accounts/${account.accountId}/leads?start_date=2026-01-01&end_date=2026-12-31`, account);
  assert.deepEqual(leads.data, []);
});

test('a batch in flight during a time zone change does not write days of the old time zone', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  await visit(service, account, { ip: addresses.SAP, visitor: 'first', events: [page('2026-09-09T22:30:00Z', '/a')] });
  // Another session inserts the same visitor, so that the batch, which has already read the time zone, waits for that session.
  const release = Promise.withResolvers<void>();
  const blocker = db
    .transaction()
    .execute(async (trx) => {
      await sql`insert into visitors (account_id, id, first_seen_at, last_seen_at) values (${accountId}, 'second', now(), now())`.execute(
        trx,
      );
      await release.promise;
      throw new Error('rolled back');
    })
    .catch(() => {});
  const sent = visit(service, account, { ip: addresses.SAP, visitor: 'second', events: [page('2026-09-10T22:30:00Z', '/b')] });
  await until(async () => (await countWaitingForLock(db)) === 1);
  let isChanged = false;
  const changed = updateAccount(ctx, accountId, { timezone: 'Europe/Helsinki' }).then(() => {
    isChanged = true;
  });
  await until(async () => isChanged || (await countWaitingForLock(db)) === 2);
  if (isChanged) await runQueuedJobs(service);
  release.resolve();
  await Promise.all([blocker, sent, changed]);
  await runQueuedJobs(service);
  assert.deepEqual(await rollupDifferences(db, accountId, 'Europe/Helsinki'), []);
});

test('a rebuild resumes after a kill, shares work with a concurrent rebuild, and uses the latest timezone', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const companies = await manyCompanies(4);
  const days = ['2026-09-01', '2026-09-02', '2026-09-03'];
  const visits = companies.flatMap(({ ip }, index) =>
    days.map((day) => ({ ip, visitor: `${index} ${day}`, events: [page(`${day}T22:30:00Z`, '/a')] })),
  );
  await visit(service, account, ...visits);
  await updateAccount(ctx, accountId, { timezone: 'Europe/Helsinki' });
  // The first transaction finds nothing to delete.
  let transactions = 0;
  const killed = rebuildRollups(ctx, accountId, {
    newSize: stepsOf(4),
    betweenSteps: () => (++transactions === 2 ? Promise.reject(new Error('killed')) : Promise.resolve()),
  });
  await assert.rejects(killed, /killed/);
  assert.deepEqual(await rebuildsOf(accountId), [{ companies_done: 1 }]);

  // Traffic continues, and the time zone changes again during two rebuilds.
  await visit(service, account, { ip: itemAt(companies, 3).ip, visitor: 'late', events: [page('2026-09-02T23:10:00Z', '/b')] });
  let steps = 0;
  const betweenSteps = async () => {
    if (++steps === 6) await updateAccount(ctx, accountId, { timezone: 'America/New_York' });
  };
  await Promise.all([1, 2].map(() => rebuildRollups(ctx, accountId, { newSize: stepsOf(2), betweenSteps })));
  assert.ok(steps >= 20, `${steps} steps`);
  assert.deepEqual(await rebuildsOf(accountId), []);
  assert.deepEqual(await rollupDifferences(db, accountId, 'America/New_York'), []);

  await updateAccount(ctx, accountId, { timezone: 'UTC' });
  await service.connection.pool.query('delete from graphile_worker._private_jobs');
  service.clock.set('2026-10-01T12:02:00Z');
  await recoverInterruptedWork(ctx, [recoverableRollupRebuilds]);
  await runQueuedJobs(service);
  service.clock.set('2026-10-01T12:00:00Z');
  assert.deepEqual(await rebuildsOf(accountId), []);
  assert.deepEqual(await rollupDifferences(db, accountId, 'UTC'), []);
});

// Tables of a cluster cannot have triggers.
test('a rebuild that is killed after every transaction shows the previous figures with all new visits, and then the new figures', {
  skip: isCluster,
}, async () => {
  const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const { accountId } = account;
  const companies = await manyCompanies(3);
  const match = { operator: 'is', value: '/a' } as const;
  await createGoal(ctx, accountId, { name: 'A', kind: 'page', match, appliesToPast: true });
  const url = 'https://shop.example/a?utm_source=news&utm_campaign=autumn';
  const sent = ['2026-08-30', '2026-09-01', '2026-09-02'].flatMap((day) =>
    companies.map(({ ip }, index) => ({ ip, visitor: `${index} ${day}`, events: [{ at: `${day}T1${7 + index}:30:00Z`, url }] })),
  );
  await visit(service, account, ...sent);
  let visits = sent.length;
  // Counts the rows that each transaction changes.
  const tables = ['visit_rollups', 'visit_rollup_hours', 'company_values', 'company_days', 'company_pages', 'visit_days', 'leads'];
  await sql`create table changed_rows (transaction bigint)`.execute(db);
  await sql`create function log_change() returns trigger language plpgsql as $$ begin insert into changed_rows values (txid_current()); return null; end $$`.execute(
    db,
  );
  for (const table of tables)
    await sql`create trigger log_change after insert or update or delete on ${sql.table(table)} for each row execute function log_change()`.execute(
      db,
    );
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  type Overview = { totals: { visits: number }; rebuild: { daysDone: number; days: number } | null };
  const overview = async () => (await person.get<Overview>(`/accounts/${accountId}/overview?from=2026-08-01&to=2026-10-01`)).body;
  assert.equal((await overview()).totals.visits, visits);

  await updateAccount(ctx, accountId, { timezone: 'Asia/Kathmandu' });
  const arriving = ['2026-09-02T18:20:00Z', '2026-08-30T18:10:00Z', '2026-09-25T10:00:00Z', '2026-08-31T21:30:00Z'];
  const newSize = (step: string) => stepsOf(step.startsWith('clear') ? 60 : 2)();
  const shown: Overview['rebuild'][] = [];
  let mostChanged = 0;
  for (let isDone = false; !isDone; ) {
    await sql`delete from changed_rows`.execute(db);
    const killed = rebuildRollups(ctx, accountId, { newSize, betweenSteps: () => Promise.reject(new Error('killed')) });
    isDone = await killed.then(
      () => true,
      (error) => !/killed/.test(String(error)) && Promise.reject(error),
    );
    const { rows } = await sql<{ changed: number }>`select count(*)::int as changed from changed_rows`.execute(db);
    mostChanged = Math.max(mostChanged, firstOf(rows).changed);
    // A visit arrives; for every third one, another event moves its start to another hour or day.
    const at = itemAt(arriving, shown.length % arriving.length);
    const arrived = { ip: itemAt(companies, shown.length % companies.length).ip, visitor: `n${shown.length}` };
    await visit(service, account, { ...arrived, events: [{ at, url }] });
    const earlier = new Date(Date.parse(at) - 25 * 60_000).toISOString();
    if (shown.length % 3 === 0) await visit(service, account, { ...arrived, events: [{ at: earlier, url }] });
    visits++;
    const { totals, rebuild } = await overview();
    const timezone = rebuild === null ? 'Asia/Kathmandu' : 'Europe/Helsinki';
    assert.deepEqual(await dashboardRollupDifferences(db, accountId, timezone), [], `after transaction ${shown.length}`);
    assert.equal(totals.visits, visits);
    shown.push(rebuild);
  }
  for (const table of tables) await sql`drop trigger log_change on ${sql.table(table)}`.execute(db);
  assert.deepEqual(await rollupDifferences(db, accountId, 'Asia/Kathmandu'), []);
  const before = shown.filter((rebuild) => rebuild !== null);
  assert.ok(before.length > 10 && shown.slice(before.length).every((rebuild) => rebuild === null), `${before.length} transactions`);
  assert.ok(before.some(({ daysDone, days }) => daysDone > 0 && daysDone < days));
  const { rows: all } = await sql<{ total: number }>`
    select sum(total)::int as total from (
      select count(*) as total from visit_rollups where account_id = ${accountId} union all select count(*) from company_values where account_id = ${accountId}) as t`.execute(
    db,
  );
  const { total } = firstOf(all);
  assert.ok(mostChanged <= 80 && total > 240, `at most ${mostChanged} rows in a transaction, ${total} in total`);
});

for (const [timezone, midnight] of [
  ['Asia/Kolkata', '2026-09-10T18:30:00Z'],
  ['Asia/Kathmandu', '2026-09-10T18:15:00Z'],
  // The clocks go forward on 27 September; midnight is still in standard time.
  ['Pacific/Chatham', '2026-09-26T11:15:00Z'],
] as const) {
  test(`days and hours begin at midnight in ${timezone}, also after a change from a time zone with a whole-hour offset`, async () => {
    const account = await service.newAccount({ timezone: 'UTC' });
    const minutes = [-1, 0, 59, 60, 179];
    const at = (minute: number) => new Date(Date.parse(midnight) + minute * 60_000).toISOString();
    await visit(
      service,
      account,
      ...minutes.map((minute) => ({ ip: addresses.SAP, visitor: `v${minute}`, events: [page(at(minute), '/a')] })),
    );
    await updateAccount(ctx, account.accountId, { timezone });
    await runQueuedJobs(service);
    await visit(service, account, { ip: addresses.SAP, visitor: 'new', events: [page(at(1), '/a')] });
    assert.deepEqual(await rollupDifferences(db, account.accountId, timezone), []);
    const person = new BrowserSession(service);
    await person.signIn(account.email);
    const day = dayOf(Date.parse(midnight), timezone);
    type Overview = { steps: { at: string; visits: number }[] };
    const { steps } = (await person.get<Overview>(`/accounts/${account.accountId}/overview?from=${day}&to=${day}`)).body;
    assert.equal(Date.parse(firstOf(steps).at), Date.parse(midnight));
    assert.deepEqual(
      steps.slice(0, 4).map(({ visits }) => visits),
      [3, 1, 1, 0],
    );
    assert.equal(steps.length, timezone === 'Pacific/Chatham' ? 23 : 24);
  });
}

test('retention waits for a concurrent time zone change and uses the new time zone', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  await visit(service, account, { ip: addresses.BASF, visitor: 'x', events: [page('2026-08-31T22:00:00Z', '/a')] });
  await updateAccountSettings(ctx, accountId, { processing: { visit_retention_days: 30 } });
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const change = db.transaction().execute(async (trx) => {
    await lockLanes(trx, accountId);
    await sql`update accounts set timezone = 'Europe/Helsinki' where id = ${accountId}`.execute(trx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const deletion = deleteExpiredVisits(ctx);
  await until(async () => (await countWaitingForLock(db)) > 0);
  release.resolve();
  await Promise.all([change, deletion]);
  const { rows } = await sql`select 1 from visits where account_id = ${accountId}`.execute(db);
  assert.equal(rows.length, 1, 'it was already 1 September in Helsinki');
});

test('rollups match the visits after corrections, merges, goals applied to past visits, and a change of industry', async () => {
  const account = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const { accountId } = account;
  const day = (number: number) => `2026-09-${String(number).padStart(2, '0')}`;
  const days = [1, 2, 3, 9, 20];
  await visit(
    service,
    account,
    ...days.map((number) => ({
      ip: addresses.Audi,
      visitor: `a${number}`,
      events: [page(`${day(number)}T21:30:00Z`, '/a?utm_source=letter&utm_campaign=autumn'), page(`${day(number)}T21:31:00Z`, '/pricing')],
    })),
    ...days.map((number) => ({ ip: addresses.SAP, visitor: `s${number}`, events: [page(`${day(number + 1)}T10:00:00Z`, '/a')] })),
    {
      ip: '80.128.0.10',
      visitor: 'home',
      events: [page('2026-09-02T10:00:00Z', '/a?utm_source=post&utm_medium=mail&utm_campaign=autumn')],
    },
    { ip: addresses.Audi, visitor: 'without a page', events: [{ at: '2026-09-04T10:00:00Z', kind: 'event', name: 'booked' }] },
  );
  assert.deepEqual(await rollupDifferences(db, accountId, 'Europe/Helsinki'), []);
  const match = { operator: 'is', value: '/pricing' } as const;
  await createGoal(ctx, accountId, { name: 'Pricing', kind: 'page', match, appliesToPast: true });
  await createGoal(ctx, accountId, { name: 'Booked', kind: 'event', match: { operator: 'is', value: 'booked' }, appliesToPast: true });
  await runQueuedJobs(service);
  assert.deepEqual(await rollupDifferences(db, accountId, 'Europe/Helsinki'), []);
  await createCorrection(ctx, accountId, { target: '143.164.0.0/16', effect: 'company', company: 'siemens.com' });
  await runReattributions(service, account);
  assert.deepEqual(await rollupDifferences(db, accountId, 'Europe/Helsinki'), []);

  const { rows } = await sql<{ id: string }>`
    select distinct c.id from visits v join companies c on c.id = v.company_id where v.account_id = ${accountId} and c.name = 'SAP'`.execute(
    db,
  );
  const sap = rows[0]!.id;
  const { rows: others } = await sql<{ id: string }>`
    select distinct company_id as id from visits where account_id = ${accountId} and company_id <> ${sap}`.execute(db);
  const siemens = others[0]!.id;
  const { rows: before } = await sql<{ industry_codes: string[] }>`select industry_codes from companies where id = ${siemens}`.execute(db);
  await sql`update companies set industry_codes = (select array_agg(code) from (select code from industries where code <> coalesce(${before[0]!.industry_codes[0] ?? null}, '') order by code limit 1) i) where id = ${siemens}`.execute(
    db,
  );
  await visit(service, account, { ip: addresses.Audi, visitor: 'late', events: [page('2026-09-25T10:00:00Z', '/a')] });
  const { rows: summed } = await sql<{ visits: number; companies: number }>`
    select sum(r.visits)::int as visits, max(r.companies[1]) as companies from visit_rollups r
    join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    where r.account_id = ${accountId} and r.unit = 'month' and r.kind = 'industry' and x.name = (select industry_codes[1] from companies where id = ${siemens})`.execute(
    db,
  );
  assert.deepEqual(summed, [{ visits: days.length + 1, companies: 1 }]);
  assert.deepEqual(await rollupDifferences(db, accountId, 'Europe/Helsinki'), []);
  await db.transaction().execute((trx) => mergeCompanies({ ...ctx, db: trx }, sap, siemens));
  await runReattributions(service, account);
  assert.deepEqual(await rollupDifferences(db, accountId, 'Europe/Helsinki'), []);
  await sql`update companies set industry_codes = ${before[0]!.industry_codes}::text[] where id = ${siemens}`.execute(db);
});
