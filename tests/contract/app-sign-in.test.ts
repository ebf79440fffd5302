import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayMs } from '../../server/src/lib/day-ms.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });

test('signing in starts a session whose cookie is not accessible to scripts and other sites', async () => {
  const { email } = await service.newAccount();
  const person = new BrowserSession(service);
  assert.equal((await person.get('/session')).status, 401);
  const wrong = await person.signIn(email, 'not the password');
  const unknown = await person.signIn('nobody@acme.example', 'not the password');
  assert.equal(wrong.status, 401);
  assert.deepEqual(wrong.body, unknown.body, 'the response does not reveal whether an e-mail is known');
  const right = await person.signIn(email);
  assert.equal(right.status, 201);
  const cookie = required(right.headers.get('set-cookie'));
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) assert.ok(cookie.includes(part), `${part} in ${cookie}`);
  assert.ok(!cookie.includes('Secure'), 'browsers do not return a Secure cookie over HTTP');
  assert.equal((await person.get<{ user: { email: string } }>('/session')).body.user.email, email);
});

test('users can set their name and language', async () => {
  const { email } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  const user = async () => (await person.get<{ user: Record<string, unknown> }>('/session')).body.user;
  assert.equal((await user()).language, null, 'null means the language of the browser');
  assert.equal((await person.send('PATCH', '/profile', { firstName: ' Ada ', language: 'de' })).status, 204);
  assert.deepEqual([(await user()).firstName, (await user()).language], ['Ada', 'de']);
  assert.equal((await person.send('PATCH', '/profile', { language: null })).status, 204);
  assert.deepEqual([(await user()).firstName, (await user()).language], ['Ada', null]);
  for (const wrong of [{ language: 'fr' }, { firstName: 'x'.repeat(101) }])
    assert.equal((await person.send('PATCH', '/profile', wrong)).status, 400, JSON.stringify(wrong));
  assert.equal((await new BrowserSession(service).send('PATCH', '/profile', { language: 'de' })).status, 401);
});

test('over HTTPS, the cookie is secure and bound to its host', async () => {
  const secure = await startTestService({ connection: service.connection, environment: { PUBLIC_URL: 'https://leads.example.com' } });
  const { email } = await secure.newAccount();
  const response = await new BrowserSession(secure).signIn(email);
  assert.match(required(response.headers.get('set-cookie')), /^__Host-leadlight_session=.*; Secure$/);
  assert.equal(response.headers.get('strict-transport-security'), 'max-age=31536000');
});

test('signing out and ending a session from another device take effect immediately', async () => {
  const { email } = await service.newAccount();
  const [desk, phone] = [new BrowserSession(service), new BrowserSession(service)];
  await desk.signIn(email);
  await phone.signIn(email);
  const { body: sessions } = await desk.get<{ id: string; isCurrent: boolean }[]>('/sessions');
  assert.equal(sessions.length, 2);
  const other = required(sessions.find(({ isCurrent }) => !isCurrent));
  assert.equal((await desk.send('DELETE', `/sessions/${other.id}`)).status, 204);
  assert.equal((await phone.get('/session')).status, 401);
  const savedCookie = desk.cookie;
  assert.equal((await desk.send('DELETE', '/session')).status, 204);
  desk.cookie = savedCookie;
  assert.equal((await desk.get('/session')).status, 401, 'a saved cookie no longer works');
});

test('users cannot end sessions of others', async () => {
  const [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  const [me, them] = [new BrowserSession(service), new BrowserSession(service)];
  await me.signIn(mine.email);
  const { body } = await them.signIn(theirs.email);
  assert.equal((await me.send('DELETE', `/sessions/${body.sessionId}`)).status, 404);
  assert.equal((await them.get('/session')).status, 200);
});

const startMs = Date.parse('2026-10-15T12:00:00.000Z');

/** Sets the clock to a number of days after the start, minus a second if `isBefore`. */
function setDay(days: number, { isBefore = false } = {}) {
  service.clock.set(new Date(startMs + days * dayMs - (isBefore ? 1000 : 0)));
}

test('a session ends after two weeks without use', async () => {
  setDay(0);
  const { email } = await service.newAccount();
  const [used, unused] = [new BrowserSession(service), new BrowserSession(service)];
  await used.signIn(email);
  await unused.signIn(email);
  setDay(14, { isBefore: true });
  assert.equal((await used.get('/session')).status, 200);
  setDay(14);
  assert.equal((await unused.get('/session')).status, 401);
  setDay(28, { isBefore: true });
  assert.equal((await used.get('/session')).status, 401, 'two weeks after its last use');
  service.clock.resume();
});

test('a session that is used regularly ends after ninety days', async () => {
  setDay(0);
  const { email } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  for (let day = 13; day < 90; day += 13) {
    setDay(day);
    assert.equal((await person.get('/session')).status, 200, `day ${day}`);
  }
  setDay(90, { isBefore: true });
  assert.equal((await person.get('/session')).status, 200);
  setDay(90);
  assert.equal((await person.get('/session')).status, 401);
  service.clock.resume();
});

const from = (address: string) => ({ 'x-forwarded-for': address });

async function guess(email: string, addresses: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) {
    statuses.push((await new BrowserSession(service).signIn(email, 'a wrong password', from(address))).status);
  }
  return statuses;
}

