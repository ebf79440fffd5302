import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { closeAccount } from '../../server/src/domain/accounts/close-account.ts';
import { createAccount } from '../../server/src/domain/accounts/create-account.ts';
import { getPasswordState } from '../../server/src/domain/auth/get-password-state.ts';
import { createOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { setPassword } from '../../server/src/domain/auth/set-password.ts';
import { hashPassword, noPasswordHash, verifyPassword } from '../../server/src/domain/passwords/passwords.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { getUserByEmail } from '../../server/src/domain/users/get-user-by-email.ts';
import { grantRole } from '../../server/src/domain/users/grant-role.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { createSecret } from '../../server/src/lib/secrets.ts';
import { splitStatements } from '../../server/src/lib/split-statements.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { testDatabase } from '../kit/database.ts';
import { until } from '../kit/events.ts';
import { FormBrowser } from '../kit/form-browser.ts';
import { type ProviderPerson, startIdentityProvider } from '../kit/identity-provider.ts';
import { recordSpans } from '../kit/record-spans.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const connection = await testDatabase();
const first = await startTestService({ connection });
const [account, other] = [await first.newAccount({ name: 'Acme' }), await first.newAccount({ name: 'Other' })];
const newAccount = (name: string) => createAccount(first.ctx, { name, plan: 'premium', timezone: 'UTC' });
const [empty, closed] = [await newAccount('Empty'), await newAccount('Closed')];
await closeAccount(first.ctx, closed.id);
let service: TestService;
const provider = await startIdentityProvider(() => `${service.url}/app/api/oidc/callback`);
const environment = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_SECRET: 'secret of the client',
  OIDC_NAME: 'Acme ID',
  OIDC_ROLES: `sales=${account.accountId}:member,it=${account.accountId}:admin,it=${other.accountId}:viewer,hr=${closed.id}:admin,hr=999999:admin,hr=${empty.id}:admin`,
  PASSWORD_SIGN_IN: 'owners',
};
service = await startTestService({ connection, environment });

/** Signs in as a person of the identity provider. Returns the path at which the browser arrives, and its session. */
async function signIn(person: ProviderPerson, browser = new FormBrowser(service.url), start = '/app/api/oidc/start') {
  provider.setPerson(person);
  const authorization = await browser.go(`${service.url}${start}`);
  const redirect = await new FormBrowser(provider.issuer).go(authorization.url);
  const arrived = await browser.go(redirect.url);
  const session = new BrowserSession(service);
  session.cookie = `leadlight_session=${browser.cookies.get('leadlight_session') ?? ''}`;
  return {
    authorization: new URL(authorization.url),
    redirect: redirect.url,
    arrived: arrived.url.replace(service.url, ''),
    browser,
    session,
  };
}

async function rolesOf(email: string): Promise<Record<string, string>> {
  const { memberships } = await getUserByEmail(service.ctx, email);
  return Object.fromEntries(memberships.map(({ accountId, role }) => [accountId === account.accountId ? 'acme' : 'other', role]));
}

test('a new person gets the highest role of their groups, which is updated from the groups at every sign-in', async () => {
  const ada = {
    sub: 'ada',
    email: 'Ada@acme.example',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'L',
    groups: ['sales', 'it', 'x'],
  };
  let signedIn: Awaited<ReturnType<typeof signIn>> | undefined;
  const spans = await recordSpans(async () => {
    signedIn = await signIn(ada);
  });
  const { authorization, session, arrived } = required(signedIn);
  assert.deepEqual(
    spans
      .filter(({ name }) => name.endsWith('identity provider'))
      .map(({ name, kind, attributes }) => [name, kind, attributes['http.response.status_code']]),
    [
      ['GET identity provider', 'client', 200],
      ['POST identity provider', 'client', 200],
      ['GET identity provider', 'client', 200],
    ],
    'the metadata, the tokens and the user info',
  );
  assert.equal(arrived, '/');
  assert.equal(authorization.searchParams.get('code_challenge_method'), 'S256');
  assert.ok(authorization.searchParams.get('nonce'));
  const { user } = (await session.get<{ user: { email: string; firstName: string } }>('/session')).body;
  assert.deepEqual([user.email, user.firstName], ['ada@acme.example', 'Ada']);
  assert.deepEqual(await rolesOf('ada@acme.example'), { acme: 'admin', other: 'viewer' });
  assert.deepEqual((await session.get('/password')).body, { isSet: false, isAllowed: false });
  assert.equal(
    (await new BrowserSession(service).signIn(user.email, 'none')).status,
    401,
    'what is stored instead of a hash is no password',
  );
  assert.deepEqual(await getPasswordState(first.ctx, await getUserByEmail(first.ctx, user.email)), { isSet: false, isAllowed: true });
  await signIn({ ...ada, email: 'renamed@acme.example', groups: ['sales'] });
  assert.deepEqual(await rolesOf('ada@acme.example'), { acme: 'member' }, 'the same person, although the e-mail address has changed');
  const without = await signIn({ ...ada, groups: [] });
  assert.equal(without.arrived, '/sign-in?failed=no_access');
  assert.equal((await without.session.get('/session')).status, 401);
});

