import assert from 'node:assert/strict';
import { test } from 'node:test';
import { required } from '../../server/src/lib/required.ts';
import { readJson } from '../kit/read-json.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const account = await service.newAccount();
const environment = { DATABASE_URL: service.connection.url, DATA_DIR: testDataDir({ withIpData: false }) };
const run = (...args: string[]) => leadlight(['oauth-app', ...args], environment);

test('oauth-app creates an app with an id and a secret, which work until it is disabled, and lists and deletes apps', async () => {
  const options = ['--account', account.accountId, '--name', 'Sync', '--scopes', 'accounts:read', '--grants', 'client_credentials'];
  const created = await run('create', ...options);
  assert.equal(created.code, 0, created.stderr);
  const { client_id, client_secret }: Record<string, string> = JSON.parse(created.stdout);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: required(client_id),
    client_secret: required(client_secret),
  });
  const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', body });
  const { access_token } = await readJson<{ access_token: string }>(response);
  const errorCode = async () => {
    const response = await fetch(`${service.url}/v1/accounts`, { headers: { authorization: `Bearer ${access_token}` } });
    return (await readJson<{ errors?: { code: string }[] }>(response)).errors?.[0]?.code;
  };
  // A token requested without a scope has all scopes of the app.
  assert.equal(await errorCode(), undefined);
  const otherScope = await fetch(`${service.url}/v1/tags?account_id=${account.accountId}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  assert.equal(otherScope.status, 403);
  assert.equal((await run('disable', required(client_id))).code, 0);
  assert.equal(await errorCode(), 'oauth_app_inactive');
  const listed: { clientId: string; disabled: boolean }[] = JSON.parse((await run('list', '--json')).stdout);
  assert.deepEqual(
    listed.map(({ clientId, disabled }) => ({ clientId, disabled })),
    [{ clientId: client_id, disabled: true }],
  );
  assert.equal((await run('delete', required(client_id))).code, 0);
  assert.equal(await errorCode(), 'oauth_app_not_found');
});

test('oauth-app reports what is wrong with its arguments', async () => {
  const base = ['create', '--account', account.accountId, '--name', 'Sync'];
  for (const [args, message] of [
    [base, /needs a redirect URI/],
    [[...base, '--redirect-uri', 'app.example'], /is not a valid redirect URI/],
    [[...base, '--grants', 'password'], /There is no grant "password"/],
    [[...base, '--redirect-uri', 'https://app.example/', '--scopes', 'everything'], /There is no scope "everything"/],
    [['delete', 'nothing'], /There is no OAuth application nothing/],
  ] as const) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
});
