import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';
import { startCommandProcess } from '../kit/command-process.ts';
import { testDatabase } from '../kit/database.ts';
import { leadlight, testDataDir } from '../kit/server-process.ts';

const database = await testDatabase();
const environment = { DATABASE_URL: database.url, DATA_DIR: testDataDir({ withIpData: false }) };

const command = startCommandProcess();

/** Runs a command that must succeed, and parses its JSON output. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await command([...args, '--json'], environment);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Runs a command that must fail with a one-line error. */
function errorText(...args: string[]): Promise<string> {
  return errorTextOn(undefined, ...args);
}

/** Like `errorText`, for a command that reads standard input. */
async function errorTextOn(input: string | undefined, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = input === undefined ? await command(args, environment) : await leadlight(args, environment, input);
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^[^\n]+\n$/);
  return stderr.trim();
}

test('accounts, users, tokens and keys can be created, listed and changed; tokens and keys can be revoked', async () => {
  const account = await json('account', 'create', '--name', 'X', '--plan', 'premium', '--timezone', 'Europe/Helsinki', '--credits', '50');
  assert.deepEqual(Object.keys(account), ['id']);
  assert.match(account.id, /^\d+$/);
  assert.deepEqual(await json('account', 'list'), [
    { id: account.id, name: 'X', plan: 'premium', timezone: 'Europe/Helsinki', credits: 50, company_id: null },
  ]);
  const changed = await json('account', 'update', account.id, '--plan', 'lite', '--name', 'Y');
  assert.deepEqual(changed, { id: account.id, name: 'Y', plan: 'lite', timezone: 'Europe/Helsinki', credits: 50, company_id: null });
  const { company_id } = await json('account', 'update', account.id, '--company', 'own-site.com');
  assert.match(company_id, /^\d+$/);
  assert.equal((await json('account', 'update', account.id, '--company', company_id)).company_id, company_id);

  const email = 'Someone@Example.com';
  const user = await json('user', 'create', '--account', account.id, '--email', email, '--password', 'long enough', '--role', 'owner');
  assert.deepEqual(Object.keys(user), ['id']);
  assert.deepEqual(await json('user', 'list'), [
    { id: user.id, email: 'someone@example.com', isEmailConfirmed: true, accounts: [{ id: account.id, role: 'owner' }] },
  ]);
  const other = await json('account', 'create', '--name', 'Other');
  await json('user', 'grant', '--account', other.id, '--email', email, '--role', 'viewer', '--permissions', 'manage_api');
  const [{ accounts }] = await json('user', 'list', '--account', other.id);
  assert.deepEqual(accounts.at(-1), { id: other.id, role: 'viewer' });

  const token = await json('token', 'create', '--user', email);
  assert.deepEqual(Object.keys(token), ['id', 'token']);
  await json('token', 'disable', token.id);
  assert.equal((await json('token', 'list', '--user', email))[0].disabled, true);
  await json('token', 'revoke', token.id);
  assert.deepEqual(await json('token', 'list'), []);

  const key = await json(
    'key',
    'create',
    '--user',
    email,
    '--scopes',
    'companies:read,lists:read',
    '--expires-at',
    '2099-01-31T12:00:00+02:00',
    '--rate',
    '5',
    '--burst',
    '7',
    '--quota',
    '900',
  );
  assert.deepEqual(Object.keys(key), ['id', 'key']);
  const [listed] = await json('key', 'list');
  assert.equal(listed.expiresAt, '2099-01-31T10:00:00.000Z');
  assert.deepEqual([listed.scopes, listed.ratePerSecond, listed.burst, listed.monthlyQuota], [['companies:read', 'lists:read'], 5, 7, 900]);
  const states = async () => (await command(['key', 'list'], environment)).stdout.match(/ (active|expired|revoked) /)?.[1];
  assert.equal(await states(), 'active');
  await database.pool.query('update api_keys set expires_at = now()');
  assert.equal(await states(), 'expired');
  await json('key', 'revoke', key.id);
  assert.equal(await states(), 'revoked');
  assert.notEqual((await json('key', 'list'))[0].revokedAt, null);

  // The format escape shows text within a bytea as it is.
  const { rows } = await database.pool.query(
    "select encode(hash, 'escape') as hash from api_keys union all select password_hash from users",
  );
  assert.equal(rows.length, 2);
  for (const { hash } of rows) assert.ok(!hash.includes(key.key) && !hash.includes('long enough'));
});

