import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { populateDemo, simulateLeadActivity } from '../../server/src/demo/populate-demo.ts';
import { createSampleAccount } from '../../server/src/domain/onboarding/create-sample-account.ts';
import { fillSampleAccount, fillSampleAccountJobName } from '../../server/src/domain/onboarding/fill-sample-account.ts';
import { getUser } from '../../server/src/domain/users/get-user.ts';
import { jobs } from '../../server/src/jobs/index.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();

type Steps = { steps: { step: string; isDone: boolean }[]; isHidden: boolean };
type Account = { id: string; name: string; sampleStatus: string | null };

async function newOwner() {
  const account = await service.newAccount();
  const session = new BrowserSession(service);
  await session.signIn(account.email);
  const path = `/accounts/${account.accountId}`;
  return { ...account, session, path, accounts: async () => (await session.get('/session')).body.accounts as Account[] };
}

test('the first steps are checked off automatically, and can be hidden', async () => {
  const { session, path, scriptHash, userId } = await newOwner();
  const doneSteps = async () =>
    (await session.get<Steps>(`${path}/checklist`)).body.steps.filter(({ isDone }) => isDone).map(({ step }) => step);
  assert.deepEqual(await doneSteps(), []);
  const events = [{ id: randomUUID(), kind: 'page_view', occurred_at: Date.now(), url: 'https://www.acme.example/', title: 'Home' }];
  const sent = await fetch(`${service.url}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' },
    body: JSON.stringify({ script_hash: scriptHash, sent_at: Date.now(), events }),
  });
  assert.equal(sent.status, 204);
  assert.deepEqual(await doneSteps(), [], 'a visit counts once it is processed');
  await service.drain();
  assert.deepEqual(await doneSteps(), ['tracker']);
  await session.send('PATCH', `${path}/settings`, { processing: { hostnames: ['www.acme.example'] } });
  await session.send('POST', `${path}/invitations`, { email: 'new@acme.example', role: 'member' });
  assert.deepEqual(await doneSteps(), ['tracker', 'hostname', 'team']);
  const all = [{ field: 'country_code', operator: 'is', values: ['DE'], excluded: false }];
  const feed = await session.send('POST', `${path}/feeds`, { name: 'Germany', filters: { all } });
  assert.equal(feed.status, 201, JSON.stringify(feed.body));
  assert.deepEqual(await doneSteps(), ['tracker', 'hostname', 'team', 'feed']);
  const alert = await session.send('PATCH', `${path}/feeds/${feed.body.id}/alerts`, { recipients: [userId] });
  assert.ok(alert.status < 300, JSON.stringify(alert.body));
  assert.deepEqual(await doneSteps(), ['tracker', 'hostname', 'team', 'feed', 'alert']);
  assert.equal((await session.send('DELETE', `${path}/checklist`)).status, 204);
  assert.equal((await session.get<Steps>(`${path}/checklist`)).body.isHidden, true);
});

test('sample data is in a separate account that is filled by the pipeline and removed with one request', async () => {
  const { session, accounts, userId, accountId, path } = await newOwner();
  const created = await session.send('POST', '/sample-accounts', { name: 'Sample data', timezone: 'UTC' });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const sampleId = String(created.body.id);
  const sampleStatus = async () => (await accounts()).find(({ id }) => id === sampleId)?.sampleStatus;
  assert.equal(await sampleStatus(), 'filling');
  assert.equal((await session.send('POST', '/sample-accounts', { name: 'Another', timezone: 'UTC' })).status, 409);
  await runQueuedJobs(service);
  assert.equal(await sampleStatus(), 'filling', 'the visits wait for the pipeline');
  await service.drain();
  await runQueuedJobs(service);
  assert.equal(await sampleStatus(), 'ready');
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const interval = `from=${day(-5)}&to=${day(1)}`;
  const leads = await session.get<{ total: number; rows: { tagIds: string[] }[] }>(`/accounts/${sampleId}/leads?${interval}`);
  assert.ok(leads.body.rows.length > 10, 'companies were identified');
  assert.ok(
    leads.body.rows.some(({ tagIds }) => tagIds.length > 0),
    'some leads have tags',
  );
  const own = await session.get<{ rows: unknown[] }>(`${path}/leads?${interval}`);
  assert.deepEqual(own.body.rows, [], 'the account of the user has no sample data');
  const stranger = await newOwner();
  assert.equal((await stranger.session.send('DELETE', `/sample-accounts/${sampleId}`)).status, 404);
  assert.equal((await session.send('DELETE', `/sample-accounts/${accountId}`)).status, 409, 'only sample accounts can be deleted this way');
  assert.equal((await session.send('DELETE', `/sample-accounts/${sampleId}`)).status, 204);
  assert.equal((await session.get(`/accounts/${sampleId}/account`)).status, 404, 'the account is inaccessible immediately');
  await runQueuedJobs(service);
  const { db } = service.ctx;
  const left = await db.selectFrom('visits').select('account_id').where('account_id', '=', sampleId).limit(1).execute();
  assert.deepEqual(left, []);
  assert.deepEqual(await db.selectFrom('accounts').select('id').where('id', '=', sampleId).execute(), []);
  assert.equal((await db.selectFrom('users').select('id').where('id', '=', userId).execute()).length, 1, 'the user stays');
});

/** A context that fails as soon as a statement writes to the table, as if the process were killed there. */
function ctxKilledAt(table: string): typeof service.ctx {
  const db = service.ctx.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes(`"${table}"`)) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...service.ctx, db };
}

test('filling a sample account can be interrupted anywhere and repeated, without missing or duplicate records', async () => {
  const { accountId, userId } = await newOwner();
  const owner = { accountId, userId };
  await assert.rejects(populateDemo(ctxKilledAt('custom_feeds'), owner), /killed/);
  for (let attempt = 0; attempt < 2; attempt++) await populateDemo(service.ctx, owner);
  const { db } = service.ctx;
  const namesIn = async (table: string) =>
    (await sql<{ name: string }>`select name from ${sql.table(table)} where account_id = ${accountId} order by name`.execute(db)).rows.map(
      ({ name }) => name,
    );
  assert.deepEqual(await namesIn('goals'), ['Downloaded the data sheet', 'Requested a demo', 'Used the calculator', 'Viewed pricing']);
  assert.deepEqual(await namesIn('icps'), ['Larger companies in Europe']);
  assert.deepEqual(await namesIn('personas'), ['Plant leadership']);
  assert.deepEqual(await namesIn('custom_fields'), ['Contract end', 'Plants']);
  assert.deepEqual(await namesIn('custom_feeds'), ['DACH, 5+ page views', 'From the autumn campaign', 'Viewed pricing']);
});

test('a sample account whose last step was interrupted becomes ready when the step is repeated', async () => {
  const { session, accounts } = await newOwner();
  const sampleId = String((await session.send('POST', '/sample-accounts', { name: 'Sample data', timezone: 'UTC' })).body.id);
  const { ctx } = service;
  // A full event queue delays the visits.
  const owner = { accountId: sampleId, userId: '1' };
  await assert.rejects(fillSampleAccount({ ...ctx, inboxLimit: 0 }, owner, { maxPauses: 0 }), /cannot be stored right now/);
  await runQueuedJobs(
    service,
    jobs.filter(({ name }) => name === fillSampleAccountJobName),
  );
  await service.drain();
  const { user_id: userId } = await ctx.db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', sampleId)
    .executeTakeFirstOrThrow();
  const countOf = async () => {
    const counts = await Promise.all(
      ['tags', 'lists', 'notes', 'lead_emails'].map((table) =>
        sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where account_id = ${sampleId}`.execute(ctx.db),
      ),
    );
    return counts.map(({ rows }) => rows[0]?.n);
  };
  await assert.rejects(simulateLeadActivity(ctxKilledAt('notes'), { accountId: sampleId, userId }), /killed/);
  await simulateLeadActivity(ctx, { accountId: sampleId, userId });
  const counts = await countOf();
  // Killed before the account was marked as ready.
  await runQueuedJobs(service);
  assert.equal((await accounts()).find(({ id }) => id === sampleId)?.sampleStatus, 'ready');
  assert.deepEqual(await countOf(), counts);
  assert.deepEqual(counts.slice(0, 2), [2, 2]);
});

test('a sample account is created with the job that fills it or not at all, and only one by concurrent requests', async () => {
  const { session, accounts, userId } = await newOwner();
  const { ctx } = service;
  const jobs = { add: () => Promise.reject(new Error('simulated failure')) };
  const input = { name: 'Sample data', timezone: 'UTC' };
  await assert.rejects(createSampleAccount({ ...ctx, jobs }, await getUser(ctx, userId), 'owners', input), /simulated failure/);
  assert.deepEqual(
    (await accounts()).map(({ sampleStatus }) => sampleStatus),
    [null],
  );
  // The first of the requests cannot create its account before the second has checked the user's accounts, or waits to do so.
  const concurrent = await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table tracking_scripts in share mode`.execute(trx);
    const requests = [1, 2].map(() => session.send('POST', '/sample-accounts', input));
    await until(async () => (await countWaitingForLock(ctx.db)) === 2);
    return requests;
  });
  assert.deepEqual((await Promise.all(concurrent)).map(({ status }) => status).sort(), [201, 409]);
});
