import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startReattribution } from '../../server/src/domain/reattribution/start-reattribution.ts';
import { deleteExpiredAddresses } from '../../server/src/domain/retention/delete-expired-addresses.ts';
import { deleteExpiredRows } from '../../server/src/domain/retention/delete-expired-rows.ts';
import { deleteExpiredVisits } from '../../server/src/domain/retention/delete-expired-visits.ts';
import { deleteVisitRows } from '../../server/src/domain/retention/delete-visit-rows.ts';
import { emptyPartitions } from '../../server/src/domain/retention/empty-partitions.ts';
import { retentionCutoff } from '../../server/src/domain/retention/retention-cutoff.ts';
import { updateAccountSettings } from '../../server/src/domain/settings/account-settings.ts';
import { ensurePartitions, listVisitPartitions } from '../../server/src/domain/visits/ensure-partitions.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { rollupDifferences } from '../kit/day-rollups.ts';
import { addresses, callEarlier, manyCompanies, visit } from '../kit/earlier.ts';
import { until } from '../kit/events.ts';
import { recordStatements } from '../kit/recorded-statements.ts';
import { rowsRead } from '../kit/rows-read.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';

const recorded = recordStatements();
const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const now = '2026-10-01T12:00:00Z';
service.clock.set(now);

const visitTimesOf = async (accountId: string) => {
  const { rows } = await sql<{ at: Date }>`select started_at as at from visits where account_id = ${accountId} order by 1`.execute(ctx.db);
  return rows.map(({ at }) => at.toISOString());
};

/** Counts of an account in the earlier API, the versioned API and the database. */
async function counts({ accountId, token, key }: TestAccount) {
  const leads = await callEarlier(`${service.url}/accounts/${accountId}/leads?start_date=2020-01-01&end_date=2026-10-01`, { token });
  const found = await v1Client(service, { key })(`/v1/web-visits/companies?account_id=${accountId}`);
  const visits = await v1Client(service, { key })(`/v1/web-visits?account_id=${accountId}`, {
    body: { start_date: '2020-01-01', end_date: '2026-10-01' },
  });
  assert.deepEqual([leads.status, found.status, visits.status], [200, 200, 200]);
  return {
    leads: leads.data.length,
    companies: found.body.data.length,
    visits: visits.body.data.length,
    stored: (await visitTimesOf(accountId)).length,
  };
}

test('the retention limit is the start of a day in the account’s time zone', () => {
  assert.deepEqual(retentionCutoff(new Date('2026-10-01T22:30:00Z'), 'Europe/Helsinki', 1), {
    day: '2026-10-01',
    at: new Date('2026-09-30T21:00:00Z'),
  });
  assert.deepEqual(retentionCutoff(new Date(now), 'UTC', 30), { day: '2026-09-01', at: new Date('2026-09-01T00:00:00Z') });
});