test('passwords are read from standard input or, with a warning, from the command line; unconfirmed users cannot join another account', async () => {
  const { id } = await json('account', 'create', '--name', 'Passwords');
  const create = ['user', 'create', '--account', id, '--email', 'reader@example.com'];
  assert.match(await errorTextOn('1234567890\n', ...create), /^This password is too easy to guess\./);
  assert.match(await errorTextOn('', ...create), /^The password is missing/);
  const created = await leadlight(create, environment, 'several unrelated words\n');
  assert.deepEqual([created.code, created.stderr], [0, '']);
  const warned = await command(['user', 'create', '--account', id, '--email', 'b@example.com', '--password', 'long enough'], environment);
  assert.equal(warned.code, 0);
  assert.match(warned.stderr, /^Warning: a password on the command line is visible/);
  const setPassword = ['user', 'set-password', '--email', 'reader@example.com'];
  assert.match(await errorTextOn('reader@example.com', ...setPassword), /too easy to guess/);
  const before = await database.pool.query("select password_hash from users where email = 'reader@example.com'");
  // `reset-password` is an alias of `set-password`.
  const set = await leadlight(setPassword.with(1, 'reset-password'), environment, 'another set of words\n');
  assert.match(set.stdout, /^Set the password of user \d+ \(reader@example\.com\)\. Ended all their sessions\.$/m);
  const after = await database.pool.query("select password_hash from users where email = 'reader@example.com'");
  assert.notEqual(after.rows[0].password_hash, before.rows[0].password_hash);
  await database.pool.query("update users set email_confirmed_at = null where email = 'reader@example.com'");
  const other = await json('account', 'create', '--name', 'Second');
  const grant = ['user', 'grant', '--account', other.id, '--email', 'reader@example.com', '--role', 'viewer'];
  assert.match(await errorText(...grant), /is not confirmed.*"leadlight user confirm --email reader@example\.com"/);
  await json('user', 'confirm', '--email', 'reader@example.com');
  const reset = await leadlight(['user', 'reset-two-factor', '--email', 'reader@example.com'], environment);
  assert.match(reset.stdout, /^Turned off two-factor authentication for user \d+ \(reader@example\.com\)\./m);
  await json(...grant);
});

