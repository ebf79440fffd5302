import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resetTwoFactor } from '../../server/src/domain/auth/two-factor/reset-two-factor.ts';
import { stepAt, totpCode } from '../../server/src/lib/totp.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { decodeBase32 } from '../kit/decode-base32.ts';
import { startTestService } from '../kit/service.ts';

const service = await startTestService({ environment: { TRUST_PROXY: 'loopback' } });
const password = 'correct horse battery';
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Creates a user with two-factor authentication. `code()` returns the code in their app at the time of the stopped clock. */
async function createEnrolledUser() {
  const account = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(account.email);
  const start = await person.send('POST', '/two-factor', { password });
  assert.equal(start.status, 200);
  const secret = decodeBase32(String(start.body.secret));
  const code = (periods = 0) => totpCode(secret, stepAt(service.clock.now()) + periods);
  const confirmed = await person.send<{ recoveryCodes: string[] }>('POST', '/two-factor/confirm', { code: code() });
  assert.equal(confirmed.status, 200);
  advanceSeconds(30);
  return { ...account, person, code, start: start.body, recoveryCodes: confirmed.body.recoveryCodes };
}

function advanceSeconds(seconds: number): void {
  service.clock.set(new Date(service.clock.now().getTime() + seconds * 1000));
}

async function challengeFor(email: string): Promise<string> {
  const response = await new BrowserSession(service).signIn(email);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('set-cookie'), null, 'the password alone starts no session');
  return String(response.body.challenge);
}

function enterCode(challenge: string, code: string, address = '198.51.100.1', person = new BrowserSession(service)) {
  return person.send('POST', '/session/second-factor', { challenge, code }, from(address));
}

test('with two-factor authentication a sign-in needs the password and a code, and each code works once', async () => {
  service.clock.set('2026-11-16T09:00:10.000Z');
  const { email, code } = await createEnrolledUser();
  const wrong = await new BrowserSession(service).signIn(email, 'not the password');
  assert.equal(wrong.status, 401, 'a wrong password reveals nothing about the second factor');
  const challenge = await challengeFor(email);
  assert.equal((await enterCode(challenge, '000000')).status, 400);
  const person = new BrowserSession(service);
  assert.equal((await enterCode(challenge, ` ${code().slice(0, 3)} ${code().slice(3)}`, undefined, person)).status, 201);
  assert.equal((await person.get('/session')).status, 200);
  assert.equal((await enterCode(challenge, code(1))).status, 401, 'a challenge works once');
  const second = await challengeFor(email);
  assert.equal((await enterCode(second, code())).status, 400, 'a code works once');
  assert.equal((await enterCode(second, code(-1))).status, 400, 'a code older than a used one is rejected');
  assert.equal((await enterCode(second, code(2))).status, 400, 'a code from the future is rejected');
  assert.equal((await enterCode(second, code(1))).status, 201, 'a clock may be off by one period');
  const third = await challengeFor(email);
  advanceSeconds(11 * 60);
  assert.equal((await enterCode(third, code())).status, 401, 'a challenge expires');
});

test('two requests with the same code cannot both succeed', async () => {
  service.clock.set('2026-11-16T10:00:10.000Z');
  const { email, code } = await createEnrolledUser();
  const challenges = await Promise.all([1, 2, 3].map(() => challengeFor(email)));
  const statuses = await Promise.all(challenges.map(async (challenge) => (await enterCode(challenge, code())).status));
  assert.deepEqual(statuses.sort(), [201, 400, 400]);
});

test('wrong codes are limited by user across networks, and a recovery code still works, once', async () => {
  service.clock.set('2026-11-16T11:00:10.000Z');
  const { email, code, recoveryCodes } = await createEnrolledUser();
  const challenge = await challengeFor(email);
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) statuses.push((await enterCode(challenge, '000000', `203.0.113.${index}`)).status);
  assert.deepEqual(statuses, [...Array(10).fill(400), 429, 429]);
  assert.equal((await enterCode(challenge, code(), '203.0.113.99')).status, 429, 'the right code as well');
  const recoveryCode = recoveryCodes[0]!.toUpperCase();
  const person = new BrowserSession(service);
  assert.equal((await enterCode(challenge, recoveryCode, undefined, person)).status, 201);
  assert.equal((await enterCode(await challengeFor(email), recoveryCode)).status, 400, 'used up');
  person.csrfToken = String((await person.get('/session')).body.csrfToken);
  assert.equal((await person.get('/two-factor')).body.recoveryCodesLeft, 9);
  const used = await service.ctx.db.selectFrom('audit_log').select('action').where('action', '=', 'user.recovery_code_used').execute();
  assert.equal(used.length, 1);
});

