import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { countWaitingForLock } from '../kit/count-waiting-for-lock.ts';
import { until } from '../kit/events.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService();
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

type Account = { id: string; name: string; role: string; brand: { color: string | null; logo: string | null } };

async function sessionOf(account: { email: string }): Promise<BrowserSession> {
  const person = new BrowserSession(service);
  assert.equal((await person.signIn(account.email)).status, 201);
  return person;
}

async function accountsOf(person: BrowserSession): Promise<Account[]> {
  return (await person.get('/session')).body.accounts as Account[];
}

/** Sends a file as raw bytes, because `BrowserSession.send` only sends JSON. */
async function upload(person: BrowserSession, path: string, content: Buffer | string) {
  const headers = { cookie: person.cookie, 'x-csrf-token': person.csrfToken, 'content-type': 'application/octet-stream' };
  return fetch(`${service.url}/app/api${path}`, { method: 'POST', headers, body: content });
}

test('an owner creates another account and sees only the data of the account in the path', async () => {
  const first = await service.newAccount({ name: 'First', credits: 777 });
  const owner = await sessionOf(first);
  assert.deepEqual((await owner.get('/account-creation')).body, { isAllowed: true });
  assert.equal((await owner.send('POST', '/accounts', { name: ' ', timezone: 'UTC' })).status, 400);
  const created = await owner.send('POST', '/accounts', { name: 'Second', timezone: 'Europe/Berlin' });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const second = String(created.body.id);
  assert.deepEqual(
    (await accountsOf(owner)).map(({ name, role }) => [name, role]),
    [
      ['First', 'owner'],
      ['Second', 'owner'],
    ],
  );
  const account = await owner.get(`/accounts/${second}/account`);
  assert.deepEqual([account.body.monthlyCredits, account.body.timezone], [777, 'Europe/Berlin']);
  const tag = await owner.send('POST', `/accounts/${first.accountId}/tags`, { name: 'Only in the first', color: 1 });
  assert.equal(tag.status, 201);
  assert.deepEqual((await owner.get<unknown[]>(`/accounts/${second}/tags`)).body, []);
  const renamed = await owner.send('PATCH', `/accounts/${second}/tags/${tag.body.id}`, { name: 'Moved', color: 2 });
  assert.equal(renamed.status, 404, 'the tag belongs to the other account');
  const audit = await owner.get(`/accounts/${second}/audit`);
  assert.match(JSON.stringify(audit.body), /account\.created/);
  const stranger = await sessionOf(await service.newAccount({ name: 'Stranger' }));
  for (const path of ['account', 'leads?from=2026-01-01&to=2026-01-02', 'brand', 'tags']) {
    assert.equal((await stranger.get(`/accounts/${second}/${path}`)).status, 404, path);
  }
  assert.equal((await stranger.send('PATCH', `/accounts/${second}/brand`, { color: '#ff0000' })).status, 404);
});

test('only owners can create accounts, each up to twenty, unless account creation is reserved for the operator', async () => {
  const { accountId, email } = await service.newAccount({ name: 'Limits' });
  await createUser(service.ctx, { accountId, email: 'limits-admin@acme.example', password: 'correct horse battery', role: 'admin' });
  const admin = await sessionOf({ email: 'limits-admin@acme.example' });
  assert.deepEqual((await admin.get('/account-creation')).body, { isAllowed: false });
  assert.equal((await admin.send('POST', '/accounts', { name: 'Mine', timezone: 'UTC' })).status, 403);
  const owner = await sessionOf({ email });
  for (let count = 1; count < 19; count++) {
    assert.equal((await owner.send('POST', '/accounts', { name: `Account ${count}`, timezone: 'UTC' })).status, 201);
  }
  // Neither request can create its account before the other one has checked the limit or waits to check it.
  const concurrent = await service.ctx.db.transaction().execute(async (trx) => {
    await sql`lock table tracking_scripts in share mode`.execute(trx);
    const requests = ['Account 19', 'One more'].map((name) => owner.send('POST', '/accounts', { name, timezone: 'UTC' }));
    await until(async () => (await countWaitingForLock(service.ctx.db)) === 2);
    return requests;
  });
  assert.deepEqual((await Promise.all(concurrent)).map(({ status }) => status).sort(), [201, 409]);
  assert.equal((await accountsOf(owner)).length, 20);
  const closed = await startTestService({ connection: service.connection, environment: { ACCOUNT_CREATION: 'operator' } });
  const elsewhere = new BrowserSession(closed);
  await elsewhere.signIn((await service.newAccount()).email);
  const refused = await elsewhere.send('POST', '/accounts', { name: 'Mine', timezone: 'UTC' });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.title, 'Only the operator of this server can create accounts.');
});