test('failed sign-ins are limited to ten, and one more attempt is allowed every 90 seconds', async () => {
  const { email } = await service.newAccount();
  service.clock.set('2026-10-15T12:14:50.000Z');
  assert.deepEqual(await guess(email, Array(11).fill('198.51.100.7')), [...Array(10).fill(401), 429]);
  const refused = await new BrowserSession(service).signIn(email, 'correct horse battery', from('198.51.100.7'));
  assert.equal(refused.status, 429, 'also with the right password, otherwise guessing could continue');
  assert.equal(refused.headers.get('retry-after'), '90');
  // The start of a quarter of an hour does not reset the limit.
  service.clock.set('2026-10-15T12:15:05.000Z');
  assert.deepEqual(await guess(email, ['198.51.100.7']), [429]);
  service.clock.set('2026-10-15T12:16:20.000Z');
  assert.deepEqual(await guess(email, Array(2).fill('198.51.100.7')), [401, 429]);
  assert.equal((await new BrowserSession(service).signIn(email, 'correct horse battery', from('198.51.100.8'))).status, 201);
  service.clock.resume();
});

test('all addresses of an IPv6 /64 share one budget', async () => {
  const { email } = await service.newAccount();
  service.clock.set('2026-10-15T13:00:00.000Z');
  const addresses = Array.from({ length: 30 }, (_, index) => `2001:db8:7:1::${(index + 1).toString(16)}`);
  assert.deepEqual(await guess(email, addresses), [...Array(10).fill(401), ...Array(20).fill(429)]);
  // Other e-mail addresses share the rest of the network's budget.
  const others = Array.from({ length: 60 }, (_, index) => `person${index}@elsewhere.example`);
  const statuses = await Promise.all(
    others.map(async (other, index) => firstOf(await guess(other, [`2001:db8:7:1:${index.toString(16)}::1`]))),
  );
  assert.equal(statuses.filter((status) => status === 401).length, 40);
  assert.deepEqual(await guess(email, ['2001:db8:7:2::1']), [401]);
  // Refused attempts store nothing: one row each for the network, the first e-mail address and the forty others.
  const { rows } = await sql`select 1 from attempt_limits where subject like 'sign-in:2001:db8:7:1::/64%'`.execute(service.ctx.db);
  assert.equal(rows.length, 42);
  service.clock.resume();
});

test('forwarded ports do not bypass the limit', async () => {
  const { email } = await service.newAccount();
  service.clock.set('2026-10-15T13:30:00.000Z');
  const addresses = Array.from({ length: 12 }, (_, index) => `198.51.100.9:${50_000 + index}`);
  assert.deepEqual(await guess(email, addresses), [...Array(10).fill(401), 429, 429]);
  service.clock.resume();
});

test('attackers cannot lock the owner out, from one network or many', async () => {
  const { email } = await service.newAccount();
  service.clock.set('2026-10-15T14:00:00.000Z');
  await Promise.all(Array.from({ length: 200 }, (_, index) => guess(email, [`2001:db8:8:1::${index.toString(16)}`])));
  assert.equal((await new BrowserSession(service).signIn(email, 'correct horse battery', from('2001:db8:8:2::1'))).status, 201);
  // From many networks: each gets fewer attempts, but the owner can always sign in from a network without failed attempts.
  await service.ctx.db
    .insertInto('attempt_limits')
    .values({ subject: `sign-in-email:${email}`, used: 200, counted_at: service.clock.now() })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ used: 200 }))
    .execute();
  assert.deepEqual(await guess(email, Array(4).fill('198.51.100.20')), [401, 401, 401, 429]);
  assert.equal((await new BrowserSession(service).signIn(email, 'correct horse battery', from('198.51.100.21'))).status, 201);
  // With an e-mail address that begins with the address of the owner's network.
  await guess(`198.51.100.22:${email}`, Array(10).fill('203.0.113.7'));
  assert.equal((await new BrowserSession(service).signIn(email, 'correct horse battery', from('198.51.100.22'))).status, 201);
  service.clock.resume();
});

test('successful sign-ins are not limited', async () => {
  const { email } = await service.newAccount();
  for (let time = 0; time < 12; time++) {
    const { status } = await new BrowserSession(service).signIn(email, 'correct horse battery', { 'x-forwarded-for': '198.51.100.9' });
    assert.equal(status, 201);
  }
});