test('access from a group ends when its account is no longer mapped', async () => {
  const person = { sub: 'mia', email: 'mia@acme.example', email_verified: true, groups: ['it'] };
  await signIn(person);
  const { id } = await getUserByEmail(service.ctx, person.email);
  const unmapped = await first.newAccount();
  const membership = { account_id: unmapped.accountId, user_id: id, role: 'member' as const, is_from_group: true, created_at: new Date() };
  await service.ctx.db.insertInto('memberships').values(membership).execute();
  await signIn(person);
  const { memberships } = await getUserByEmail(service.ctx, person.email);
  assert.deepEqual(memberships.map(({ accountId }) => accountId).sort(), [account.accountId, other.accountId].sort());
});

test('a person without a mapped group or a verified e-mail address gets no access', async () => {
  const eve = { sub: 'eve', email: 'eve@acme.example', email_verified: true };
  assert.equal((await signIn({ ...eve, groups: ['visitors'] })).arrived, '/sign-in?failed=no_access');
  const victim = { sub: 'eve-2', email: account.email, email_verified: false, groups: ['sales'] };
  assert.equal(
    (await signIn(victim)).arrived,
    '/sign-in?failed=email_not_verified',
    'an unverified e-mail address is not linked to a user',
  );
  assert.equal(await service.ctx.db.selectFrom('users').select('id').where('email', '=', eve.email).executeTakeFirst(), undefined);
});

test('a verified e-mail address may be stated as text, and an unverified one is not accepted with OIDC_EMAILS=trusted', async () => {
  const olga = { email: 'olga@acme.example', groups: ['sales'] };
  const arrivedAs = async (sub: string, claims: Partial<ProviderPerson>) => (await signIn({ ...olga, sub, ...claims })).arrived;
  const refused = '/sign-in?failed=email_not_verified';
  assert.equal(await arrivedAs('olga-1', { email_verified: 'false' }), refused);
  assert.equal(await arrivedAs('olga-1', {}), refused);
  assert.equal(await arrivedAs('olga-1', { email_verified: 'true' }), '/');
  const verifying = service;
  service = await startTestService({ connection, environment: { ...environment, OIDC_EMAILS: 'trusted' } });
  try {
    for (const claim of [false, 'false', 'no']) assert.equal(await arrivedAs('olga-2', { email_verified: claim }), refused);
    assert.equal(await arrivedAs('olga-3', {}), '/');
  } finally {
    service = verifying;
  }
});

test('a group gives its role in an account without members, and none in an account that was deleted', async () => {
  const hana = { sub: 'hana', email: 'hana@acme.example', email_verified: true, groups: ['hr'] };
  assert.equal((await signIn(hana)).arrived, '/');
  assert.deepEqual((await getUserByEmail(service.ctx, hana.email)).memberships, [{ accountId: empty.id, role: 'admin', permissions: [] }]);
  await service.ctx.db.deleteFrom('memberships').where('account_id', '=', empty.id).execute();
  assert.equal((await signIn(hana)).arrived, '/');
  assert.deepEqual((await getUserByEmail(service.ctx, hana.email)).memberships, [{ accountId: empty.id, role: 'admin', permissions: [] }]);
});

test('a sign-in that fails ends at the sign-in page, and the next attempt returns to the requested page', async () => {
  const wrong = { sub: 'wrong', email: 'not an address', email_verified: true, groups: ['sales'] };
  assert.equal((await signIn(wrong)).arrived, '/sign-in?failed=failed');
  const start = (path: string) => `/app/api/oidc/start?return=${encodeURIComponent(path)}`;
  const arrivedAt = async (path: string) =>
    new URL((await signIn(wrong, undefined, start(path))).arrived, service.url).searchParams.get('continue');
  for (const path of ['/leads?q=pumps+and+valves', '/oauth/interaction/a-B_1']) assert.equal(await arrivedAt(path), path);
  assert.equal(await arrivedAt('//evil.example'), null);
});

