import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { deleteExpiredOauthRecords } from '../../server/src/domain/auth/oauth-records.ts';
import { revokeOauthConsent } from '../../server/src/domain/auth/revoke-oauth-consent.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { deleteUser } from '../../server/src/domain/users/delete-user.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { stepAt, totpCode } from '../../server/src/lib/totp.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { FormBrowser } from '../kit/form-browser.ts';
import { readJson } from '../kit/read-json.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';
import { startTestService, type TestAccount } from '../kit/service.ts';

const service = await startTestService();
const { url, ctx } = service;
const redirectUri = 'https://app.example/callback';
const password = 'correct horse battery';
const app = await createOauthApp(ctx, {
  accountId: (await service.newAccount()).accountId,
  name: 'Sync',
  redirectUris: [redirectUri],
  scopes: ['accounts:read', 'companies:read'],
  ratePerSecond: 1000,
});
const basic = { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}` };
const verifier = randomBytes(32).toString('base64url');

function authorizeUrl(more: Record<string, string> = {}): string {
  const params = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'accounts:read',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return `${url}/oauth/authorize?${params}`;
}

let minute = 0;

/** Every sign-in happens in a different minute, because the rate limit counts requests per minute. oidc-provider uses real time, which is later. */
function nextMinute() {
  service.clock.set(new Date(Date.now() - 3_600_000 + ++minute * 60_000));
}

/** Signs in and consents as a user, and exchanges the code for tokens as the app. */
async function connect(account: TestAccount, browser = new FormBrowser(url)) {
  nextMinute();
  const login = await browser.go(authorizeUrl());
  const consent = await browser.go(`${login.url}/login`, { email: account.email, password });
  const back = await browser.go(`${consent.url}/confirm`, {});
  const code = required(new URL(back.url).searchParams.get('code'));
  return { browser, ...(await redeem({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })) };
}

test('with two-factor authentication, the authorization server asks for a code before the consent', async () => {
  const account = await service.newAccount();
  nextMinute();
  const secret = Buffer.alloc(20, 7);
  const sealed = service.ctx.secrets!.seal(secret, `two-factor:${account.userId}`);
  const now = service.clock.now();
  await service.ctx.db
    .insertInto('two_factor')
    .values({ user_id: account.userId, secret: sealed, confirmed_at: now, created_at: now })
    .execute();
  const browser = new FormBrowser(url);
  const login = await browser.go(authorizeUrl());
  const codePage = await browser.go(`${login.url}/login`, { email: account.email, password });
  const challenge = /name="challenge" value="([^"]+)"/.exec(codePage.html)![1]!;
  assert.ok(codePage.html.includes('autocomplete="one-time-code"'));
  const wrong = await browser.go(`${login.url}/second-factor`, { challenge, code: '000000' });
  assert.equal(wrong.status, 400);
  const consent = await browser.go(`${login.url}/second-factor`, { challenge, code: totpCode(secret, stepAt(now)) });
  assert.match(consent.html, /wants access/);
});

async function redeem(form: Record<string, string>) {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', headers: basic, body: new URLSearchParams(form) });
  const body = await readJson<{ access_token: string; refresh_token: string; error?: string }>(response);
  return { status: response.status, ...body };
}

const refresh = (token: string) => redeem({ grant_type: 'refresh_token', refresh_token: token });

/** Requests an authorization without user interaction. Returns `code` if the server grants it, and the error otherwise. */
async function authorizeSilently(browser: FormBrowser): Promise<string> {
  const { searchParams } = new URL((await browser.go(authorizeUrl({ prompt: 'none' }))).url);
  return searchParams.has('code') ? 'code' : required(searchParams.get('error'));
}

async function tokenState(token: string): Promise<string> {
  const response = await fetch(`${url}/v1/accounts`, { headers: { authorization: `Bearer ${token}` } });
  return response.status === 200 ? 'valid' : firstOf((await readJson<{ errors: { code: string }[] }>(response)).errors).code;
}

/** Opens the web application with the session of the browser. */
async function openWebApplication(browser: FormBrowser): Promise<BrowserSession> {
  const person = new BrowserSession(service);
  person.cookie = `leadlight_session=${browser.cookies.get('leadlight_session')}`;
  person.csrfToken = String((await person.get('/session')).body.csrfToken);
  return person;
}

async function assertRevoked(tokens: { access_token: string; refresh_token: string }) {
  assert.equal(await tokenState(tokens.access_token), 'token_revoked');
  assert.equal((await refresh(tokens.refresh_token)).error, 'invalid_grant');
}

test('changing the password ends the session at the authorization server and revokes its tokens', async () => {
  const account = await service.newAccount();
  const { browser, ...tokens } = await connect(account);
  assert.equal(await authorizeSilently(browser), 'code');
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  assert.equal((await person.send('POST', '/password', { current: password, password: 'another long password' })).status, 204);
  assert.equal(await authorizeSilently(browser), 'login_required');
  await assertRevoked(tokens);
  assert.deepEqual((await person.get('/consents')).body, []);
});

test('signing out everywhere ends the session at the authorization server, revokes its tokens and keeps the current browser signed in', async () => {
  const account = await service.newAccount();
  const { browser, ...tokens } = await connect(account);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  assert.equal((await person.send('DELETE', '/sessions', undefined, { 'x-csrf-token': 'wrong' })).status, 403);
  assert.equal((await person.send('DELETE', '/sessions')).status, 204);
  assert.equal(await authorizeSilently(browser), 'login_required');
  await assertRevoked(tokens);
  assert.equal((await person.get<unknown[]>('/sessions')).body.length, 1);
});

test('signing out ends the session at the authorization server in that browser', async () => {
  const account = await service.newAccount();
  const { browser } = await connect(account);
  const oauthCookie = getOrThrow(browser.cookies, 'leadlight_oauth');
  const person = await openWebApplication(browser);
  assert.equal((await person.send('DELETE', '/session')).status, 204);
  assert.equal(await authorizeSilently(browser), 'login_required');
  // The session of another user does not make the cookie valid again, either.
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  browser.setCookie('leadlight_session', itemAt(stranger.cookie.split('='), 1));
  browser.setCookie('leadlight_oauth', oauthCookie);
  assert.notEqual(await authorizeSilently(browser), 'code');
});

test('signing in at the authorization server creates a regular session, which the user can end', async () => {
  const account = await service.newAccount();
  const { browser } = await connect(account);
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const sessions = (await person.get<{ id: string; isCurrent: boolean }[]>('/sessions')).body;
  assert.equal(sessions.length, 2);
  await person.send('DELETE', `/sessions/${required(sessions.find(({ isCurrent }) => !isCurrent)).id}`);
  assert.equal(await authorizeSilently(browser), 'login_required');
});

test('consent is impossible after the user has signed out', async () => {
  const account = await service.newAccount();
  nextMinute();
  const browser = new FormBrowser(url);
  const login = await browser.go(authorizeUrl());
  const consent = await browser.go(`${login.url}/login`, { email: account.email, password });
  await (await openWebApplication(browser)).send('DELETE', '/session');
  assert.equal((await browser.go(consent.url)).status, 400);
  assert.equal((await browser.go(`${consent.url}/confirm`, {})).status, 400);
  const { rows } = await sql`select 1 from oauth_records where model = 'Grant' and payload ->> 'accountId' = ${account.userId}`.execute(
    ctx.db,
  );
  assert.equal(rows.length, 0);
});

test('an authorization request belongs to the user who signs in for it, not to the one who started it', async () => {
  const [first, second] = [await service.newAccount(), await service.newAccount()];
  const { browser } = await connect(first);
  const login = await browser.go(authorizeUrl({ prompt: 'login' }));
  const consent = await browser.go(`${login.url}/login`, { email: second.email, password });
  assert.match(consent.html, new RegExp(second.email));
  const back = await browser.go(`${consent.url}/confirm`, {});
  assert.ok(new URL(back.url).searchParams.has('code'));
});

test('a copy of the database does not allow forging cookies', async () => {
  const account = await service.newAccount();
  const { browser } = await connect(account);
  const pending = await browser.go(authorizeUrl({ prompt: 'login' }));
  const { rows } = await sql<{ text: string }>`select r::text as text from oauth_records r`.execute(ctx.db);
  const stored = rows.map(({ text }) => text).join('\n');
  for (const name of ['leadlight_oauth', 'leadlight_oauth_step', 'leadlight_oauth_resume']) {
    const value = getOrThrow(browser.cookies, name);
    assert.ok(value.length > 10, name);
    assert.ok(!stored.includes(value), `${name} is stored in plain text`);
  }
  assert.ok(!stored.includes(lastOf(pending.url.split('/'))), 'the id of an open request is not stored in plain text');
  // The attacker knows the signing key and signs every stored string that looks like an id.
  const { cookie_key } = await ctx.db.selectFrom('oauth_secrets').select('cookie_key').executeTakeFirstOrThrow();
  const ids = new Set(stored.match(/[\w-]{16,}/g));
  assert.ok(ids.size > 3);
  for (const id of ids) {
    const forged = new FormBrowser(url);
    const signature = createHmac('sha1', cookie_key).update(`leadlight_oauth=${id}`).digest('base64url');
    forged.setCookie('leadlight_oauth', id);
    forged.setCookie('leadlight_oauth.sig', signature);
    nextMinute();
    assert.equal(await authorizeSilently(forged), 'login_required', id);
  }
  // The forged signatures are computed correctly: for the real id, the result is the signature in the browser's cookie.
  const rightSignature = createHmac('sha1', cookie_key)
    .update(`leadlight_oauth=${browser.cookies.get('leadlight_oauth')}`)
    .digest('base64url');
  assert.equal(browser.cookies.get('leadlight_oauth.sig'), rightSignature);
});

test('a user can list the third-party apps with access and revoke it immediately', async () => {
  const account = await service.newAccount();
  const { browser, ...tokens } = await connect(account);
  const person = await openWebApplication(browser);
  const listed = (await person.get<Record<string, unknown>[]>('/consents')).body;
  assert.deepEqual(
    listed.map(({ clientId, appName, scopes, isDisabled }) => ({ clientId, appName, scopes, isDisabled })),
    [{ clientId: app.clientId, appName: 'Sync', scopes: ['accounts:read'], isDisabled: false }],
  );
  assert.ok(Math.abs(Date.parse(String(firstOf(listed).grantedAt)) - Date.now()) < 600_000);
  const other = await service.newAccount();
  const stranger = new BrowserSession(service);
  await stranger.signIn(other.email);
  assert.equal((await stranger.send('DELETE', `/consents/${app.clientId}`)).status, 404);
  assert.equal(await tokenState(tokens.access_token), 'valid');
  assert.equal((await person.send('DELETE', `/consents/${app.clientId}`, undefined, { 'x-csrf-token': '' })).status, 403);
  assert.equal((await person.send('DELETE', `/consents/${app.clientId}`)).status, 204);
  await assertRevoked(tokens);
  assert.equal(await authorizeSilently(browser), 'consent_required');
  assert.deepEqual((await person.get('/consents')).body, []);
  const { rows } = await sql`select 1 from audit_log where action = 'oauth_app.consent_revoked' and user_id = ${account.userId}`.execute(
    ctx.db,
  );
  assert.equal(rows.length, 1);
});

test('leadlight consent lists and revokes consents', async () => {
  const account = await service.newAccount();
  const { access_token } = await connect(account);
  const environment = { DATABASE_URL: service.connection.url, DATA_DIR: testDataDir({ withIpData: false }) };
  const listed = await leadlight(['consent', 'list', '--email', account.email, '--json'], environment);
  const consents: { clientId: string }[] = JSON.parse(listed.stdout);
  assert.deepEqual(
    consents.map(({ clientId }) => clientId),
    [app.clientId],
  );
  const revoked = await leadlight(['consent', 'revoke', app.clientId, '--email', account.email], environment);
  assert.equal(revoked.code, 0, revoked.stderr);
  assert.equal(await tokenState(access_token), 'token_revoked');
  const again = await leadlight(['consent', 'revoke', app.clientId, '--email', account.email], environment);
  assert.notEqual(again.code, 0);
  assert.match(again.stderr, /no third-party app/);
});

test('a token that is refreshed while the consent is being revoked is revoked as well', async () => {
  const account = await service.newAccount();
  for (let round = 0; round < 5; round++) {
    const { refresh_token } = await connect(account);
    const [fresh] = await Promise.all([refresh(refresh_token), revokeOauthConsent(ctx, account.userId, app.clientId)]);
    if (fresh.status === 200) await assertRevoked(fresh);
    else assert.equal(fresh.error, 'invalid_grant');
  }
});

test('the consents and tokens of a user end when the user is deleted', async () => {
  const account = await service.newAccount();
  const { browser, ...tokens } = await connect(account);
  const { accountId, userId } = account;
  await createUser(ctx, { accountId, email: `successor-${accountId}@acme.example`, password, role: 'owner' });
  await deleteUser(ctx, account.email);
  await assertRevoked(tokens);
  assert.equal(await authorizeSilently(browser), 'login_required');
  const { rows } = await sql`
    select model from oauth_records where payload ->> 'accountId' = ${userId} and revoked_at is null`.execute(ctx.db);
  assert.deepEqual(rows, []);
});

test('authorization requests are rate limited by address and do not accumulate', async () => {
  nextMinute();
  const countInteractions = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from oauth_records where model = 'Interaction'`.execute(
      ctx.db,
    );
    return firstOf(rows).count;
  };
  const before = await countInteractions();
  const responses: Response[] = [];
  for (let round = 0; round < 20; round++) {
    responses.push(...(await Promise.all(Array.from({ length: 50 }, () => fetch(authorizeUrl(), { redirect: 'manual' })))));
  }
  const refused = responses.filter(({ status }) => status === 429);
  assert.equal(refused.length, 940);
  assert.match(required(firstOf(refused).headers.get('retry-after')), /^\d+$/);
  assert.equal((await countInteractions()) - before, 60);
  service.clock.set(new Date(service.clock.now().getTime() + 61 * 60_000));
  await deleteExpiredOauthRecords(ctx);
  assert.equal(await countInteractions(), 0);
});