test('invalid arguments are reported in one line', async () => {
  const { id } = await json('account', 'create', '--name', 'Mistakes');
  await json('user', 'create', '--account', id, '--email', 'taken@example.com', '--password', 'long enough');
  assert.match(await errorText('dance'), /^Unknown command 'dance': see "leadlight --help"\.$/);
  assert.match(await errorText('account'), /^Missing command/);
  assert.match(await errorText('account', 'create'), /--name/);
  assert.match(await errorText('account', 'create', '--name', 'x', '--size', '3'), /^Unknown option '--size'/);
  assert.equal(
    await errorText('account', 'create', '--name', 'x', '--plan', 'gold'),
    'There is no plan "gold": choose one of lite, trial, premium.',
  );
  assert.match(
    await errorText('account', 'create', '--name', 'x', '--timezone', 'Mars/Base'),
    /^There is no time zone "Mars\/Base": use a name such as/,
  );
  assert.match(await errorText('account', 'create', '--name', 'x', '--timezone', '+02:00'), /^There is no time zone/);
  assert.match(await errorText('account', 'create', '--name', ' '), /^The name must have/);
  assert.match(await errorText('account', 'create', '--name', 'x', '--credits', 'many'), /^Credits must be/);
  assert.match(await errorText('account', 'update', '999999999'), /^There is no account 999999999\.$/);
  assert.match(await errorText('account', 'update', id), /^Nothing to change/);
  assert.equal(await errorText('account', 'update', id, '--company', '999999999'), 'There is no company 999999999.');
  assert.match(await errorText('account', 'update', id, '--company', 'x y'), /^"x y" is neither the id nor the domain of a company\.$/);
  assert.match(
    await errorTextOn('long enough\n', 'user', 'create', '--account', id, '--email', 'TAKEN@example.com'),
    /^There is already a user taken@example\.com: /,
  );
  assert.match(
    await errorTextOn('abc\n', 'user', 'create', '--account', id, '--email', 'a@b.co'),
    /^The password must have 10 to 200 characters\.$/,
  );
  assert.match(await errorTextOn('long enough\n', 'user', 'create', '--account', id, '--email', 'nobody'), /is not an e-mail address\.$/);
  assert.match(await errorTextOn('long enough\n', 'user', 'create', '--account', 'x', '--email', 'a@b.co'), /^There is no account "x"\.$/);
  assert.match(
    await errorTextOn('long enough\n', 'user', 'create', '--account', id, '--email', 'a@b.co', '--role', 'king'),
    /^There is no role "king"/,
  );
  assert.match(await errorText('token', 'create', '--user', 'nobody@example.com'), /^There is no user nobody@example\.com\.$/);
  assert.match(await errorText('token', 'disable', 'abc'), /^There is no token "abc"\.$/);
  assert.match(await errorText('key', 'create', '--user', 'taken@example.com', '--scopes', 'all'), /^There is no scope "all"/);
  const expiresAt = (time: string) => errorText('key', 'create', '--user', 'taken@example.com', '--expires-at', time);
  for (const time of ['soon', '2099-02-31', '2099-02-31T12:00:00Z', '2099-01-31T25:00:00Z', '2099-01-31T12:00:00'])
    assert.equal(await expiresAt(time), `"${time}" is not a time with an offset: use a format such as 2027-01-31T12:00:00Z.`);
  assert.equal(await expiresAt('2020-01-31'), 'A key must expire in the future.');
  assert.match(await errorText('key', 'create', '--user', 'taken@example.com', '--name', ' '), /^A name must have/);
  assert.match(await errorText('token', 'create', '--user', 'taken@example.com', '--name', 'x'.repeat(201)), /^A name must have/);
  const newApp = ['oauth-app', 'create', '--account', id, '--name', 'App', '--redirect-uri', 'https://app.example/'];
  for (const rate of ['0', '-5', 'abc']) assert.match(await errorText(...newApp, '--rate', rate), /^The rate must be a whole number/);
  assert.match(await errorText('key', 'create', '--user', 'taken@example.com', '--rate', '0'), /^The rate must be/);
  assert.match(await errorText('start', '--role', 'king'), /There is no role "king"/);
});

test('dead letters are listed, included in the status, and can be retried', async () => {
  const account = await json('account', 'create', '--name', 'Faulty', '--plan', 'premium');
  const body = '[]';
  await database.pool.query(
    `insert into dead_letters (account_id, id, lane, received_at, failed_at, events, body, error)
     values ($1, 1, 0, '2026-03-01T10:00:00Z', now(), 3, $2, E'TypeError: a fault\n at a file')`,
    [account.id, body],
  );
  const [failure, ...others] = await json('events', 'failed', '--account', account.id);
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...failure, failed_at: '' },
    { id: '1', account_id: account.id, received_at: '2026-03-01T10:00:00.000Z', failed_at: '', events: 3, error: 'TypeError: a fault' },
  );
  const { dead_letters } = await json('status', '--account', account.id);
  assert.equal(dead_letters[0].events, 3);
  const idle = await json('account', 'create', '--name', 'Idle', '--plan', 'premium');
  const { stdout } = await leadlight(['status'], environment);
  assert.match(stdout, /^\d+ accounts received no events in 7 days\.$/m);
  assert.doesNotMatch(stdout, new RegExp(`account ${idle.id}\\b`));
  assert.deepEqual(await json('events', 'retry', '--account', account.id), { retried: 3 });
  assert.deepEqual(await json('events', 'failed'), []);
  assert.deepEqual(await json('events', 'retry'), { retried: 0 });
  assert.match(await errorText('events', 'retry', '--account', '999999'), /^There is no account 999999\.$/);
  assert.match(await errorText('events', 'failed', '--limit', 'all'), /^The limit must be from 1 to 10000\.$/);
  // Removes the retried events, which no worker processes here.
  await database.pool.query('delete from inbox');
});