test('an app that requires users to sign in again can be connected through the identity provider', async () => {
  const redirectUri = 'https://app.example/callback';
  const { clientId } = await createOauthApp(service.ctx, {
    accountId: account.accountId,
    name: 'Sync',
    redirectUris: [redirectUri],
    scopes: ['accounts:read'],
    ratePerSecond: 1000,
  });
  const person = { sub: 'again', email: 'again@acme.example', email_verified: true, groups: ['sales'] };
  service.clock.set(new Date(Date.now() - 60 * 60_000));
  const { browser } = await signIn(person);
  service.clock.resume();
  const authorization = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'accounts:read',
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'login',
  });
  const login = await browser.go(`${service.url}/oauth/authorize?${authorization}`);
  assert.match(login.html, /name="password"/, 'the earlier session does not count');
  const start = new URL(required(/href="([^"]+)">[^<]*Acme ID/.exec(login.html)?.[1]), service.url);
  const { arrived } = await signIn(person, browser, start.pathname + start.search);
  const back = await browser.go(`${service.url}${arrived}/confirm`, {});
  assert.ok(new URL(back.url).searchParams.get('code'), back.url);
});

test('two first sign-ins of a person at the same time both succeed', async () => {
  const { id: user_id } = await getUserByEmail(service.ctx, other.email);
  const waiting = sql<{ is_waiting: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as is_waiting`;
  let second: ReturnType<typeof signIn> | undefined;
  await service.ctx.db.transaction().execute(async (trx) => {
    const identity = { issuer: provider.issuer, subject: 'twice', user_id, created_at: new Date(), last_used_at: new Date() };
    await trx.insertInto('oidc_identities').values(identity).execute();
    second = signIn({ sub: 'twice', email: other.email, email_verified: true });
    await until(async () => firstOf((await waiting.execute(service.ctx.db)).rows).is_waiting);
  });
  assert.equal((await required(second)).arrived, '/');
});

test('an existing owner is linked by e-mail address, keeps the role granted in Leadlight, and can still use the password', async () => {
  const { arrived } = await signIn({ sub: 'owner', email: account.email, email_verified: true, groups: ['sales'] });
  assert.equal(arrived, '/');
  assert.deepEqual(await rolesOf(account.email), { acme: 'owner' });
  const owner = new BrowserSession(service);
  assert.equal((await owner.signIn(account.email)).status, 201, 'owners can use the password in an emergency');
  assert.deepEqual((await owner.get('/password')).body, { isSet: true, isAllowed: true });
  const member = 'member@acme.example';
  await createUser(service.ctx, { accountId: account.accountId, email: member, password: 'correct horse battery', role: 'member' });
  const refused = await new BrowserSession(service).signIn(member);
  assert.deepEqual([refused.status, refused.body.title], [403, 'Sign in with Acme ID: passwords are only for owners here.']);
  assert.equal((await new BrowserSession(service).signIn(member, 'wrong')).status, 401, 'nothing is revealed without the password');
});

test('a role granted in Leadlight to a member from a group stays at later sign-ins', async () => {
  const grace = { sub: 'grace', email: 'grace@acme.example', email_verified: true, groups: ['sales'] };
  const mary = { sub: 'mary', email: 'mary@acme.example', email_verified: true, groups: ['sales'] };
  for (const person of [grace, mary]) await signIn(person);
  await grantRole(service.ctx, { accountId: account.accountId, email: grace.email, role: 'viewer' });
  const owner = new BrowserSession(service);
  await owner.signIn(account.email);
  const { id } = await getUserByEmail(service.ctx, mary.email);
  assert.equal((await owner.send('PATCH', `/accounts/${account.accountId}/members/${id}`, { role: 'admin' })).status, 204);
  for (const person of [grace, mary]) await signIn(person);
  assert.deepEqual([await rolesOf(grace.email), await rolesOf(mary.email)], [{ acme: 'viewer' }, { acme: 'admin' }]);
  for (const person of [grace, mary]) await signIn({ ...person, groups: [] });
  assert.deepEqual([await rolesOf(grace.email), await rolesOf(mary.email)], [{ acme: 'viewer' }, { acme: 'admin' }]);
});

test('an invitation replaces a role from a group, unless it is higher', async () => {
  const owner = new BrowserSession(service);
  await owner.signIn(account.email);
  const accept = async (person: ProviderPerson & { email: string }, role: string) => {
    const invited = await owner.send('POST', `/accounts/${account.accountId}/invitations`, { email: person.email, role });
    const { session } = await signIn(person);
    session.csrfToken = String((await session.get('/session')).body.csrfToken);
    const secret = new URL(String(invited.body.url)).hash.slice(1);
    assert.equal((await session.send('POST', '/invitations/accept', { secret })).status, 200);
    await signIn({ ...person, groups: ['sales'] });
    return rolesOf(person.email);
  };
  const higher = { sub: 'joan', email: 'joan@acme.example', email_verified: true, groups: ['sales'] };
  assert.deepEqual(await accept(higher, 'admin'), { acme: 'admin' });
  const lower = { sub: 'jean', email: 'jean@acme.example', email_verified: true, groups: ['sales'] };
  assert.deepEqual(await accept(lower, 'viewer'), { acme: 'member' });
});

test('an invited person who is not an owner joins without a session, and signs in through the identity provider', async () => {
  const owner = new BrowserSession(service);
  await owner.signIn(account.email);
  for (const [name, role, status] of [
    ['iris', 'member', 401],
    ['ivan', 'owner', 200],
  ] as const) {
    const email = `${name}@acme.example`;
    const invited = await owner.send('POST', `/accounts/${account.accountId}/invitations`, { email, role });
    // As if the link had been mailed: with several accounts, another link creates no user.
    await service.ctx.db.updateTable('invitations').set({ is_mailed: true }).where('email', '=', email).execute();
    const secret = new URL(String(invited.body.url)).hash.slice(1);
    const guest = new BrowserSession(service);
    const person = { password: 'correct horse battery', firstName: name, lastName: '' };
    assert.equal((await guest.send('POST', '/invitations/accept', { secret, person })).status, 200);
    assert.equal((await guest.get('/session')).status, status, role);
    const { session } = await signIn({ sub: name, email, email_verified: true });
    assert.equal((await session.get('/session')).status, 200);
    assert.deepEqual(await rolesOf(email), { acme: role });
  }
});

test('when the owner of an unconfirmed e-mail address signs in, the person who created the user loses access', async () => {
  const email = 'squatted@acme.example';
  const { id: accountId } = await createAccount(service.ctx, { name: 'Squat', plan: 'premium', timezone: 'UTC' });
  await createUser(service.ctx, { accountId, email, password: 'correct horse battery', role: 'owner', isEmailConfirmed: false });
  const impostor = new BrowserSession(service);
  assert.equal((await impostor.signIn(email)).status, 201);
  await signIn({ sub: 'true-owner', email, email_verified: true, groups: ['sales'] });
  assert.equal((await impostor.get('/session')).status, 401);
  assert.equal((await impostor.signIn(email)).status, 401);
});

test('the migration removes the random passwords of users who have never had one, and no others', async () => {
  const person = (name: string) => ({ sub: name, email: `${name}@acme.example`, email_verified: true, groups: ['sales'] });
  const hashOf = async ({ email }: { email: string }) =>
    (await service.ctx.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()).password_hash;
  const random = await hashPassword(createSecret(''));
  /** As in version 0.2.0. */
  const setRandomPassword = ({ email }: { email: string }) =>
    service.ctx.db.updateTable('users').set({ password_hash: random }).where('email', '=', email).execute();
  const startMs = Date.now() - 60 * 60_000;
  const passMinutes = (minutes: number) => service.clock.set(new Date(startMs + minutes * 60_000));
  passMinutes(0);
  const created = person('created');
  const granted = person('granted');
  const slow = person('slow');
  const reset = person('reset');
  const squatted = person('squatted-later');
  const invited = person('invited');
  for (const [one, linkedAfterMs] of [
    [created, 300],
    [granted, 300],
    [slow, 5000],
    [reset, 300],
  ] as const) {
    await signIn(one);
    await setRandomPassword(one);
    const { id } = await getUserByEmail(service.ctx, one.email);
    const linkedAt = new Date(startMs + linkedAfterMs);
    await service.ctx.db.updateTable('oidc_identities').set({ created_at: linkedAt }).where('user_id', '=', id).execute();
  }
  const { id: accountId } = await createAccount(service.ctx, { name: 'Taken', plan: 'premium', timezone: 'UTC' });
  await createUser(service.ctx, {
    accountId,
    email: squatted.email,
    password: 'correct horse battery',
    role: 'owner',
    isEmailConfirmed: false,
  });
  await createUser(service.ctx, { accountId, email: invited.email, password: 'correct horse battery', role: 'member' });
  await setPassword(service.ctx, squatted.email, 'password of an impostor');
  passMinutes(1);
  await signIn(squatted);
  await setRandomPassword(squatted);
  await signIn(invited);
  passMinutes(2);
  await grantRole(service.ctx, { accountId: account.accountId, email: granted.email, role: 'viewer' });
  await setPassword(service.ctx, reset.email, 'a password of their own');
  service.clock.resume();

  const migration = readFileSync(join(import.meta.dirname, '../../server/src/db/migrations/0052-users-without-a-password.sql'), 'utf8');
  for (const statement of splitStatements(migration)) await sql.raw(statement).execute(service.ctx.db);
  for (const one of [created, granted, slow, squatted]) assert.equal(await hashOf(one), noPasswordHash, one.sub);
  for (const [one, password] of [
    [reset, 'a password of their own'],
    [invited, 'correct horse battery'],
  ] as const)
    assert.ok(await verifyPassword(await hashOf(one), password), one.sub);
  assert.equal((await new BrowserSession(service).signIn(account.email)).status, 201);
});

test('a response of the identity provider works only in the browser that requested it, once, and within ten minutes', async () => {
  const bob = { sub: 'bob', email: 'bob@acme.example', email_verified: true, groups: ['sales'] };
  provider.setPerson(bob);
  const mine = new FormBrowser(service.url);
  const authorization = await mine.go(`${service.url}/app/api/oidc/start`);
  const redirect = await new FormBrowser(provider.issuer).go(authorization.url);
  const stranger = new FormBrowser(service.url);
  assert.ok((await stranger.go(redirect.url)).url.endsWith('/sign-in?failed=expired'), 'login CSRF');
  await stranger.go(`${service.url}/app/api/oidc/start`);
  assert.ok((await stranger.go(redirect.url)).url.endsWith('/sign-in?failed=refused'), 'the state differs from that of their own sign-in');
  assert.equal(stranger.cookies.get('leadlight_session'), undefined);
  await mine.go(redirect.url);
  assert.ok(mine.cookies.get('leadlight_session'));
  assert.ok((await mine.go(redirect.url)).url.endsWith('/sign-in?failed=expired'));
  const late = new FormBrowser(service.url);
  const lateAuthorization = await late.go(`${service.url}/app/api/oidc/start`);
  const lateRedirect = await new FormBrowser(provider.issuer).go(lateAuthorization.url);
  service.clock.set(new Date(Date.now() + 11 * 60_000));
  assert.ok((await late.go(lateRedirect.url)).url.endsWith('/sign-in?failed=expired'));
  service.clock.resume();
});

test('after signing in the browser returns only to paths of this service', async () => {
  const bob = { sub: 'bob', email: 'bob@acme.example', email_verified: true, groups: ['sales'] };
  const pathAfter = async (returnPath: string) =>
    (await signIn(bob, undefined, `/app/api/oidc/start?return=${encodeURIComponent(returnPath)}`)).arrived;
  for (const returnPath of ['/companies/12?range=30d', '/leads?q=pumps+and+valves&search=*', '/leads?filters=[{a:1}]'])
    assert.equal(await pathAfter(returnPath), returnPath);
  for (const returnPath of ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'evil'])
    assert.equal(await pathAfter(returnPath), '/', returnPath);
  assert.equal((await signIn(bob, undefined, '/app/api/oidc/start?return=/x&return=//evil.example')).arrived, '/', 'two values');
  assert.equal(await pathAfter(`/leads?filters=${'x'.repeat(4000)}`), '/leads', 'the cookie of a sign-in is limited');
});

test('the sign-in options name the identity provider; without one, the OIDC routes do not exist', async () => {
  const options = (on: TestService) => new BrowserSession(on).get('/sign-in-options');
  assert.deepEqual((await options(service)).body, { identityProvider: 'Acme ID', allowsPasswords: false, allowsPasskeys: false });
  assert.deepEqual((await options(first)).body, { identityProvider: null, allowsPasswords: true, allowsPasskeys: false });
  assert.equal((await new BrowserSession(first).get('/oidc/start')).status, 404);
});
