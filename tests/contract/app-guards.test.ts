import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountRoutes, unscopedRoutes } from '../../server/src/app/routes/index.ts';
import { deleteUser } from '../../server/src/domain/users/delete-user.ts';
import { grantRole } from '../../server/src/domain/users/grant-role.ts';
import { listMembers } from '../../server/src/domain/users/members.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const ownerAccount = await service.newAccount();
const viewer = await service.newAccount({ role: 'viewer' });

/** The path of a route with its parameters filled in. */
function pathOf(accountId: string, path: string): string {
  return `/accounts/${accountId}${path.replaceAll(/:\w+/g, '1')}`;
}

test('every route requires a session', async () => {
  const stranger = new BrowserSession(service);
  for (const { method, path } of accountRoutes) {
    const { status } = await stranger.send(method, pathOf(ownerAccount.accountId, path), method === 'GET' ? undefined : {});
    assert.equal(status, 401, `${method} ${path}`);
  }
  assert.equal((await stranger.get(`/accounts/${ownerAccount.accountId}/stream`)).status, 401);
});

test('every route responds with 404 for another user’s account', async () => {
  const person = new BrowserSession(service);
  await person.signIn(ownerAccount.email);
  for (const { method, path } of accountRoutes) {
    const { status } = await person.send(method, pathOf(viewer.accountId, path), method === 'GET' ? undefined : {});
    assert.equal(status, 404, `${method} ${path}`);
  }
  assert.equal((await person.get(`/accounts/${viewer.accountId}/stream`)).status, 404);
  assert.equal((await person.get('/accounts/not-a-number/leads')).status, 404);
});

test('every route that changes data responds with 403 to a viewer', async () => {
  const person = new BrowserSession(service);
  await person.signIn(viewer.email);
  for (const { method, path } of accountRoutes) {
    if (method === 'GET') continue;
    const { status, body } = await person.send(method, pathOf(viewer.accountId, path), {});
    assert.equal(status, 403, `${method} ${path}`);
    assert.equal(body.code, 'forbidden');
  }
});

test('no route responds to an invalid id with a server error', async () => {
  const { accountId, email } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  const routes = [...accountRoutes.map(({ method, path }) => ({ method, path: `/accounts/${accountId}${path}` })), ...unscopedRoutes];
  for (const { method, path } of routes.filter(({ path }) => path.includes(':'))) {
    for (const id of ['abc', '9'.repeat(19), '-1', '1.5', '%00', 'constructor']) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'A name' };
      const { status } = await person.send(method, path.replaceAll(/:\w+/g, id), body);
      assert.ok(status < 500, `${method} ${path} with ${id}: ${status}`);
    }
  }
  const cursor = Buffer.from(JSON.stringify([0, '9'.repeat(19)])).toString('base64url');
  assert.equal((await person.get(`/accounts/${accountId}/audit?before=${cursor}`)).status, 400);
});

test('every route that changes data requires more than the view permission', () => {
  for (const { method, path, permission } of accountRoutes) if (method !== 'GET') assert.notEqual(permission, 'view', `${method} ${path}`);
});

test('a change requires the CSRF token of its session', async () => {
  const person = new BrowserSession(service);
  await person.signIn(ownerAccount.email);
  const other = new BrowserSession(service);
  await other.signIn(ownerAccount.email);
  const token = person.csrfToken;
  for (const wrong of ['', 'x', other.csrfToken]) {
    person.csrfToken = wrong;
    assert.equal((await person.send('POST', `/accounts/${ownerAccount.accountId}/tokens`, { name: 'A' })).status, 403);
    assert.equal((await person.send('DELETE', '/session')).status, 403);
  }
  person.csrfToken = token;
  assert.equal((await person.send('POST', `/accounts/${ownerAccount.accountId}/tokens`, { name: 'A' })).status, 201);
});

