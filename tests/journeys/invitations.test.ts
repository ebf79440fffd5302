import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { setPassword } from '../../server/src/domain/auth/set-password.ts';
import { confirmEmail } from '../../server/src/domain/users/confirm-email.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { getUserByEmail } from '../../server/src/domain/users/get-user-by-email.ts';
import { grantRole } from '../../server/src/domain/users/grant-role.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startTestService, type TestAccount, type TestService } from '../kit/service.ts';

const service = await startTestService();
const mail = await startMailServer();
const mailing = await startTestService({ environment: { SMTP_URL: mail.url }, connection: service.connection });
const { ctx } = service;

async function signIn(at: TestService, email: string, password?: string): Promise<BrowserSession> {
  const session = new BrowserSession(at);
  const response = await session.signIn(email, password);
  assert.equal(response.status, 201, JSON.stringify(response.body));
  return session;
}

/** Invites a person. Returns the secret of the link, which the inviter gets if no mail is sent. */
async function invite(inviter: BrowserSession, { accountId }: TestAccount, email: string, role = 'member'): Promise<string> {
  const { status, body } = await inviter.send('POST', `/accounts/${accountId}/invitations`, { email, role });
  assert.equal(status, 201, JSON.stringify(body));
  return new URL(String(body.url)).hash.slice(1);
}

/** Creates an unconfirmed user, as if the admin of the only account had invited an e-mail address and opened the link themselves. */
const createUnconfirmed = ({ accountId }: TestAccount, email: string, role: string) =>
  createUser(ctx, { accountId, email, role, password: 'known to the attacker', isEmailConfirmed: false });