test('new partitions do not wait for a backup to end, because everything that uses visits waits for them', async () => {
  const partitions = async () => (await listVisitPartitions(ctx.db)).map(({ name }) => name);
  service.clock.set('2027-02-15T12:00:00Z');
  await ensurePartitions(ctx);
  const before = await partitions();
  service.clock.set('2027-03-15T12:00:00Z');
  await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table visits in access share mode`.execute(trx);
    const ensured = ensurePartitions(ctx);
    await until(async () => (await countWaitingForLock(ctx.db)) > 0);
    await until(async () => (await countWaitingForLock(ctx.db)) === 0);
    await ensured;
  });
  assert.deepEqual(await partitions(), before);
  await ensurePartitions(ctx);
  assert.deepEqual(await partitions(), [...before, 'visits_2027_06']);
  service.clock.set(now);
});

test('visits are stored while an expired month is in use; its partition is dropped later', async () => {
  const names = async () => (await listVisitPartitions(ctx.db)).map(({ name }) => name);
  const account = await service.newAccount();
  await updateAccountSettings(ctx, account.accountId, { processing: { visit_retention_days: 30 } });
  service.clock.set('2024-06-15T12:00:00Z');
  await ensurePartitions(ctx);
  service.clock.set(now);
  assert.ok((await names()).includes('visits_2024_05'));
  const ip = addresses.SAP;
  let isOver = false;
  const emptied = await ctx.db.transaction().execute(async (trx) => {
    // As a backup does.
    await sql`lock table visits in access share mode`.execute(trx);
    const started = emptyPartitions(ctx, new Date('2024-08-01T00:00:00Z')).finally(() => {
      isOver = true;
    });
    await until(async () => (await countWaitingForLock(ctx.db)) > 0);
    await visit(service, account, { ip, visitor: 'x', events: [{ at: '2026-09-20T10:00:00Z' }] });
    assert.equal((await visitTimesOf(account.accountId)).length, 1);
    assert.ok(!isOver, 'the visit was stored only after the attempts to drop the partition had ended');
    return [started];
  });
  await Promise.all(emptied);
  assert.deepEqual(
    (await names()).filter((name) => name < 'visits_2024_08'),
    [],
  );
});

test('expired visits are deleted by row and by month, and the rollups and both APIs agree with the visits', async () => {
  // Creates the partitions of past months, as servers did at that time.
  service.clock.set('2024-06-15T12:00:00Z');
  await ensurePartitions(ctx);
  service.clock.set('2025-06-15T12:00:00Z');
  await ensurePartitions(ctx);
  service.clock.set(now);
  const [first, second, third] = firstItems(await manyCompanies(3), 3);
  const days = ['2024-05-10', '2025-09-15', '2026-04-03', '2026-08-31', '2026-09-01', '2026-09-30'];
  const short = await service.newAccount({ timezone: 'Europe/Helsinki' });
  const long = await service.newAccount();
  for (const account of [short, long]) {
    const visits = days.flatMap((day, index) => [
      {
        ip: first.ip,
        visitor: `a${index}`,
        events: [{ at: `${day}T20:55:00Z`, email: `a${index}@customer.example`, kind: 'identify' }, { at: `${day}T20:55:00Z` }],
      },
      { ip: itemAt([second, third], index % 2).ip, visitor: 'b', events: [{ at: `${day}T21:05:00Z` }] },
    ]);
    await visit(service, account, ...visits);
  }
  await updateAccountSettings(ctx, short.accountId, { processing: { visit_retention_days: 30 } });
  await updateAccountSettings(ctx, long.accountId, { processing: { visit_retention_days: 365 } });
  assert.equal((await counts(short)).stored, 12);

  await deleteExpiredVisits(ctx);
  // 1 September in Helsinki starts at 21:00 UTC on 31 August, between the two visits of that day.
  assert.deepEqual(await visitTimesOf(short.accountId), [
    '2026-08-31T21:05:00.000Z',
    '2026-09-01T20:55:00.000Z',
    '2026-09-01T21:05:00.000Z',
    '2026-09-30T20:55:00.000Z',
    '2026-09-30T21:05:00.000Z',
  ]);
  assert.equal((await visitTimesOf(long.accountId)).length, 8);
  for (const [account, zone] of [
    [short, 'Europe/Helsinki'],
    [long, 'UTC'],
  ] as const) {
    assert.deepEqual(await rollupDifferences(ctx.db, account.accountId, zone), []);
    const { stored, visits, leads, companies } = await counts(account);
    assert.equal(visits, stored);
    assert.equal(companies, leads);
    const { rows } = await sql<{ id: string }>`
      select id from visitors w where account_id = ${account.accountId}
        and not exists (select 1 from visits v where v.account_id = w.account_id and v.visitor_id = w.id)`.execute(ctx.db);
    assert.deepEqual(rows, []);
  }
  const { rows: months } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'visits'::regclass order by 1`.execute(
    ctx.db,
  );
  assert.equal(firstOf(months).name, 'visits_2025_09', 'months that can receive no more events are dropped');

  await deleteExpiredVisits(ctx);
  assert.equal((await visitTimesOf(long.accountId)).length, 8);
});

