import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteAccount } from '../../server/src/domain/accounts/delete-account.ts';
import { listAudit } from '../../server/src/domain/audit/list-audit.ts';
import { createCorrection } from '../../server/src/domain/corrections/corrections.ts';
import { requestExport } from '../../server/src/domain/exports/request-export.ts';
import { runExport } from '../../server/src/domain/exports/run-export.ts';
import { startImport } from '../../server/src/domain/imports/imports.ts';
import { processImport } from '../../server/src/domain/imports/process-import.ts';
import { receiveImport } from '../../server/src/domain/imports/receive-import.ts';
import { Problem } from '../../server/src/domain/problem.ts';
import { deleteExpiredRows } from '../../server/src/domain/retention/delete-expired-rows.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { grantRole } from '../../server/src/domain/users/grant-role.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { createAccountWithRecords, marker } from '../kit/create-account-with-records.ts';
import { pageView, post } from '../kit/events.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';
import { v1Client } from '../kit/v1.ts';
import { sendVisit } from '../kit/visits.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const { ctx } = service;
const { db } = ctx;

type Table = { schema: string; name: string; key: string | null };

/** Every table of the database, with the column that contains the account of its rows. */
async function listTables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname as schema, c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
      and a.attname in ('account_id', 'owner_account_id') limit 1) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`.execute(db);
  return rows;
}

/** Row counts of an account in all tables. */
async function rowCounts(accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name, key } of await listTables()) {
    const owner = name === 'accounts' ? 'id' : key;
    const isOwn = owner === null ? sql`to_jsonb(t)::text ~ ${`"accountId": "${accountId}"`}` : sql`${sql.ref(owner)} = ${accountId}`;
    const { rows } = await sql<{
      rows: number;
    }>`select count(*)::int as rows from ${sql.table(`${schema}.${name}`)} t where ${isOwn}`.execute(db);
    if (firstOf(rows).rows > 0) counts[name] = firstOf(rows).rows;
  }
  return counts;
}

/** The tables that contain a string. */
async function tablesWith(text: string): Promise<string[]> {
  const names: string[] = [];
  for (const { schema, name } of await listTables()) {
    const { rows } = await sql`select 1 from ${sql.table(`${schema}.${name}`)} t where t::text ilike ${`%${text}%`} limit 1`.execute(db);
    if (rows.length > 0) names.push(name);
  }
  return names;
}

/** Gives an account jobs, a file, an OAuth grant, its own company, and a user who also belongs to another account. */
async function addAccountData(account: TestAccount, other: TestAccount): Promise<{ file: string; shared: string }> {
  await createCorrection(ctx, account.accountId, {
    target: '91.64.10.20',
    effect: 'company',
    company: `${marker}-own.com`,
    companyName: `${marker} Own`,
  });
  await sendVisit(service, account, { ip: '91.64.10.20', visitorId: 'mail', email: `eve@${marker}-visitors.com` });
  const file = await ctx.files.create();
  await file.write(marker);
  await file.finish(`${marker}.csv`);
  await sql`
    insert into export_requests (id, account_id, user_id, feed_id, start_date, end_date, status, created_at, file_name)
    values (gen_random_uuid(), ${account.accountId}, ${account.userId}, 'x', '2026-01-01', '2026-01-02', 'processed', now(), ${`${marker}.csv`})`.execute(
    db,
  );
  const grant = { accountId: account.userId, clientId: 'someone-elses-app', jti: marker };
  await sql`insert into oauth_records (model, id_hash, payload) values ('Grant', '\\x01', ${JSON.stringify(grant)}::jsonb)`.execute(db);
  const shared = `shared-${account.accountId}@example.com`;
  const user = await createUser(ctx, { accountId: account.accountId, email: shared, password: 'correct horse battery', role: 'member' });
  await grantRole(ctx, { email: shared, accountId: other.accountId, role: 'viewer' });
  assert.ok(user.id);
  return { file: `${marker}.csv`, shared };
}

test('deleting an account deletes all of its data and no data of another account', async () => {
  const account = await createAccountWithRecords(service);
  const other = await service.newAccount();
  await sendVisit(service, other, { ip: '143.164.1.10', visitorId: 'other' });
  const { file, shared } = await addAccountData(account, other);
  const before = await rowCounts(account.accountId);
  assert.ok(Object.keys(before).length > 35, JSON.stringify(before));
  assert.ok(required(before._private_jobs) > 0);
  const ofOther = await rowCounts(other.accountId);

  const deletion = await deleteAccount(ctx, account.accountId);

  assert.deepEqual(await rowCounts(account.accountId), {});
  assert.deepEqual(await tablesWith(marker), [], 'no text of the account is left anywhere');
  assert.deepEqual(await tablesWith(account.email), []);
  assert.equal(await ctx.files.open(file), null);
  assert.deepEqual(await rowCounts(other.accountId), ofOther);
  assert.equal(deletion.users, 1);
  assert.equal(deletion.rows.visits, before.visits);
  // A user who also belongs to another account remains a member of that account only.
  const memberships = await sql<{ account_id: string }>`
    select m.account_id from memberships m join users u on u.id = m.user_id where u.email = ${shared}`.execute(db);
  assert.deepEqual(memberships.rows, [{ account_id: other.accountId }]);
  const entries = await listAudit(ctx, { accountId: null, action: 'account', limit: 10 });
  assert.deepEqual(
    entries.filter(({ subject }) => subject.id === account.accountId).map(({ action }) => action),
    ['account.deleted', 'account.closed'],
  );
  await assert.rejects(deleteAccount(ctx, account.accountId), (error) => error instanceof Problem && error.kind === 'not_found');
});

test('a deleted account is inaccessible, and events that arrive late leave no rows behind', async () => {
  const account = await service.newAccount({ credits: 10 });
  const browser = new BrowserSession(service);
  await browser.signIn(account.email);
  await sendVisit(service, account, { ip: '143.164.1.10', visitorId: 'a' });
  const queued = await post({ url: service.url, scriptHash: account.scriptHash, events: [pageView()] });
  assert.equal(queued.status, 204);
  let progressReports = 0;
  await deleteAccount(ctx, account.accountId, {
    onProgress() {
      progressReports++;
    },
  });
  assert.ok(progressReports > 3);
  assert.equal((await browser.get(`/accounts/${account.accountId}/leads`)).status, 401);
  assert.equal((await v1Client(service, account)(`/v1/companies/1001?account_id=${account.accountId}`)).status, 401);
  // The collector caches the script for half a minute; events accepted in that time are deleted by the next maintenance run.
  const late = await post({ url: service.url, scriptHash: account.scriptHash, events: [pageView()] });
  assert.equal(late.status, 204);
  await service.drain();
  await deleteExpiredRows(ctx);
  assert.deepEqual(await rowCounts(account.accountId), {});
});

test('events sent while the account is being deleted leave no rows behind', async () => {
  const account = await service.newAccount();
  await sendVisit(service, account, { ip: '143.164.1.10', visitorId: 'a' });
  let sent: Promise<unknown> | null = null;
  await deleteAccount(ctx, account.accountId, {
    onProgress() {
      sent ??= post({ url: service.url, scriptHash: account.scriptHash, events: [pageView()] }).then(() => service.drain());
    },
  });
  await sent;
  await deleteExpiredRows(ctx);
  assert.deepEqual(await rowCounts(account.accountId), {});
});

test('an interrupted account deletion resumes when it is repeated', async () => {
  const account = await service.newAccount();
  for (const visitorId of ['a', 'b', 'c']) await sendVisit(service, account, { ip: '143.164.1.10', visitorId });
  for (let attempt = 1; ; attempt++) {
    let steps = 0;
    const died = await deleteAccount(ctx, account.accountId, {
      onProgress() {
        if (++steps === 3) throw new Error('killed');
      },
    }).then(
      () => false,
      (error: Error) => {
        assert.equal(error.message, 'killed');
        return true;
      },
    );
    if (!died) break;
    assert.equal((await post({ url: service.url, scriptHash: account.scriptHash })).status, 204);
    await service.drain();
    assert.ok(attempt < 20);
  }
  await deleteExpiredRows(ctx);
  assert.deepEqual(await rowCounts(account.accountId), {});
});

test('usage counts that are not yet written when the account is deleted leave no rows behind', async () => {
  const own = await startTestService({ connection: service.connection });
  const account = await own.newAccount();
  const call = v1Client(own, account);
  assert.equal((await call(`/v1/tags?account_id=${account.accountId}`)).status, 200);
  await deleteAccount(own.ctx, account.accountId);
  // Closing flushes pending counts.
  await own.close();
  assert.deepEqual(await rowCounts(account.accountId), {});
});

test('an export that finishes while its account is being deleted leaves no file behind', async () => {
  const { accountId, userId } = await service.newAccount();
  const { id } = await requestExport(ctx, { accountId, userId, feedId: 'all_leads', startDate: '2026-09-01', endDate: '2026-09-30' });
  const row = await db.selectFrom('export_requests').select('file_name').where('id', '=', id).executeTakeFirstOrThrow();
  const statuses: unknown[] = [];
  const remove = async (name: string) => {
    await ctx.files.remove(name);
    await runExport(ctx, id);
    statuses.push(...(await db.selectFrom('export_requests').select('status').where('id', '=', id).execute()));
  };
  const { files } = await deleteAccount({ ...ctx, files: { ...ctx.files, remove } }, accountId);
  assert.deepEqual(statuses, [{ status: 'processed' }], 'the export finished before its row was deleted');
  assert.equal(await ctx.files.open(required(row.file_name)), null);
  assert.equal(files, 1);
});

/** Starts an import of CRM records and runs it; `whileReading` is called between two of its batches. Returns the statuses of its runs. */
async function runImportOf(account: TestAccount, whileReading: () => Promise<void>): Promise<string[]> {
  const lines = Buffer.from('{"crm":"x"}\n'.repeat(450));
  const upload = { kind: 'crm' as const, fileName: 'crm.json', userId: account.userId, content: Readable.from([lines]) };
  const { id } = await receiveImport(ctx, account.accountId, upload);
  await processImport(ctx, account.accountId, id);
  await startImport(ctx, account.accountId, id, { ignoreUnknownColumns: false });
  const content = Readable.from(
    (async function* () {
      yield lines;
      await whileReading();
      yield lines;
    })(),
  );
  await processImport({ ...ctx, files: { ...ctx.files, open: async () => ({ size: 1, read: () => content }) } }, account.accountId, id);
  const runs = await db.selectFrom('import_runs').select('status').where('fingerprint', '=', id).execute();
  return runs.map(({ status }) => status);
}

test('the run of an import ends when its account is deleted, whether it is being processed or could be resumed', async () => {
  const account = await service.newAccount();
  const resumable = await runImportOf(account, () => Promise.reject(new Error('The disk is gone')));
  assert.deepEqual(resumable, ['running']);
  const processed = await runImportOf(account, async () => void (await deleteAccount(ctx, account.accountId)));
  assert.deepEqual(processed, ['failed']);
  const { rows } = await sql`select id from import_runs where status = 'running'`.execute(db);
  assert.deepEqual(rows, [], 'nor does the run of the interrupted import remain');

  const failing = await service.newAccount();
  const failed = await runImportOf(failing, async () => {
    await deleteAccount(ctx, failing.accountId);
    throw new Error('The disk is gone');
  });
  assert.deepEqual(failed, ['failed']);
});