test('a cross-site change is rejected', async () => {
  const person = new BrowserSession(service);
  await person.signIn(ownerAccount.email);
  const send = (headers: Record<string, string>) =>
    person.send('POST', `/accounts/${ownerAccount.accountId}/tokens`, { name: 'B' }, headers);
  assert.equal((await send({ origin: 'https://evil.example' })).status, 403);
  assert.equal((await send({ origin: 'null' })).status, 403);
  assert.equal((await send({ 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await send({ 'sec-fetch-site': 'same-site' })).status, 403);
  assert.equal((await send({ origin: service.url, 'sec-fetch-site': 'same-origin' })).status, 201);
  const signIn = await new BrowserSession(service).signIn(ownerAccount.email, 'correct horse battery', { origin: 'https://evil.example' });
  assert.equal(signIn.status, 403);
});

test('a user removed from an account loses access immediately', async () => {
  const { accountId, email, userId } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  const leads = `/accounts/${accountId}/leads?from=2026-01-01&to=2026-01-31`;
  assert.equal((await person.get(leads)).status, 200);
  await service.ctx.db.deleteFrom('memberships').where('user_id', '=', userId).execute();
  assert.equal((await person.get(leads)).status, 404);
});

test('the last owner cannot leave or be demoted, and an admin can neither become nor invite an owner', async () => {
  const { accountId, email, userId } = await service.newAccount();
  const owner = new BrowserSession(service);
  await owner.signIn(email);
  assert.equal((await owner.send('DELETE', `/accounts/${accountId}/members/${userId}`)).status, 409);
  assert.equal((await owner.send('PATCH', `/accounts/${accountId}/members/${userId}`, { role: 'viewer' })).status, 409);
  const admin = await service.newAccount({ role: 'admin' });
  const second = new BrowserSession(service);
  await second.signIn(admin.email);
  assert.equal((await second.send('PATCH', `/accounts/${admin.accountId}/members/${admin.userId}`, { role: 'owner' })).status, 403);
  const invitation = { email: 'x@acme.example', role: 'owner' };
  assert.equal((await second.send('POST', `/accounts/${admin.accountId}/invitations`, invitation)).status, 403);
});

test('"user grant" does not demote the last owner', async () => {
  const { ctx } = service;
  const [first, second] = [await service.newAccount(), await service.newAccount()];
  const { accountId } = first;
  const demote = () => grantRole(ctx, { accountId, email: first.email, role: 'viewer' });
  await assert.rejects(demote(), { kind: 'conflict' });
  await grantRole(ctx, { accountId, email: second.email, role: 'owner' });
  await demote();
});

test('if both owners of an account are deleted at the same time, one of them stays', async () => {
  const { ctx } = service;
  const [first, second] = [await service.newAccount(), await service.newAccount()];
  const { accountId } = first;
  await grantRole(ctx, { accountId, email: second.email, role: 'owner' });
  // The second account must not keep its owner from being deleted.
  await ctx.db.deleteFrom('memberships').where('account_id', '=', second.accountId).execute();
  // Both deletions have checked the owners, or wait to do so, before either of them is committed.
  const deletions = await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', 'in', [first.userId, second.userId]).forUpdate().execute();
    const started = [first, second].map(({ email }) => deleteUser(ctx, email));
    void Promise.allSettled(started);
    await until(async () => (await countWaitingForLock(ctx.db)) === 2);
    return started;
  });
  const outcomes = (await Promise.allSettled(deletions)).map(({ status }) => status);
  assert.deepEqual(outcomes.sort(), ['fulfilled', 'rejected']);
  assert.deepEqual(
    (await listMembers(ctx, accountId)).map(({ role }) => role),
    ['owner'],
  );
});

test('an API key is created with limits, listed without its secret, and revoked only within its account', async () => {
  const person = new BrowserSession(service);
  await person.signIn(ownerAccount.email);
  const base = `/accounts/${ownerAccount.accountId}`;
  const limits = { ratePerSecond: 3, monthlyQuota: 500, expiresAt: '2099-01-31T23:59:59Z' };
  assert.equal((await person.send('POST', `${base}/keys`, { name: 'Warehouse', ratePerSecond: 0 })).status, 400);
  const created = await person.send('POST', `${base}/keys`, { name: 'Warehouse', ...limits });
  assert.equal(created.status, 201);
  const listed = (await person.get<{ keys: Record<string, unknown>[] }>(`${base}/keys`)).body;
  const { ratePerSecond, monthlyQuota, expiresAt } = listed.keys.find(({ name }) => name === 'Warehouse') ?? {};
  assert.deepEqual([ratePerSecond, monthlyQuota, expiresAt], [3, 500, '2099-01-31T23:59:59.000Z']);
  assert.ok(!JSON.stringify(listed).includes(String(created.body.key)), 'the secret is shown once');
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  assert.equal((await stranger.send('DELETE', `/accounts/${other.accountId}/keys/${created.body.id}`)).status, 404);
  assert.equal((await person.send('DELETE', `${base}/keys/${created.body.id}`)).status, 204);
});

test('an API token is disabled and revoked only within its account', async () => {
  const person = new BrowserSession(service);
  await person.signIn(ownerAccount.email);
  const base = `/accounts/${ownerAccount.accountId}`;
  const { id, token } = (await person.send<{ id: string; token: string }>('POST', `${base}/tokens`, { name: 'Connector' })).body;
  const status = async () => (await fetch(`${service.url}/accounts`, { headers: { authorization: `Token token=${token}` } })).status;
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  const foreign = `/accounts/${other.accountId}/tokens/${id}`;
  assert.equal((await stranger.send('PATCH', foreign, { disabled: true })).status, 404);
  assert.equal((await stranger.send('DELETE', foreign)).status, 404);
  assert.equal(await status(), 200, 'the token still works');
  assert.equal((await person.send('DELETE', `${base}/tokens/${id}`)).status, 204);
  assert.equal(await status(), 401);
});
