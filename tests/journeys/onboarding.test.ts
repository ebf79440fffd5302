import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createSampleAccount } from '../../server/src/domain/onboarding/create-sample-account.ts';
import { getUser } from '../../server/src/domain/users/get-user.ts';
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
