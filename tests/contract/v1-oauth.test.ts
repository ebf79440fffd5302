import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { createOauthApp, deleteOauthApp, disableOauthApp, type NewOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { required } from '../../server/src/lib/required.ts';
import { FormBrowser } from '../kit/form-browser.ts';
import { readJson } from '../kit/read-json.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const { url } = service;
const account = await service.newAccount({ name: 'Acme & Sons' });
const redirectUri = 'https://app.example/callback?source=leadlight';
const http = { [oauth.allowInsecureRequests]: true };
const authorizationServer = await oauth.processDiscoveryResponse(
  new URL(url),
  await oauth.discoveryRequest(new URL(url), { algorithm: 'oauth2', ...http }),
);

const createApp = (more: Partial<NewOauthApp> = {}) =>
  createOauthApp(service.ctx, {
    accountId: account.accountId,
    name: 'Sync <Tool>',
    redirectUris: [redirectUri],
    scopes: ['accounts:read', 'companies:read', 'lists:read'],
    ratePerSecond: 1000,
    ...more,
  });

type App = { clientId: string; clientSecret: string };
const call = async (path: string, token: string) => {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  return { status: response.status, headers: response.headers, body: await readJson<any>(response) };
};
const statusAndCode = async (token: string, path = '/v1/accounts') => {
  const { status, body } = await call(path, token);
  return [status, body.errors?.[0]?.code];
};

/** Opens the sign-in page, to which an app sends its user to request a code. */
async function authorize(
  app: App,
  { scope = 'accounts:read companies:read', ...more }: Record<string, string> = {},
  browser = new FormBrowser(url),
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const target = new URL(required(authorizationServer.authorization_endpoint));
  const params: Record<string, string> = {
    client_id: app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(params)) if (value !== '') target.searchParams.set(name, value);
  const login = await browser.go(target.href);
  return { verifier, state, browser, login };
}

/** Requests a code for a user who signs in and consents. */
async function agree(app: App, more: Record<string, string> = {}, { email } = account) {
  const { verifier, state, browser, login } = await authorize(app, more);
  const consent = await browser.go(`${login.url}/login`, { email, password: 'correct horse battery' });
  const back = await browser.go(`${consent.url}/confirm`, {});
  return { verifier, state, login, consent, callback: new URL(back.url), browser };
}

async function redeem(app: App, callback: URL, verifier: string, state: string) {
  const params = oauth.validateAuthResponse(authorizationServer, { client_id: app.clientId }, callback, state);
  return oauth.authorizationCodeGrantRequest(
    authorizationServer,
    { client_id: app.clientId },
    oauth.ClientSecretBasic(app.clientSecret),
    params,
    redirectUri,
    verifier,
    http,
  );
}

async function tokensFor(app: App, more: Record<string, string> = {}, user = account) {
  const { callback, verifier, state } = await agree(app, more, user);
  const response = await redeem(app, callback, verifier, state);
  return oauth.processAuthorizationCodeResponse(authorizationServer, { client_id: app.clientId }, response);
}

const refresh = (app: App, token: string) =>
  oauth.refreshTokenGrantRequest(authorizationServer, { client_id: app.clientId }, oauth.ClientSecretPost(app.clientSecret), token, http);

test('oauth4webapi gets tokens for a code with PKCE; pages without scripts name the app, its scopes and the accounts', async () => {
  const app = await createApp();
  const { login, consent, callback, verifier, state } = await agree(app);
  assert.match(login.html, /Sync &#60;Tool&#62;/);
  for (const words of ['Sync &#60;Tool&#62;', 'app.example', 'Acme &#38; Sons', 'companies:read', 'View and search companies']) {
    assert.ok(consent.html.includes(words), words);
  }
  for (const page of [login, consent]) {
    assert.doesNotMatch(page.html, /<script|<link|src=/);
    assert.match(required(page.headers.get('content-security-policy')), /default-src 'none'.*frame-ancestors 'none'/);
  }
  assert.equal(callback.origin + callback.pathname, 'https://app.example/callback');
  assert.equal(callback.searchParams.get('source'), 'leadlight');
  const response = await redeem(app, callback, verifier, state);
  const tokens = await oauth.processAuthorizationCodeResponse(authorizationServer, { client_id: app.clientId }, response);
  assert.equal(tokens.token_type, 'bearer');
  assert.equal(tokens.expires_in, 3600);
  assert.equal(tokens.scope, 'accounts:read companies:read');
  const accounts = await call('/v1/accounts', tokens.access_token);
  assert.deepEqual(accounts.body.data[0].id, account.accountId);
  const me = await call('/v1/users/me', tokens.access_token);
  assert.equal(me.body.data.attributes.email, account.email);
  assert.match(required(accounts.headers.get('ratelimit-policy')), /q=1000;w=1/);
  const [status, code] = await statusAndCode(tokens.access_token, `/v1/custom-fields?account_id=${account.accountId}`);
  assert.deepEqual([status, code], [403, 'insufficient_scope']);
  const stored = await service.ctx.db.selectFrom('oauth_records').select('payload').execute();
  assert.ok(!JSON.stringify(stored).includes(tokens.access_token), 'access tokens are hashed at rest');
  assert.ok(!JSON.stringify(stored).includes(required(tokens.refresh_token)), 'refresh tokens are hashed at rest');
  assert.ok(!JSON.stringify(await service.ctx.db.selectFrom('oauth_apps').selectAll().execute()).includes(app.clientSecret));
});

test('an app that asks for consent again, or for more scopes, gets a page with all its scopes', async () => {
  const app = await createApp();
  const { browser } = await agree(app);
  const first = 'accounts:read companies:read';
  for (const more of [
    { prompt: 'consent', scope: first },
    { prompt: '', scope: 'companies:read lists:read' },
  ]) {
    const { login: consent } = await authorize(app, more, browser);
    for (const scope of more.scope.split(' ')) assert.ok(consent.html.includes(`title="${scope}"`), scope);
    const back = await browser.go(`${consent.url}/confirm`, {});
    assert.ok(new URL(back.url).searchParams.get('code'));
  }
});

test('an app that requests no scope gets all its registered scopes', async () => {
  const app = await createApp({ grants: ['authorization_code', 'refresh_token', 'client_credentials'] });
  const all = 'accounts:read companies:read lists:read';
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const own = await readJson<{ access_token: string; scope: string }>(response);
  assert.equal(own.scope, all);
  assert.deepEqual(await statusAndCode(own.access_token), [200, undefined]);
  const { callback, verifier, state, consent } = await agree(app, { scope: '' });
  assert.match(consent.html, /lists:read/);
  const granted = await oauth.processAuthorizationCodeResponse(
    authorizationServer,
    { client_id: app.clientId },
    await redeem(app, callback, verifier, state),
  );
  assert.equal(granted.scope, all);
  const fewer = await tokensFor(app);
  const fresh = await oauth.processRefreshTokenResponse(
    authorizationServer,
    { client_id: app.clientId },
    await refresh(app, required(fewer.refresh_token)),
  );
  assert.equal(fresh.scope, 'accounts:read companies:read', 'a refresh keeps the granted scopes');
});

test('openid-client gets tokens for a code with PKCE, and can refresh, introspect and revoke them', async () => {
  const redirect = 'https://app.example/plain';
  const app = await createApp({ redirectUris: [redirect] });
  const config = await client.discovery(new URL(url), app.clientId, app.clientSecret, undefined, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const target = client.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: 'accounts:read',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const browser = new FormBrowser(url);
  const login = await browser.go(target.href);
  const consent = await browser.go(`${login.url}/login`, { email: account.email, password: 'correct horse battery' });
  const back = await browser.go(`${consent.url}/confirm`, {});
  const tokens = await client.authorizationCodeGrant(config, new URL(back.url), { pkceCodeVerifier: verifier, expectedState: state });
  const fresh = await client.refreshTokenGrant(config, required(tokens.refresh_token));
  assert.deepEqual(await statusAndCode(fresh.access_token), [200, undefined]);
  const introspection = await client.tokenIntrospection(config, fresh.access_token);
  assert.deepEqual([introspection.active, introspection.client_id, introspection.scope], [true, app.clientId, 'accounts:read']);
  await client.tokenRevocation(config, fresh.access_token);
  assert.deepEqual(await statusAndCode(fresh.access_token), [401, 'token_revoked']);
  assert.equal((await client.tokenIntrospection(config, fresh.access_token)).active, false);
});

test('refresh tokens rotate, and reusing one revokes the whole family', async () => {
  const app = await createApp();
  const first = await tokensFor(app);
  const second = await oauth.processRefreshTokenResponse(
    authorizationServer,
    { client_id: app.clientId },
    await refresh(app, required(first.refresh_token)),
  );
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.deepEqual(await statusAndCode(second.access_token), [200, undefined]);
  const replayed = await refresh(app, required(first.refresh_token));
  assert.deepEqual([replayed.status, (await readJson<{ error: string }>(replayed)).error], [400, 'invalid_grant']);
  assert.deepEqual(await statusAndCode(second.access_token), [401, 'token_revoked']);
  assert.equal((await refresh(app, required(second.refresh_token))).status, 400);
});

test('each user of an app has their own idempotency keys', async () => {
  const app = await createApp({ scopes: ['tags:write'] });
  const createTag = async (user: typeof account) => {
    const { access_token } = await tokensFor(app, { scope: 'tags:write' }, user);
    const create = () =>
      fetch(`${url}/v1/tags?account_id=${user.accountId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', 'idempotency-key': 'nightly' },
        body: JSON.stringify({ data: { type: 'tag', attributes: { name: 'New' } } }),
      });
    const responses = [await create(), await create()];
    return responses.map(({ status, headers }) => [status, headers.get('idempotency-replayed')]);
  };
  for (const user of [account, await service.newAccount()]) {
    assert.deepEqual(await createTag(user), [
      [201, null],
      [201, 'true'],
    ]);
  }
});

test('reusing a code revokes its tokens', async () => {
  const app = await createApp();
  const { callback, verifier, state } = await agree(app);
  const tokens = await readJson<{ access_token: string; refresh_token: string }>(await redeem(app, callback, verifier, state));
  assert.deepEqual(await statusAndCode(tokens.access_token), [200, undefined]);
  assert.equal((await redeem(app, callback, verifier, state)).status, 400);
  assert.deepEqual(await statusAndCode(tokens.access_token), [401, 'token_revoked']);
  assert.equal((await refresh(app, tokens.refresh_token)).status, 400);
});

test('a token for client credentials acts for the account of the app, without a user', async () => {
  const app = await createApp({ grants: ['client_credentials'], redirectUris: [] });
  const response = await oauth.clientCredentialsGrantRequest(
    authorizationServer,
    { client_id: app.clientId },
    oauth.ClientSecretBasic(app.clientSecret),
    new URLSearchParams({ scope: 'accounts:read' }),
    http,
  );
  const tokens = await oauth.processClientCredentialsResponse(authorizationServer, { client_id: app.clientId }, response);
  const accounts = await call(`/v1/accounts?account_id=${account.accountId}`, tokens.access_token);
  assert.equal(accounts.body.data[0].type, 'account');
  assert.deepEqual(await statusAndCode(tokens.access_token, '/v1/users/me'), [404, 'entity_not_found']);
  const other = await service.newAccount();
  assert.deepEqual(await statusAndCode(tokens.access_token, `/v1/accounts?account_id=${other.accountId}`), [403, 'invalid_account_id']);
  const wrong = await oauth.clientCredentialsGrantRequest(
    authorizationServer,
    { client_id: app.clientId },
    oauth.ClientSecretBasic('wrong'),
    new URLSearchParams(),
    http,
  );
  assert.equal(wrong.status, 401);
});

test('each of the six token errors has its own code', async () => {
  const app = await createApp({ grants: ['client_credentials'], redirectUris: [] });
  const requestToken = async () => {
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts:read' }),
    });
    return (await readJson<{ access_token: string }>(response)).access_token;
  };
  const [valid, expired] = [await requestToken(), await requestToken()];
  assert.deepEqual(await statusAndCode('unknown'), [401, 'invalid_token']);
  const afterExpiry = new Date(Date.now() + 3601_000);
  service.clock.set(afterExpiry);
  assert.deepEqual(await statusAndCode(expired), [401, 'token_expired']);
  service.clock.set(new Date());
  const body = new URLSearchParams({ token: expired, client_id: app.clientId, client_secret: app.clientSecret });
  assert.equal((await fetch(`${url}/oauth/revoke`, { method: 'POST', body })).status, 200);
  assert.deepEqual(await statusAndCode(expired), [401, 'token_revoked']);
  await disableOauthApp(service.ctx, app.clientId);
  assert.deepEqual(await statusAndCode(valid), [401, 'oauth_app_inactive']);
  await deleteOauthApp(service.ctx, app.clientId);
  const last = await call('/v1/accounts', valid);
  assert.deepEqual([last.status, last.body.errors[0].code, last.body.error.code], [401, 'oauth_app_not_found', 'oauth_app_not_found']);
  assert.match(required(last.headers.get('www-authenticate')), /^Bearer realm="127\.0\.0\.1:\d+", error="invalid_token"/);
  const none = await fetch(`${url}/v1/accounts`);
  assert.equal((await readJson<{ error: { code: string } }>(none)).error.code, 'missing_token');
});

test('an unregistered redirect URI, missing PKCE, a plain challenge, an unregistered scope and a wrong verifier are rejected', async () => {
  const app = await createApp();
  const foreign = await authorize(app, { redirect_uri: 'https://app.example/callback' });
  assert.equal(foreign.login.status, 400);
  assert.ok(foreign.login.url.startsWith(url), 'no redirect to an unregistered URL');
  const errorIn = async (more: Record<string, string>) => {
    const { searchParams, hash } = new URL((await authorize(app, more)).login.url);
    return searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error');
  };
  assert.equal(await errorIn({ code_challenge: '', code_challenge_method: '' }), 'invalid_request');
  assert.equal(await errorIn({ code_challenge_method: 'plain' }), 'invalid_request');
  assert.equal(await errorIn({ scope: 'settings:write' }), 'invalid_scope');
  assert.equal(await errorIn({ response_type: 'token' }), 'unsupported_response_type');
  const { callback, state } = await agree(app);
  const wrong = await redeem(app, callback, oauth.generateRandomCodeVerifier(), state);
  assert.deepEqual([wrong.status, (await readJson<{ error: string }>(wrong)).error], [400, 'invalid_grant']);
});

test('a wrong password shows the page again; cancelling sends access_denied; another browser cannot continue', async () => {
  const app = await createApp();
  const { browser, login, state } = await authorize(app);
  const again = await browser.go(`${login.url}/login`, { email: account.email, password: 'wrong' });
  assert.equal(again.status, 401);
  assert.match(again.html, /The e-mail or the password is wrong/);
  const stranger = await new FormBrowser(url).go(login.url);
  assert.equal(stranger.status, 400);
  const refused = new URL((await browser.go(`${login.url}/abort`, {})).url);
  assert.deepEqual([refused.searchParams.get('error'), refused.searchParams.get('state')], ['access_denied', state]);
});

test('a form that is too large or not well-formed gets a page with a 4xx status', async () => {
  const { browser, login } = await authorize(await createApp());
  const post = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const response = await fetch(`${login.url}/login`, { method: 'POST', headers: { 'content-type': type }, body });
    return [response.status, response.headers.get('content-type'), /The request could not be handled/.test(await response.text())];
  };
  const page = 'text/html; charset=utf-8';
  assert.deepEqual(await post(`email=${'x'.repeat(17 * 1024)}`), [413, page, true]);
  assert.deepEqual(await post('email=x', 'form data'), [415, page, true]);
  assert.equal((await browser.go(`${login.url}/login`, { email: 'x\u0000@acme.example', password: 'x' })).status, 400);
});

test('apps that name the resource of the metadata in their requests get a token', async () => {
  const app = await createApp();
  const resource = `${url}/v1`;
  const { callback, verifier } = await agree(app, { resource });
  const grant = { grant_type: 'authorization_code', code: callback.searchParams.get('code') ?? '', redirect_uri: redirectUri };
  const body = new URLSearchParams({
    ...grant,
    code_verifier: verifier,
    resource,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });
  const response = await fetch(required(authorizationServer.token_endpoint), { method: 'POST', body });
  const { access_token } = await readJson<{ access_token: string }>(response);
  assert.equal((await fetch(`${url}/v1/accounts`, { headers: { authorization: `Bearer ${access_token}` } })).status, 200);
});

test('the metadata lists what is supported, and registration is disabled', async () => {
  for (const path of ['/.well-known/oauth-authorization-server', '/oauth/jwks']) {
    for (const method of ['GET', 'HEAD']) assert.equal((await fetch(`${url}${path}`, { method })).status, 200, `${method} ${path}`);
  }
  for (const path of ['', '/v1']) {
    const metadata = await readJson<Record<string, unknown>>(await fetch(`${url}/.well-known/oauth-protected-resource${path}`));
    assert.deepEqual([metadata.resource, metadata.authorization_servers], [`${url}${path}`, [url]]);
  }
  assert.equal(authorizationServer.registration_endpoint, undefined);
  for (const endpoint of ['token', 'revocation', 'introspection'] as const) {
    const response = await fetch(required(authorizationServer[`${endpoint}_endpoint`]), { method: 'POST', body: new URLSearchParams() });
    assert.equal(response.status, 401, endpoint);
  }
  assert.equal((await fetch(`${url}/oauth/register`, { method: 'POST' })).status, 404);
});