test('if PUBLIC_URL uses https, all cookies have the Secure attribute, even though the proxy forwards requests over plain HTTP', async () => {
  const https = await startTestService({ connection: service.connection, environment: { PUBLIC_URL: 'https://leads.example.com' } });
  const account = await https.newAccount();
  const cookies = new Map<string, string>();
  const lines: string[] = [];
  const go = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(https.url + path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: form && new URLSearchParams(form),
    });
    for (const line of response.headers.getSetCookie()) {
      lines.push(line);
      cookies.set(firstOf(line.split('=', 1)), firstOf(line.split(';', 1)).slice(line.indexOf('=') + 1));
    }
    const { pathname, search } = new URL(response.headers.get('location') ?? '/', 'https://leads.example.com');
    return pathname + search;
  };
  const { pathname, search } = new URL(authorizeUrl());
  const step = await go(pathname + search);
  const resume = await go(`${step}/login`, { email: account.email, password });
  await go(resume);
  const names = new Set(lines.map((line) => firstOf(line.split('=', 1)).replace('.sig', '')));
  assert.deepEqual([...names].sort(), [
    '__Host-leadlight_oauth',
    '__Host-leadlight_session',
    '__Secure-leadlight_oauth_resume',
    '__Secure-leadlight_oauth_step',
  ]);
  for (const line of lines) assert.match(line, /; ?secure/i);
  for (const line of lines.filter((cookie) => cookie.startsWith('__Host-'))) assert.match(line, /path=\/;/i);
});

test('the OAuth endpoints return the error codes of RFC 6749: unauthorized_client and invalid_client', async () => {
  const refused = await redeem({ grant_type: 'client_credentials' });
  assert.deepEqual([refused.status, refused.error], [400, 'unauthorized_client']);
  for (const path of ['/oauth/introspect', '/oauth/revoke', '/oauth/token']) {
    const form = { token: 'x', grant_type: 'authorization_code' };
    const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) });
    assert.deepEqual([response.status, (await readJson<{ error: string }>(response)).error], [401, 'invalid_client'], path);
    assert.match(required(response.headers.get('www-authenticate')), /^Basic /);
  }
});
