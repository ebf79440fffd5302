import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createSetupToken } from '../../server/src/domain/auth/setup-tokens.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { testDatabase } from '../kit/database.ts';
import { until } from '../kit/events.ts';
import { leadlight, startServerProcess, testDataDir } from '../kit/server-process.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const setup = {
  accountName: 'Northwind',
  timezone: 'Europe/Helsinki',
  email: 'Owner@Northwind.example',
  password: 'a long password',
  firstName: 'Ada',
  lastName: 'Byron',
};

const postSetup = (service: Pick<TestService, 'url'>, body: object) => new BrowserSession(service).send('POST', '/set-up', body);

test('an installation can be set up exactly once, by the holder of the setup link', async () => {
  const service = await startTestService();
  const stranger = await postSetup(service, { ...setup, token: '' });
  assert.equal(stranger.status, 403);
  assert.match(String(stranger.body.title), /set-up-link\.txt.*"leadlight setup-link"/);
  assert.equal((await postSetup(service, setup)).status, 400, 'a token is required');
  const [older, token] = [
    await createSetupToken(service.ctx, { replacesOthers: false }),
    await createSetupToken(service.ctx, { replacesOthers: true }),
  ];
  assert.equal((await postSetup(service, { ...setup, token: older })).status, 403, 'a new link replaces the older ones');
  assert.equal((await postSetup(service, { ...setup, token: `${token.slice(0, -1)}~` })).status, 403);
  assert.equal((await postSetup(service, { ...setup, token, password: 'short' })).status, 400);
  assert.equal((await postSetup(service, { ...setup, token, accountName: ' ' })).body.field, 'accountName');
  assert.equal((await postSetup(service, { ...setup, token, password: '1234567890' })).status, 400);
  const responses = await Promise.all([postSetup(service, { ...setup, token }), postSetup(service, { ...setup, token })]);
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409]);
  assert.deepEqual((await new BrowserSession(service).get('/set-up')).body, { needed: false });
  assert.equal((await postSetup(service, { ...setup, token, email: 'second@northwind.example' })).status, 409, 'the link works once');
  const { rows } = await sql`select 1 from set_up_tokens`.execute(service.ctx.db);
  assert.deepEqual(rows, []);
  const signedIn = await new BrowserSession(service).signIn('owner@northwind.example', 'a long password');
  const { accounts } = signedIn.body as { accounts: { name: string; role: string; timezone: string }[] };
  assert.deepEqual(
    accounts.map(({ name, role, timezone }) => ({ name, role, timezone })),
    [{ name: 'Northwind', role: 'owner', timezone: 'Europe/Helsinki' }],
  );
});

test('a setup that failed after it created the account is completed by the next attempt, even with another link', async () => {
  const service = await startTestService();
  const { db } = service.ctx;
  const failing = await createSetupToken(service.ctx, { replacesOthers: false });
  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''simulated failure''; end'`.execute(db);
  await sql`create trigger fail before insert on users for each row execute function fail()`.execute(db);
  assert.equal((await postSetup(service, { ...setup, token: failing })).status, 500);
  await sql`drop function fail() cascade`.execute(db);
  const token = await createSetupToken(service.ctx, { replacesOthers: true });
  const again = { ...setup, token, accountName: 'Southwind', timezone: 'Europe/Rome' };
  assert.equal((await postSetup(service, again)).status, 201);
  const accounts = await db.selectFrom('accounts').select(['name', 'timezone']).execute();
  assert.deepEqual(accounts, [{ name: 'Southwind', timezone: 'Europe/Rome' }]);
  const scripts = await db.selectFrom('tracking_scripts').select('script_hash').execute();
  assert.equal(scripts.length, 1);
});

test('during a hundred concurrent setup requests, API requests succeed, and at most one setup is accepted', async () => {
  const done = await startTestService();
  const { key } = await done.newAccount();
  const posts = Promise.all(Array.from({ length: 100 }, () => postSetup(done, { ...setup, token: 'llu_guess' })));
  const valid = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${done.url}/v1/users/me`, { headers: { 'x-api-key': key } })).status),
  );
  assert.deepEqual([...new Set(valid)], [200]);
  assert.deepEqual([...new Set((await posts).map(({ status }) => status))], [409]);

  const fresh = await startTestService();
  fresh.clock.set('2026-10-15T12:00:00.000Z');
  const token = await createSetupToken(fresh.ctx, { replacesOthers: false });
  const statuses = (await Promise.all(Array.from({ length: 100 }, () => postSetup(fresh, { ...setup, token })))).map(
    ({ status }) => status,
  );
  assert.equal(statuses.filter((status) => status === 201).length, 1);
  assert.deepEqual(
    statuses.filter((status) => ![201, 409, 429].includes(status)),
    [],
  );
});

test('after 20 attempts with a wrong setup token, further attempts are rejected', async () => {
  const service = await startTestService();
  service.clock.set('2026-10-15T12:00:00.000Z');
  const statuses: number[] = [];
  for (let index = 0; index < 21; index++) statuses.push((await postSetup(service, { ...setup, token: 'llu_guess' })).status);
  assert.deepEqual(statuses, [...Array(20).fill(403), 429]);
});

test('until setup is done, the server prints the setup link and stores it in a file that only its owner can read; a command prints a new link', async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const environment = { DATABASE_URL, DATA_DIR: testDataDir(), PUBLIC_URL: 'https://leads.example.com' };
  const file = join(environment.DATA_DIR, 'set-up-link.txt');
  const printed = /https:\/\/leads\.example\.com\/set-up#(llu_\w+)/;
  const start = async () => {
    const server = await startServerProcess(environment);
    await until(async () => server.output().includes('Leadlight runs at'));
    return server;
  };
  const first = await start();
  const link = required(printed.exec(first.output()));
  assert.equal(readFileSync(file, 'utf8'), `${link[0]}\n`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await first.stop();

  const second = await start();
  assert.equal(required(printed.exec(second.output()))[1], link[1], 'the same link at the next start');
  const { stdout } = await leadlight(['setup-link'], environment);
  const token = itemAt(required(printed.exec(stdout)), 1);
  assert.equal(readFileSync(file, 'utf8'), stdout, 'the file has the new link');
  assert.equal((await postSetup(second, { ...setup, token: itemAt(link, 1) })).status, 403);
  assert.equal((await postSetup(second, { ...setup, token })).status, 201);
  // `set-up-link` is the former name of the command.
  const refused = await leadlight(['set-up-link'], environment);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /already set up/);
  await second.stop();

  const third = await start();
  assert.doesNotMatch(third.output(), /set-up#/);
  assert.equal(existsSync(file), false);
});
