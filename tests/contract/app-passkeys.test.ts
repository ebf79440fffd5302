import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPassword } from '../../server/src/domain/auth/set-password.ts';
import { freePort } from '../../server/src/lib/free-port.ts';
import { Authenticator } from '../kit/authenticator.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { startTestService } from '../kit/service.ts';

const port = await freePort();
const origin = `http://localhost:${port}`;
const service = await startTestService({ environment: { PORT: String(port), PUBLIC_URL: origin } });
const password = 'correct horse battery';

type Options = { challenge: string; user?: { id: string } };
type PasskeyUser = { name: string; person: BrowserSession; email: string; device: Authenticator };

function advanceMinutes(minutes: number): void {
  service.clock.set(new Date(service.clock.now().getTime() + minutes * 60_000));
}

async function registrationOptions(person: BrowserSession): Promise<Options> {
  const response = await person.send<Options>('POST', '/passkeys/options', { password });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response.body;
}

async function signInOptions(): Promise<Options> {
  return (await new BrowserSession(service).send('POST', '/session/passkey-options', {})).body as Options;
}

function signIn(response: object, browser = new BrowserSession(service)) {
  return browser.send('POST', '/session/passkey', response);
}

async function userWithPasskey(name = 'Laptop'): Promise<PasskeyUser> {
  const { email } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  const device = new Authenticator({ id: 'localhost', origin });
  const added = await person.send('POST', '/passkeys', { name, response: device.create(await registrationOptions(person)) });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  return { name, person, email, device };
}

test('a passkey is registered with the password, signs in without one, can be renamed, and no longer signs in once removed', async () => {
  service.clock.set('2026-11-16T09:00:00.000Z');
  const { email } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  assert.equal((await person.send('POST', '/passkeys/options', { password: 'a wrong one' })).status, 400);
  const device = new Authenticator({ id: 'localhost', origin });
  const options = await registrationOptions(person);
  assert.equal((await person.send('POST', '/passkeys', { name: ' ', response: device.create(options) })).status, 400, 'no name');
  const added = await person.send('POST', '/passkeys', { name: 'Laptop', response: device.create(options) });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const again = await person.send('POST', '/passkeys', { name: 'Again', response: device.create(await registrationOptions(person)) });
  assert.equal(again.status, 409, 'the same device a second time');
  const browser = new BrowserSession(service);
  const signedIn = await signIn(device.get(await signInOptions()), browser);
  assert.equal(signedIn.status, 201, JSON.stringify(signedIn.body));
  assert.equal(((await browser.get('/session')).body.user as { email: string }).email, email);
  const path = `/passkeys/${added.body.id}`;
  assert.equal((await person.send('PATCH', path, { name: 'Work laptop' })).status, 204);
  const [passkey] = (await person.get('/passkeys')).body as unknown as { name: string; lastUsedAt: string }[];
  assert.deepEqual([passkey?.name, passkey?.lastUsedAt], ['Work laptop', '2026-11-16T09:00:00.000Z']);
  const other = await userWithPasskey();
  assert.equal((await other.person.send('PATCH', path, { name: 'Mine' })).status, 404, 'another user’s passkey');
  assert.equal((await other.person.send('DELETE', path)).status, 404);
  assert.equal((await person.send('DELETE', path)).status, 204);
  assert.equal((await signIn(device.get(await signInOptions()))).status, 401);
});

test('a challenge works once, for five minutes, and only for its purpose and user', async () => {
  service.clock.set('2026-11-16T10:00:00.000Z');
  const { person, device } = await userWithPasskey();
  const options = await signInOptions();
  const assertion = device.get(options);
  assert.equal((await signIn(assertion)).status, 201);
  assert.equal((await signIn(assertion)).status, 401, 'replayed');
  assert.equal((await signIn(device.get(options))).status, 401, 'signed again');
  const late = await signInOptions();
  advanceMinutes(6);
  assert.equal((await signIn(device.get(late))).status, 401, 'expired');
  assert.equal((await signIn(device.get({ challenge: 'bm90IG91cnM' }))).status, 401, 'a challenge that was not issued');
  assert.equal((await signIn(device.get(await registrationOptions(person)))).status, 401, 'a challenge for a registration');
  const other = await userWithPasskey();
  const stolen = await registrationOptions(other.person);
  const fresh = new Authenticator({ id: 'localhost', origin });
  assert.equal((await person.send('POST', '/passkeys', { name: 'x', response: fresh.create(stolen) })).status, 400, 'of another user');
  assert.equal((await person.send('POST', '/passkeys', { name: 'x', response: fresh.create(await signInOptions()) })).status, 400);
  const { count } = await service.ctx.db
    .selectFrom('passkey_challenges')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('expires_at', '<=', service.clock.now())
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 0, 'expired challenges are deleted');
});

test('an assertion from another site, without user verification, of another key or with an old counter is rejected', async () => {
  service.clock.set('2026-11-16T11:00:00.000Z');
  const { device } = await userWithPasskey();
  const other = await userWithPasskey();
  assert.equal((await signIn(device.get(await signInOptions(), { origin: 'https://phishing.example' }))).status, 401);
  assert.equal((await signIn(device.get(await signInOptions(), { rpId: 'phishing.example' }))).status, 401);
  assert.equal((await signIn(device.get(await signInOptions(), { isUserVerified: false }))).status, 401);
  assert.equal((await signIn(device.get(await signInOptions(), { type: 'webauthn.create' }))).status, 401);
  const mine = device.get(await signInOptions());
  const theirs = other.device.get(await signInOptions());
  assert.equal((await signIn({ ...theirs, id: mine.id, rawId: mine.rawId })).status, 401, 'signed by another key');
  const otherUserAssertion = { ...mine, response: { ...mine.response, userHandle: theirs.response.userHandle } };
  assert.equal((await signIn(otherUserAssertion)).status, 401, 'for another user');
  assert.equal((await signIn(device.get(await signInOptions(), { counter: 9 }))).status, 201);
  assert.equal((await signIn(device.get(await signInOptions(), { counter: 9 }))).status, 401, 'a copy of the key');
  const assertions = await Promise.all([10, 10, 10].map(async () => device.get(await signInOptions(), { counter: 10 })));
  const statuses = await Promise.all(assertions.map(async (assertion) => (await signIn(assertion)).status));
  assert.deepEqual(statuses.sort(), [201, 401, 401], 'copies of the key at once');
});

test('passkeys that were added before the e-mail address was confirmed stop working when its owner sets a password', async () => {
  service.clock.set('2026-11-16T11:30:00.000Z');
  const { email, device } = await userWithPasskey();
  await setPassword(service.ctx, email, 'another good password');
  assert.equal((await signIn(device.get(await signInOptions()))).status, 201, 'the e-mail address is confirmed');
  await service.ctx.db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', email).execute();
  await setPassword(service.ctx, email, 'yet another good password');
  assert.equal((await signIn(device.get(await signInOptions()))).status, 401);
});

test('starting passkey sign-ins is rate-limited, and the options name no user', async () => {
  service.clock.set('2026-11-16T12:00:00.000Z');
  const { rpId, allowCredentials } = (await signInOptions()) as { rpId?: string; allowCredentials?: unknown[] };
  assert.equal(rpId, 'localhost');
  assert.deepEqual(allowCredentials ?? [], []);
  await service.ctx.db
    .updateTable('attempt_limits')
    .set({ used: 300, counted_at: service.clock.now() })
    .where('subject', 'like', 'passkey:%')
    .execute();
  assert.equal((await new BrowserSession(service).send('POST', '/session/passkey-options', {})).status, 429);
});