test('a month that has expired for every account is truncated, and its rollups are deleted', async () => {
  const first = firstOf(await manyCompanies(1));
  const account = await service.newAccount();
  await visit(service, account, { ip: first.ip, visitor: 'x', events: [{ at: '2026-05-31T10:00:00Z' }] });
  await visit(service, account, { ip: first.ip, visitor: 'y', events: [{ at: '2026-09-20T10:00:00Z' }] });
  const { rows: others } = await sql<{ id: string }>`select id from accounts`.execute(ctx.db);
  for (const { id } of others) await updateAccountSettings(ctx, id, { processing: { visit_retention_days: 60 } });
  await deleteExpiredVisits(ctx);
  assert.deepEqual(await visitTimesOf(account.accountId), ['2026-09-20T10:00:00.000Z']);
  assert.deepEqual(await rollupDifferences(ctx.db, account.accountId, 'UTC'), []);
  // The partition was truncated: deleting single rows would leave pages behind.
  const { rows } = await sql<{ size: number }>`select pg_relation_size('visits_2026_05')::int as size`.execute(ctx.db);
  assert.equal(firstOf(rows).size, 0);
  const { rows: remaining } = await sql<{ id: string }>`select id from visitors where account_id = ${account.accountId}`.execute(ctx.db);
  assert.deepEqual(
    remaining.map(({ id }) => id),
    ['y'],
  );
  // Workers do not extend the deleted visit from their cache.
  await visit(service, account, { ip: first.ip, visitor: 'x', events: [{ at: '2026-05-31T10:05:00Z' }] });
  assert.deepEqual(await visitTimesOf(account.accountId), ['2026-05-31T10:05:00.000Z', '2026-09-20T10:00:00.000Z']);
  assert.deepEqual(await rollupDifferences(ctx.db, account.accountId, 'UTC'), []);
});

test('a visitor last seen in the last hour of an expired month is deleted with it; one seen since then stays', async () => {
  const first = firstOf(await manyCompanies(1));
  const account = await service.newAccount();
  const at = ['2026-08-31T23:30:00Z', '2026-08-31T23:50:00Z', '2026-09-01T00:10:00Z'] as const;
  await visit(service, account, { ip: first.ip, visitor: 'gone', events: [{ at: at[0], kind: 'identify', email: 'jane@audi.de' }] });
  for (const moment of at) await visit(service, account, { ip: '91.64.0.10', visitor: 'stays', events: [{ at: moment }] });
  await visit(service, account, {
    ip: '91.64.0.10',
    visitor: 'stays',
    events: [{ at: '2026-09-01T00:20:00Z', url: 'https://shop.example/?utm_campaign=x' }],
  });
  const { rows: accounts } = await sql<{ id: string }>`select id from accounts`.execute(ctx.db);
  // All other accounts have a shorter retention, so the limit of this account decides which months are dropped.
  for (const { id } of accounts) {
    await updateAccountSettings(ctx, id, { processing: { visit_retention_days: id === account.accountId ? 30 : 29 } });
  }
  await deleteExpiredVisits(ctx);
  const { rows } = await sql<{ id: string }>`select id from visitors where account_id = ${account.accountId}`.execute(ctx.db);
  assert.deepEqual(rows, [{ id: 'stays' }]);
  assert.deepEqual(await visitTimesOf(account.accountId), ['2026-09-01T00:20:00.000Z']);
});

test('a deleted visit is not restored by a later event', async () => {
  const account = await service.newAccount();
  const visitAt = (at: string) => visit(service, account, { ip: '91.64.0.11', visitor: 'late', events: [{ at }] });
  await visitAt('2026-06-20T10:00:00Z');
  await updateAccountSettings(ctx, account.accountId, { processing: { visit_retention_days: 60 } });
  await deleteExpiredVisits(ctx);
  assert.deepEqual(await visitTimesOf(account.accountId), []);
  await visitAt('2026-06-20T10:05:00Z');
  const { rows } = await sql<{ page_depth: number; source: string }>`
    select v.page_depth, v.source from visits v join visitors w on w.account_id = v.account_id and w.id = v.visitor_id
    where v.account_id = ${account.accountId}`.execute(ctx.db);
  assert.deepEqual(rows, [{ page_depth: 1, source: '(direct)' }]);
});