test('turning two-factor authentication on needs the password, turning it off needs a code', async () => {
  service.clock.set('2026-11-16T12:00:10.000Z');
  const { email } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  assert.equal((await person.send('POST', '/two-factor', { password: 'something else' })).status, 400);
  await person.send('POST', '/two-factor', { password });
  assert.equal((await new BrowserSession(service).signIn(email)).status, 201, 'it is off until the first code is entered');

  const { person: owner, code, recoveryCodes, start } = await createEnrolledUser();
  assert.match(String(start.url), /^otpauth:\/\/totp\/Leadlight:person.*%40acme\.example\?secret=[A-Z2-7]{32}&issuer=Leadlight$/);
  assert.equal((await owner.send('POST', '/two-factor', { password })).status, 409, 'the secret cannot be replaced');
  const renewed = await owner.send<{ recoveryCodes: string[] }>('POST', '/two-factor/recovery-codes', { code: code() });
  assert.equal(renewed.status, 200);
  assert.equal((await owner.send('POST', '/two-factor/disable', { code: recoveryCodes[1] })).status, 400, 'earlier recovery codes fail');
  assert.equal((await owner.send('POST', '/two-factor/disable', { code: renewed.body.recoveryCodes[1] })).status, 204);
  assert.deepEqual((await owner.get('/two-factor')).body, { isOn: false, since: null, recoveryCodesLeft: 0 });
  for (const path of ['/two-factor/disable', '/two-factor/recovery-codes'])
    assert.equal((await owner.send('POST', path, { code: code(1) })).status, 409);
});

test('turning on two-factor authentication ends the user’s other sessions; the operator can turn it off', async () => {
  service.clock.set('2026-11-16T13:00:10.000Z');
  const account = await service.newAccount();
  const [desk, phone] = [new BrowserSession(service), new BrowserSession(service)];
  for (const session of [desk, phone]) await session.signIn(account.email);
  const start = await desk.send('POST', '/two-factor', { password });
  const code = totpCode(decodeBase32(String(start.body.secret)), stepAt(service.clock.now()));
  assert.equal((await desk.send('POST', '/two-factor/confirm', { code })).status, 200);
  assert.equal((await phone.get('/session')).status, 401);
  assert.equal((await desk.get('/session')).status, 200);
  await resetTwoFactor(service.ctx, account.email);
  assert.equal((await desk.get('/session')).status, 401);
  assert.equal((await desk.signIn(account.email)).status, 201);
});

test('a sign-in that waits for a code ends with the sessions when the password changes', async () => {
  service.clock.set('2026-11-16T13:30:10.000Z');
  const { email, person, code } = await createEnrolledUser();
  const challenge = await challengeFor(email);
  assert.equal((await person.send('POST', '/password', { current: password, password: 'a brand new password' })).status, 204);
  assert.equal((await enterCode(challenge, code())).status, 401);
});

test('neither the secret nor the recovery codes are stored in plain text', async () => {
  service.clock.set('2026-11-16T14:00:10.000Z');
  const { userId, start, recoveryCodes } = await createEnrolledUser();
  const { secret } = await service.ctx.db.selectFrom('two_factor').select('secret').where('user_id', '=', userId).executeTakeFirstOrThrow();
  assert.ok(!secret.includes(decodeBase32(String(start.secret))));
  const codes = await service.ctx.db.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).execute();
  assert.equal(codes.length, 10);
  assert.ok(codes.every(({ hash }) => hash.length === 32 && !recoveryCodes.some((code) => hash.includes(code))));
});