test('an account is deleted after typing its name, or with --yes', async () => {
  assert.match(await errorText('account', 'delete', '999999', '--yes'), /^There is no account 999999\.$/);
  const { id } = await json('account', 'create', '--name', 'Short lived');
  for (const typed of ['', 'short\n']) {
    const refused = await leadlight(['account', 'delete', id], environment, typed);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /Type its name, Short lived, to continue: .*That is not the name of the account: nothing was deleted\./s);
  }
  const deleted = await leadlight(['account', 'delete', id], environment, 'Short lived\n');
  assert.equal(deleted.code, 0, deleted.stderr);
  assert.match(deleted.stdout, new RegExp(`^Deleted account ${id} \\(Short lived\\): \\d+ rows, 0 users, 0 files, 0 jobs\\.\n$`));
  const other = await json('account', 'create', '--name', 'Another');
  const response = await json('account', 'delete', other.id, '--yes');
  assert.deepEqual([response.id, response.deleted, response.rows.inbox_lanes], [other.id, true, 8]);
  const entries = await json('audit', '--action', 'account.deleted');
  assert.ok(JSON.stringify(entries).includes(other.id));
});

test('the demo needs a server that is ready', async () => {
  const server = createServer((_, res) => void res.writeHead(503).end());
  await once(server.listen(0, '127.0.0.2'), 'listening');
  const PORT = String(portOf(server));
  const demo = (HOST: string) => command(['demo'], { ...environment, HOST, PORT });
  assert.equal((await demo('127.0.0.2')).stderr, `The server at http://127.0.0.2:${PORT} is not ready yet: try again in a moment.\n`);
  server.close();
  assert.equal(
    (await demo('::')).stderr,
    `No server responds at http://127.0.0.1:${PORT}, but the demo needs one: run "npm start" first.\n`,
  );
});

test('commands have a help text that lists --json', async () => {
  const commands = [
    'account create',
    'account delete',
    'user grant',
    'token list',
    'key revoke',
    'start',
    'demo',
    'migrate',
    'doctor',
    'status',
    'events failed',
    'events retry',
    'privacy erase',
    'audit',
    'backup',
    'restore',
  ];
  for (const words of commands) {
    const { code, stdout } = await command([...words.split(' '), '--help'], environment);
    assert.equal(code, 0);
    assert.match(stdout, /--json/);
    assert.match(stdout, new RegExp(`Usage: leadlight ${words}`));
  }
});

test('commands create no installation in a folder without one', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadlight-none-'));
  const commands = [
    'status',
    `backup ${DATA_DIR}/backup.tar`,
    'privacy erase --email a@b.example --all',
    'privacy find --email a@b.example --all',
    'audit',
    'events retry',
    'user list',
    'key list',
    'account list',
    'account delete 1 --yes',
    'import list',
  ];
  for (const args of commands) {
    const { code, stderr } = await command(args.split(' '), { DATA_DIR, DATABASE_URL: '' });
    assert.deepEqual([code, stderr], [1, `There is no installation in ${DATA_DIR}: check DATA_DIR, or start the server first.\n`], args);
  }
  assert.deepEqual(readdirSync(DATA_DIR), []);
  rmSync(DATA_DIR, { recursive: true });
});

test('a backup into a folder that does not exist is rejected', async () => {
  const folder = `${environment.DATA_DIR}-backups`;
  assert.equal(await errorText('backup', `${folder}/`), `The folder ${folder} does not exist: create it, or choose another one.`);
  assert.ok(!existsSync(folder));
});

test('migrate applies nothing to an up-to-date database', async () => {
  assert.deepEqual((await json('migrate')).applied, []);
});