test('an account is not created if its owner cannot be stored', async () => {
  const first = await service.newAccount({ name: 'Alone' });
  const owner = await sessionOf(first);
  const { db } = service.ctx;
  await sql`
    create function fail() returns trigger language plpgsql as 'begin raise exception ''simulated failure''; end'`.execute(db);
  await sql`create trigger fail before insert on memberships for each row execute function fail()`.execute(db);
  const failed = await owner.send('POST', '/accounts', { name: 'Without an owner', timezone: 'UTC' });
  await sql`drop function fail() cascade`.execute(db);
  assert.equal(failed.status, 500);
  assert.deepEqual(await db.selectFrom('accounts').select('id').where('name', '=', 'Without an owner').execute(), []);
});

test('an account can have a logo and a color; SVG, HTML, empty and oversized files are rejected as logo', async () => {
  const account = await service.newAccount({ name: 'Branded' });
  const owner = await sessionOf(account);
  const path = `/accounts/${account.accountId}/brand`;
  for (const content of [
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<html>',
    '',
    Buffer.concat([png, Buffer.alloc(200 * 1024)]),
  ]) {
    assert.equal((await upload(owner, `${path}/logo`, content)).status, 400);
  }
  assert.equal((await upload(owner, `${path}/logo`, png)).status, 204);
  for (const color of ['red', '#12345', '#1234567', 'url(x)'])
    assert.equal((await owner.send('PATCH', path, { color })).status, 400, color);
  assert.equal((await owner.send('PATCH', path, { color: '#1A73E8' })).status, 204);
  const brand = (await accountsOf(owner))[0]!.brand;
  assert.equal(brand.color, '#1a73e8');
  const logo = await fetch(service.url + brand.logo);
  assert.deepEqual([logo.status, logo.headers.get('content-type')], [200, 'image/png']);
  assert.equal(logo.headers.get('x-content-type-options'), 'nosniff');
  assert.deepEqual(Buffer.from(await logo.arrayBuffer()), png);
  const other = await service.newAccount({ name: 'Other' });
  const wrongAccount = brand.logo!.replace(`/${account.accountId}/`, `/${other.accountId}/`);
  for (const wrong of [wrongAccount, `${brand.logo}0`, brand.logo!.slice(0, -1), '/app/api/brand-logos/1/../x']) {
    assert.notEqual((await fetch(service.url + wrong)).status, 200, wrong);
  }
  const link = await owner.send('POST', `/accounts/${account.accountId}/dashboard-links`, {
    name: 'Weekly',
    days: { lastDays: 7 },
    validDays: 1,
  });
  const opened = await new BrowserSession(service).send('POST', '/dashboard-links/open', { secret: String(link.body.url).split('#')[1] });
  assert.deepEqual(opened.body.brand, brand, 'shared dashboards show the brand');
  await createUser(service.ctx, {
    accountId: account.accountId,
    email: 'brand-member@acme.example',
    password: 'correct horse battery',
    role: 'member',
  });
  const member = await sessionOf({ email: 'brand-member@acme.example' });
  assert.equal((await upload(member, `${path}/logo`, png)).status, 403);
  assert.equal((await owner.send('DELETE', `${path}/logo`)).status, 204);
  assert.equal((await fetch(service.url + brand.logo)).status, 404);
});