test('visits are deleted in short steps that resume after an interruption; lanes of accounts without expired visits are not claimed', async () => {
  const account = await service.newAccount();
  const idle = await service.newAccount();
  const first = firstOf(await manyCompanies(1));
  const startMs = Date.parse('2026-05-01T00:00:00Z');
  for (let part = 0; part < 3; part++) {
    const events = Array.from({ length: 50 }, (_, index) => ({ at: new Date(startMs + (50 * part + index) * 7_200_000).toISOString() }));
    await visit(service, account, { ip: first.ip, visitor: 'often', events });
  }
  await visit(service, idle, { ip: first.ip, visitor: 'x', events: [{ at: '2026-09-20T10:00:00Z' }] });
  for (const { accountId } of [account, idle]) await updateAccountSettings(ctx, accountId, { processing: { visit_retention_days: 60 } });
  const claims = async () => {
    const { rows } = await sql`select lane, claim_id from inbox_lanes where account_id = ${idle.accountId} order by lane`.execute(ctx.db);
    return rows;
  };
  const before = await claims();
  let begun = 0;
  const killed = new Proxy(ctx.db, {
    get(target, name) {
      if (name === 'transaction' && ++begun > 1) assert.fail('killed');
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await assert.rejects(deleteVisitRows({ ...ctx, db: killed }, account.accountId), /killed/);
  assert.equal((await visitTimesOf(account.accountId)).length, 50);
  assert.deepEqual(await rollupDifferences(ctx.db, account.accountId, 'UTC'), []);
  await deleteExpiredVisits(ctx);
  assert.deepEqual(await visitTimesOf(account.accountId), []);
  assert.deepEqual(await rollupDifferences(ctx.db, account.accountId, 'UTC'), []);
  assert.deepEqual(await claims(), before);
});

test('addresses are truncated and deleted according to the current settings, including those stored under previous settings', async () => {
  const account = await service.newAccount();
  const { accountId } = account;
  const set = (processing: Parameters<typeof updateAccountSettings>[2]['processing']) =>
    updateAccountSettings(ctx, accountId, { processing });
  await set({ ip_storage: 'full', ip_retention_days: 10 });
  await visit(service, account, { ip: '143.164.1.10', visitor: 'old', events: [{ at: '2026-09-20T10:00:00Z' }] });
  await visit(service, account, { ip: '143.164.1.10', visitor: 'new', events: [{ at: '2026-09-28T10:00:00Z' }] });
  await visit(service, account, { ip: '2001:67c:20a1::7', visitor: 'six', events: [{ at: '2026-09-28T10:00:00Z' }] });
  await sql`
    insert into dead_letters (account_id, id, lane, received_at, failed_at, events, body, error)
    values (${accountId}, 1, 0, '2026-09-20', '2026-09-20', 1, '["x","143.164.1.10"]', 'x')`.execute(ctx.db);
  const storedIps = async () => {
    const { rows } = await sql<{
      visitor: string;
      ip: string | null;
      has_key: boolean;
      clients: { ip: string | null; addressKey: string | null }[] | null;
    }>`
      select visitor_id as visitor, host(ip) as ip, address_key is not null as has_key, events::json -> 'clients' as clients
      from visits where account_id = ${accountId} order by 1`.execute(ctx.db);
    return Object.fromEntries(
      rows.map(({ visitor, ip, has_key, clients }) => {
        assert.equal(clients, null, 'an address is stored in one place only');
        assert.equal(has_key, ip !== null);
        return [visitor, ip];
      }),
    );
  };
  await deleteExpiredAddresses(ctx);
  assert.deepEqual(await storedIps(), { new: '143.164.1.10', old: null, six: '2001:67c:20a1::7' });
  const { rows: failures } = await sql`select 1 from dead_letters where account_id = ${accountId}`.execute(ctx.db);
  assert.equal(failures.length, 0);
  await set({ ip_storage: 'truncated' });
  await deleteExpiredAddresses(ctx);
  assert.deepEqual(await storedIps(), { new: '143.164.1.0', old: null, six: '2001:67c:20a1::' });
  await set({ ip_storage: 'none' });
  await deleteExpiredAddresses(ctx);
  assert.deepEqual(await storedIps(), { new: null, old: null, six: null });
});

test('the second address of a visit is deleted even if the first one was not stored', async () => {
  const account = await service.newAccount();
  const seen = { ip: '143.164.1.10', visitor: 'x' };
  await updateAccountSettings(ctx, account.accountId, { processing: { ip_storage: 'none' } });
  await visit(service, account, { ...seen, events: [{ at: '2026-09-20T10:00:00Z' }] });
  await updateAccountSettings(ctx, account.accountId, { processing: { ip_storage: 'full', ip_retention_days: 10 } });
  await visit(service, account, { ...seen, events: [{ at: '2026-09-20T10:05:00Z' }] });
  const storedAddresses = async () => {
    const { rows } = await sql<{ keys: number | null; has_address: boolean }>`
      select cardinality(further_address_keys) as keys, events::text ~ '143[.]164' as has_address from visits
      where account_id = ${account.accountId}`.execute(ctx.db);
    return rows;
  };
  assert.deepEqual(await storedAddresses(), [{ keys: 1, has_address: true }]);
  await deleteExpiredAddresses(ctx);
  assert.deepEqual(await storedAddresses(), [{ keys: null, has_address: false }]);
});

test('a learned address is deleted once the visit it was learned from has expired', async () => {
  const account = await service.newAccount();
  for (const [visitor, at] of [
    ['old', '2026-09-20T10:00:00Z'],
    ['new', '2026-09-28T10:00:00Z'],
  ] as const) {
    await visit(service, account, { ip: '143.164.1.10', visitor, events: [{ kind: 'identify', at, email: `${visitor}@siemens.com` }] });
  }
  await updateAccountSettings(ctx, account.accountId, { processing: { visit_retention_days: 5, ip_retention_days: 30 } });
  await deleteExpiredAddresses(ctx);
  const { rows } = await sql`select visitor_id from learned_addresses where account_id = ${account.accountId}`.execute(ctx.db);
  assert.deepEqual(rows, [{ visitor_id: 'new' }]);
});

test('expired sessions, invitations and looked-up IP addresses are deleted', async () => {
  const { accountId, userId } = await service.newAccount();
  const [old, fresh] = ['2025-08-01T00:00:00Z', '2026-09-30T00:00:00Z'];
  for (const [index, time] of [old, fresh].entries()) {
    const id = 9_000_000_000 + Number(accountId) * 10 + index;
    await sql`insert into sessions values (${id}, ${Buffer.from(`s${id}`)}, ${userId}, 'x', ${time}, ${time}, ${time})`.execute(ctx.db);
    await sql`insert into invitations (id, hash, account_id, email, role, created_at, expires_at)
      values (${id}, ${Buffer.from(`i${id}`)}, ${accountId}, ${`a${index}@x.example`}, 'viewer', ${time}, ${time})`.execute(ctx.db);
    await sql`insert into revealed_records values (${accountId}, 'ip', ${`192.0.2.${index}`}, ${time})`.execute(ctx.db);
    await sql`insert into credit_charges values (${accountId}, gen_random_uuid(), ${time}, 'ip', ${`192.0.2.${index}`}, 1, 'x', gen_random_uuid())`.execute(
      ctx.db,
    );
  }
  await deleteExpiredRows(ctx);
  await deleteExpiredAddresses(ctx);
  const { rows } = await sql<{ left: string }>`
    select 'session' as left from sessions where user_id = ${userId} union all select email from invitations where account_id = ${accountId}
    union all select record_id from revealed_records where account_id = ${accountId}
    union all select 'charged ' || record_id from credit_charges where account_id = ${accountId} order by 1`.execute(ctx.db);
  assert.deepEqual(rows.map(({ left }) => left).sort(), ['192.0.2.1', 'a1@x.example', 'charged ', 'charged 192.0.2.1', 'session']);
});

for (const [first, ip] of [
  ['not stored', '143.164.1.10'],
  ['stored truncated', '143.164.1.10'],
  ['the first of its network', '143.164.1.0'],
] as const) {
  test(`the second address of a visit is truncated even if the first one was ${first}`, async () => {
    const account = await service.newAccount();
    const set = (ip_storage: 'none' | 'truncated' | 'full') =>
      updateAccountSettings(ctx, account.accountId, { processing: { ip_storage, ip_retention_days: 30 } });
    await set(first === 'not stored' ? 'none' : first === 'stored truncated' ? 'truncated' : 'full');
    await visit(service, account, { ip, visitor: 'x', events: [{ at: '2026-09-20T10:00:00Z' }] });
    await set('full');
    await visit(service, account, { ip: '143.164.1.10', visitor: 'x', events: [{ at: '2026-09-20T10:05:00Z' }] });
    const storedAddresses = async () => {
      const { rows } = await sql<{ ip: string | null; further: string }>`
        select host(ip) as ip, events::json #>> '{clients,1,ip}' as further from visits where account_id = ${account.accountId}`.execute(
        ctx.db,
      );
      return rows;
    };
    const firstIp = first === 'not stored' ? null : '143.164.1.0';
    assert.deepEqual(await storedAddresses(), [{ ip: firstIp, further: '143.164.1.10' }]);
    await set('truncated');
    await deleteExpiredAddresses(ctx);
    assert.deepEqual(await storedAddresses(), [{ ip: firstIp, further: '143.164.1.0' }]);
  });
}

test('a failure in one account does not prevent the deletion of expired data of other accounts', async (t) => {
  service.clock.set(now);
  const [broken, other] = [await service.newAccount(), await service.newAccount()];
  for (const account of [broken, other]) {
    await visit(service, account, { ip: firstOf(await manyCompanies(1)).ip, visitor: 'a', events: [{ at: '2026-08-01T10:00:00Z' }] });
    const processing = { ip_storage: 'full' as const, ip_retention_days: 30, visit_retention_days: 365 };
    await updateAccountSettings(ctx, account.accountId, { processing });
  }
  const breakVisits = (columns: ReturnType<typeof sql>) =>
    sql`update visits set ${columns} where account_id = ${broken.accountId}`.execute(ctx.db);
  t.after(() => sql`delete from visits where account_id = ${broken.accountId}`.execute(ctx.db));
  const countAddresses = async () => {
    const { rows } = await sql`select 1 from visits where account_id = ${other.accountId} and address_key is not null`.execute(ctx.db);
    return rows.length;
  };
  assert.equal(await countAddresses(), 1);
  await breakVisits(sql`events = 'not JSON'`);
  await assert.rejects(deleteExpiredAddresses(ctx), AggregateError);
  assert.equal(await countAddresses(), 0);

  for (const { accountId } of [broken, other]) await updateAccountSettings(ctx, accountId, { processing: { visit_retention_days: 30 } });
  await breakVisits(sql`goals = '{}'`);
  await assert.rejects(deleteExpiredVisits(ctx), AggregateError);
  assert.deepEqual(await visitTimesOf(other.accountId), []);
});

test('addresses are deleted at the end of their retention period even if a reattribution of the account fails', async (t) => {
  service.clock.set(now);
  const account = await service.newAccount();
  const { accountId } = account;
  await visit(service, account, { ip: firstOf(await manyCompanies(1)).ip, visitor: 'a', events: [{ at: '2026-08-01T10:00:00Z' }] });
  await updateAccountSettings(ctx, accountId, { processing: { ip_storage: 'full', ip_retention_days: 30 } });
  await ctx.db.transaction().execute((trx) => startReattribution(ctx, trx, accountId, 'test', { block: 'not a block' }));
  t.after(() => sql`delete from reattributions where account_id = ${accountId}`.execute(ctx.db));
  await assert.rejects(deleteExpiredAddresses(ctx), AggregateError);
  const { rows } = await sql`select 1 from visits where account_id = ${accountId} and address_key is not null`.execute(ctx.db);
  assert.deepEqual(rows, []);
});

test('accounts without expired data cost a nightly run no statements, and their visits are not read', async () => {
  service.clock.set(now);
  const accounts = await Promise.all(Array.from({ length: 5 }, () => service.newAccount()));
  const ip_storage = ['none', 'truncated', 'full'] as const;
  for (const [index, account] of accounts.entries()) {
    await visit(service, account, { ip: '143.164.1.10', visitor: 'x', events: [{ at: '2026-09-28T10:00:00Z' }] });
    await updateAccountSettings(ctx, account.accountId, { processing: { ip_storage: itemAt(ip_storage, index % 3) } });
  }
  const run = async () => {
    recorded.length = 0;
    await deleteExpiredAddresses(ctx);
    await deleteExpiredVisits(ctx);
    return [...recorded];
  };
  // Deletes what the settings above no longer allow.
  await run();
  const statements = await run();
  const ids = new Set(accounts.map(({ accountId }) => accountId));
  assert.deepEqual(
    statements.filter(({ values }) => values.some((value) => ids.has(String(value)))),
    [],
  );
  const client = await service.connection.pool.connect();
  // Most visits of a large account have no address any more.
  await client.query(
    `insert into visits (account_id, started_at, id, visitor_id, place_id, ended_at, page_depth, visit_length, page_ids, ga_client_ids, events, goals)
     select $1, now_at, gen_random_uuid(), 'old', 0, now_at, 1, 0, '{}', '{}', '[]', '[]'
     from generate_series(timestamptz '2026-08-01', '2026-08-20', interval '1 hour') as now_at`,
    [accounts[0]!.accountId],
  );
  const [search] = statements.filter(({ text }) => text.includes('dead_letters'));
  // Small tables are always read completely.
  const read = await rowsRead(client, { ...search!, settings: ['set local enable_seqscan = off'] });
  const { rows } = await client.query<{ accounts: number }>('select count(*)::int as accounts from accounts');
  assert.ok(read!.read <= 3 * rows[0]!.accounts, `${read!.read} rows read`);
  client.release();
});