function mailedSecret(): string {
  return itemAt(required(/#(ll[a-z]_\w+)/.exec(lastOf(mail.mails).text.replaceAll('=\n', ''))), 1);
}

const accept = (session: BrowserSession, secret: string, password?: string) =>
  session.send('POST', '/invitations/accept', {
    secret,
    ...(password && { person: { password, firstName: 'Any', lastName: 'Body' } }),
  });

const accountsOf = async (session: BrowserSession) =>
  (await session.get<{ accounts: { id: string; role: string }[] }>('/session')).body.accounts.map(({ id, role }) => ({ id, role }));

const auditOf = async (session: BrowserSession, accountId: string) => (await session.get(`/accounts/${accountId}/audit`)).body;

test('an invitation link creates a user with the given role, and works once', async () => {
  const alone = await startTestService();
  const account = await alone.newAccount();
  const secret = await invite(await signIn(alone, account.email), account, 'New@acme.example', 'viewer');
  const guest = new BrowserSession(alone);
  assert.deepEqual((await guest.send('POST', '/invitations/open', { secret })).body, {
    accountName: 'Acme',
    email: 'new@acme.example',
    role: 'viewer',
    createsUser: true,
  });
  const common = await accept(guest, secret, '1234567890');
  assert.deepEqual([common.status, common.body.field], [400, 'password']);
  assert.deepEqual((await accept(guest, secret, 'another long one')).body, { accountId: account.accountId });
  assert.deepEqual(await accountsOf(guest), [{ id: account.accountId, role: 'viewer' }]);
  assert.equal((await accept(guest, secret, 'another long one')).status, 404);
});

test('a user that the admin of one account created with the e-mail address of another person gets no access to another account', async () => {
  const [a, b] = [await service.newAccount({ name: 'A' }), await service.newAccount({ name: 'B', role: 'admin' })];
  const adminOfA = await signIn(service, a.email);
  // While B was the only account, its admin invited the e-mail address of A's CFO, opened the link, and chose a password.
  await createUnconfirmed(b, 'cfo@a.example', 'member');
  const attacker = await signIn(service, 'cfo@a.example', 'known to the attacker');
  const key = (await attacker.send('POST', `/accounts/${b.accountId}/keys`, { name: 'K' })).status;
  assert.equal(key, 403, 'a member cannot create keys');
  // A invites the real CFO. Neither a guest with the link nor the attacker gets the role.
  const secret = await invite(adminOfA, a, 'cfo@a.example', 'admin');
  assert.equal((await accept(new BrowserSession(service), secret)).status, 401);
  assert.equal((await accept(new BrowserSession(service), secret, 'chosen by the real one')).status, 403);
  const refused = await accept(attacker, secret);
  assert.equal(refused.status, 403);
  assert.match(String(refused.body.title), /not confirmed.*leadlight user confirm/);
  assert.deepEqual(await accountsOf(attacker), [{ id: b.accountId, role: 'member' }]);
  assert.equal((await attacker.get(`/accounts/${a.accountId}/leads?from=2026-09-01&to=2026-09-30`)).status, 404);
  // The operator cannot grant the role by mistake, either.
  await assert.rejects(grantRole(ctx, { accountId: a.accountId, email: 'cfo@a.example', role: 'admin' }), { kind: 'forbidden' });
  // The solution without mail: the operator sets a password for the real person and confirms the e-mail address.
  const { id } = await setPassword(ctx, 'cfo@a.example', 'told to the real person');
  assert.equal((await attacker.get('/session')).status, 401);
  assert.equal(await confirmEmail(ctx, id), true);
  const real = await signIn(service, 'cfo@a.example', 'told to the real person');
  assert.equal((await accept(real, secret)).status, 200);
  assert.ok((await accountsOf(real)).some((membership) => membership.id === a.accountId && membership.role === 'admin'));
});

test('credentials of a user with an unconfirmed e-mail address are revoked when the operator sets a new password', async () => {
  const b = await service.newAccount({ name: 'B' });
  await createUnconfirmed(b, 'ceo@a.example', 'admin');
  const attacker = await signIn(service, 'ceo@a.example', 'known to the attacker');
  const { key } = (await attacker.send<{ key: string }>('POST', `/accounts/${b.accountId}/keys`, { name: 'K' })).body;
  const { token } = (await attacker.send<{ token: string }>('POST', `/accounts/${b.accountId}/tokens`, { name: 'T' })).body;
  const byKey = async () => (await fetch(`${service.url}/v1/users/me`, { headers: { 'x-api-key': key } })).status;
  const byToken = async () => (await fetch(`${service.url}/accounts`, { headers: { authorization: `Token token=${token}` } })).status;
  assert.deepEqual([await byKey(), await byToken()], [200, 200]);
  await setPassword(ctx, 'ceo@a.example', 'told to the real person');
  assert.deepEqual([await byKey(), await byToken()], [401, 401]);
});

test('a user joins another account only by accepting the invitation, and is not visible there before', async () => {
  const [host, guest] = [await service.newAccount({ name: 'Host' }), await service.newAccount({ name: 'Guest' })];
  const owner = await signIn(service, host.email);
  const [known, unknown] = [await invite(owner, host, guest.email), await invite(owner, host, 'nobody@acme.example')];
  const stranger = new BrowserSession(service);
  const [ofKnown, ofUnknown] = firstItems(
    await Promise.all([known, unknown].map((secret) => stranger.send('POST', '/invitations/open', { secret }))),
    2,
  );
  assert.deepEqual(Object.keys(ofKnown.body), Object.keys(ofUnknown.body));
  assert.deepEqual({ ...ofKnown.body, email: '' }, { ...ofUnknown.body, email: '' });
  // The inviter has the link but is another user.
  assert.equal((await accept(owner, known)).status, 403);
  assert.equal((await accept(stranger, known)).status, 401);
  const person = await signIn(service, guest.email);
  const members = async () => JSON.stringify((await owner.get(`/accounts/${host.accountId}/members`)).body);
  assert.ok(!(await members()).includes(guest.email));
  assert.ok(!JSON.stringify(await auditOf(owner, host.accountId)).includes(`"${guest.userId}"`), 'no trace of the user before they join');
  const token = person.csrfToken;
  person.csrfToken = 'forged';
  assert.equal((await accept(person, known)).status, 403, 'a cross-site request cannot accept it');
  person.csrfToken = token;
  assert.deepEqual((await accept(person, known)).body, { accountId: host.accountId });
  assert.ok((await members()).includes(guest.email));
  const { entries } = (await auditOf(owner, host.accountId)) as { entries: { action: string; actor: { email: string } }[] };
  assert.equal(entries.find(({ action }) => action === 'user.granted')?.actor.email, guest.email);
  assert.equal(entries.filter(({ action, actor }) => action === 'session.created' && actor.email === guest.email).length, 0);
});

test('an admin can neither invite an owner nor change or revoke the invitation of one', async () => {
  const host = await service.newAccount({ name: 'Host' });
  const owner = await signIn(service, host.email);
  const path = `/accounts/${host.accountId}/invitations`;
  const { body: invited } = await owner.send('POST', path, { email: 'next@acme.example', role: 'owner' });
  await createUser(ctx, { accountId: host.accountId, email: 'admin@acme.example', password: 'correct horse battery', role: 'admin' });
  const admin = await signIn(service, 'admin@acme.example');
  for (const [method, target, body] of [
    ['POST', path, { email: 'another@acme.example', role: 'owner' }],
    ['POST', path, { email: 'NEXT@acme.example', role: 'viewer' }],
    ['POST', `${path}/${invited.id}/renew`, {}],
    ['DELETE', `${path}/${invited.id}`, undefined],
  ] as const)
    assert.equal((await admin.send(method, target, body)).status, 403, `${method} ${target}`);
  assert.equal((await owner.send('DELETE', `${path}/${invited.id}`)).status, 204);
});

test('an invitation accepted after a role was granted changes neither the role nor the permissions', async () => {
  const [host, guest] = [await service.newAccount({ name: 'Host' }), await service.newAccount({ name: 'Guest' })];
  const secret = await invite(await signIn(service, host.email), host, guest.email, 'viewer');
  await grantRole(ctx, { accountId: host.accountId, email: guest.email, role: 'owner', permissions: ['manage_api'] });
  const person = await signIn(service, guest.email);
  assert.deepEqual((await accept(person, secret)).body, { accountId: host.accountId });
  const { memberships } = await getUserByEmail(ctx, guest.email);
  assert.deepEqual(
    memberships.find(({ accountId }) => accountId === host.accountId),
    { accountId: host.accountId, role: 'owner', permissions: ['manage_api'] },
  );
  assert.equal((await accept(person, secret)).status, 404, 'the invitation is used');
});

test('an invitation that is revoked while it is being accepted gives no access', async () => {
  const [host, guest] = [await service.newAccount({ name: 'Host' }), await service.newAccount({ name: 'Guest' })];
  const owner = await signIn(service, host.email);
  const secret = await invite(owner, host, guest.email);
  const person = await signIn(service, guest.email);
  const path = `/accounts/${host.accountId}/invitations`;
  const { id } = firstOf((await owner.get<{ id: string }[]>(path)).body);
  const [accepting] = await ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from memberships where account_id = ${host.accountId} for update`.execute(trx);
    const started = [accept(person, secret)] as const;
    await until(async () => (await countWaitingForLock(ctx.db)) > 0);
    assert.equal((await owner.send('DELETE', `${path}/${id}`)).status, 204);
    return started;
  });
  assert.equal((await accepting).status, 404);
  assert.deepEqual(
    (await accountsOf(person)).map(({ id: accountId }) => accountId),
    [guest.accountId],
  );
});

test('a role that is granted without permissions keeps those of the member', async () => {
  const [host, guest] = [await service.newAccount({ name: 'Host' }), await service.newAccount({ name: 'Guest' })];
  const grant = { accountId: host.accountId, email: guest.email };
  const granted = async (change: { role: string; permissions?: string[] }) => {
    await grantRole(ctx, { ...grant, ...change });
    const { memberships } = await getUserByEmail(ctx, guest.email);
    return required(memberships.find(({ accountId }) => accountId === host.accountId)).permissions;
  };
  assert.deepEqual(await granted({ role: 'member' }), []);
  assert.deepEqual(await granted({ role: 'member', permissions: ['manage_api'] }), ['manage_api']);
  assert.deepEqual(await granted({ role: 'viewer' }), ['manage_api']);
  assert.deepEqual(await granted({ role: 'viewer', permissions: [] }), []);
});

test('if there are several accounts, a link that was not mailed does not reveal whether its e-mail address belongs to a user', async () => {
  const [host, other] = [await service.newAccount({ name: 'Host' }), await service.newAccount({ name: 'Other' })];
  const admin = await signIn(service, host.email);
  const responses = await Promise.all(
    [other.email, 'nobody.at.all@acme.example'].map(async (email) => {
      const secret = await invite(admin, host, email);
      const opened = await new BrowserSession(service).send('POST', '/invitations/open', { secret });
      const accepted = await accept(new BrowserSession(service), secret, 'chosen by the admin');
      const signedIn = await new BrowserSession(service).signIn(email, 'chosen by the admin');
      return JSON.stringify([opened, accepted, signedIn].map(({ status, body }) => [status, body])).replaceAll(email, 'EMAIL');
    }),
  );
  assert.equal(responses[0], responses[1]);
  assert.match(firstOf(responses), /"createsUser":false.*403.*leadlight user create/);
});

test('with a mail server, the link is sent only to the invited e-mail address, and accepting it confirms that address', async () => {
  const [a, b] = [await mailing.newAccount({ name: 'A' }), await mailing.newAccount({ name: 'B' })];
  const [ownerOfA, ownerOfB] = [await signIn(mailing, a.email), await signIn(mailing, b.email)];
  const path = `/accounts/${a.accountId}/invitations`;
  mail.refusesAll = true;
  const failed = await ownerOfA.send('POST', path, { email: 'eve@a.example', role: 'viewer' });
  mail.refusesAll = false;
  assert.deepEqual([failed.body.delivery, failed.body.url], ['mail_failed', null], 'a failure does not reveal the link');
  const sent = await ownerOfA.send('POST', `${path}/${failed.body.id}/renew`);
  assert.deepEqual([sent.body.delivery, sent.body.url], ['mailed', null]);
  const eve = new BrowserSession(mailing);
  assert.equal((await accept(eve, mailedSecret(), 'a brand new password')).status, 200);
  await ownerOfB.send('POST', `/accounts/${b.accountId}/invitations`, { email: 'eve@a.example', role: 'member' });
  const session = await signIn(mailing, 'eve@a.example', 'a brand new password');
  assert.equal((await accept(session, mailedSecret())).status, 200);
  assert.equal((await accountsOf(session)).length, 2);
});

test('a mailed invitation gives no access to a user whose password an admin may know, until it is reset by mail', async () => {
  const [a, b] = [await mailing.newAccount({ name: 'A' }), await service.newAccount({ name: 'B' })];
  // Before a mail server was configured, the admin of B created the user with the link, and an API key of that user.
  await createUnconfirmed(b, 'cto@a.example', 'admin');
  const attacker = await signIn(service, 'cto@a.example', 'known to the attacker');
  const { key } = (await attacker.send<{ key: string }>('POST', `/accounts/${b.accountId}/keys`, { name: 'K' })).body;
  await (await signIn(mailing, a.email)).send('POST', `/accounts/${a.accountId}/invitations`, { email: 'cto@a.example', role: 'admin' });
  const secret = mailedSecret();
  const refused = await accept(await signIn(mailing, 'cto@a.example', 'known to the attacker'), secret);
  assert.equal(refused.status, 403);
  assert.match(String(refused.body.title), /resets the password by e-mail/);
  const person = new BrowserSession(mailing);
  assert.equal((await person.send('POST', '/password-resets', { email: 'cto@a.example' })).status, 202);
  await runQueuedJobs(mailing);
  assert.equal(
    (await person.send('POST', '/password-resets/complete', { secret: mailedSecret(), password: 'known to me alone' })).status,
    204,
  );
  await person.signIn('cto@a.example', 'known to me alone');
  assert.equal((await accept(person, secret)).status, 200);
  assert.equal((await attacker.get('/session')).status, 401);
  assert.equal((await fetch(`${service.url}/v1/users/me`, { headers: { 'x-api-key': key } })).status, 401);
});
