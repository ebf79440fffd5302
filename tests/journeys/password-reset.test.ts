import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { runQueuedJobs } from '../kit/jobs.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startTestService } from '../kit/service.ts';

const mail = await startMailServer();
const service = await startTestService({ environment: { SMTP_URL: mail.url, TRUST_PROXY: 'loopback' } });
const guest = new BrowserSession(service);
let addressCount = 0;

/** Requests a password reset. The IP address is different each time by default, because requests are limited by it. */
const requestReset = (email: string, from = `192.0.2.${++addressCount}`) =>
  guest.send('POST', '/password-resets', { email }, { 'x-forwarded-for': from });
const complete = (secret: string, password: string) => guest.send('POST', '/password-resets/complete', { secret, password });

/** Requests a password reset and returns the secret of the mailed link. */
async function mailedSecret(email: string): Promise<string> {
  const before = mail.mails.length;
  assert.equal((await requestReset(email)).status, 202);
  await runQueuedJobs(service);
  assert.equal(mail.mails.length, before + 1);
  const { to, text } = lastOf(mail.mails);
  assert.equal(to, email);
  return itemAt(required(new RegExp(`${service.url}/reset-password#(llp_\\w+)`).exec(text.replaceAll('=\n', ''))), 1);
}

test('a mailed link resets a forgotten password once and ends every session', async () => {
  const { email, accountId, key } = await service.newAccount();
  const [desk, phone] = [new BrowserSession(service), new BrowserSession(service)];
  await desk.signIn(email);
  await phone.signIn(email);
  const secret = await mailedSecret(email);
  assert.deepEqual((await guest.send('POST', '/password-resets/open', { secret })).body, { email });
  const common = await complete(secret, '1234567890');
  assert.deepEqual([common.status, common.body.field], [400, 'password']);
  assert.match(String(common.body.title), /too easy to guess/);
  assert.equal((await complete(secret, 'a brand new password')).status, 204);
  assert.deepEqual([(await desk.get('/session')).status, (await phone.get('/session')).status], [401, 401]);
  assert.equal((await complete(secret, 'yet another password')).status, 404, 'the link works once');
  assert.equal((await guest.send('POST', '/password-resets/open', { secret })).status, 404);
  assert.equal((await new BrowserSession(service).signIn(email)).status, 401);
  assert.equal((await desk.signIn(email, 'a brand new password')).status, 201);
  const { entries } = (await desk.get<{ entries: { action: string; actor: { email: string } }[] }>(`/accounts/${accountId}/audit`)).body;
  assert.equal(entries.find(({ action }) => action === 'user.password_reset')?.actor.email, email);
  assert.equal((await fetch(`${service.url}/v1/users/me`, { headers: { 'x-api-key': key } })).status, 200, 'API keys stay valid');
});

test('a password reset by mail confirms an unconfirmed e-mail address and revokes the credentials created before', async () => {
  const { email, userId, key, token } = await service.newAccount();
  await service.ctx.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', userId).execute();
  const byKey = async () => (await fetch(`${service.url}/v1/users/me`, { headers: { 'x-api-key': key } })).status;
  const byToken = async () => (await fetch(`${service.url}/accounts`, { headers: { authorization: `Token token=${token}` } })).status;
  assert.deepEqual([await byKey(), await byToken()], [200, 200]);
  assert.equal((await complete(await mailedSecret(email), 'a brand new password')).status, 204);
  assert.deepEqual([await byKey(), await byToken()], [401, 401]);
  const owner = new BrowserSession(service);
  const { status, body } = await owner.signIn(email, 'a brand new password');
  assert.partialDeepStrictEqual({ status, ...body }, { status: 201, user: { isEmailConfirmed: true } });
});

test('of several links used concurrently, exactly one works', async () => {
  const { email } = await service.newAccount();
  const [first, second, third] = [await mailedSecret(email), await mailedSecret(email), await mailedSecret(email)];
  const tries = [first, first, second, second, third, third].map((secret) => complete(secret, 'a brand new password'));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [204, 404, 404, 404, 404, 404]);
});

test('a link expires after 30 minutes, or when another one is used', async () => {
  const { email } = await service.newAccount();
  service.clock.set('2026-10-15T12:00:00.000Z');
  const [first, second] = [await mailedSecret(email), await mailedSecret(email)];
  assert.equal((await complete(first, 'a brand new password')).status, 204);
  assert.equal((await complete(second, 'a brand new password')).status, 404);
  const late = await mailedSecret(email);
  service.clock.set('2026-10-15T12:30:00.000Z');
  assert.equal((await complete(late, 'a later password')).status, 404);
  service.clock.resume();
});

test('a reset for an unknown e-mail address gets the same response as for a known one, and sends no mail', async () => {
  const { email } = await service.newAccount();
  const before = mail.mails.length;
  const [known, unknown] = [await requestReset(email), await requestReset('nobody@acme.example')];
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  // Both requests only enqueue a job, so that the response time does not depend on whether the user exists.
  const { rows } = await sql<{ jobs: number; links: number }>`select (select count(*)::int from graphile_worker._private_jobs) as jobs,
    (select count(*)::int from password_resets where expires_at > ${service.clock.now()}) as links`.execute(service.ctx.db);
  assert.deepEqual(rows, [{ jobs: 2, links: 0 }]);
  await runQueuedJobs(service);
  assert.equal(mail.mails.length, before + 1);
});

test('requests are limited by IP address and mails by user, and the links that were sent stay valid', async () => {
  const { email } = await service.newAccount();
  service.clock.set('2026-10-15T14:00:00.000Z');
  const statuses: number[] = [];
  for (let index = 0; index < 11; index++) statuses.push((await requestReset(email, `2001:db8:1:1::${index + 1}`)).status);
  assert.deepEqual(statuses, [...Array(10).fill(202), 429]);
  await runQueuedJobs(service);
  const before = mail.mails.length;
  for (let index = 0; index < 5; index++) {
    assert.equal((await requestReset(email)).status, 202);
    await runQueuedJobs(service);
  }
  assert.equal(mail.mails.length, before + 2, 'at most three mails in half an hour');
  const secret = itemAt(required(/#(llp_\w+)/.exec(itemAt(mail.mails, before - 1).text.replaceAll('=\n', ''))), 1);
  assert.equal((await complete(secret, 'a brand new password')).status, 204);
  service.clock.resume();
});

test('without a mail server, the response refers to the operator', async () => {
  const withoutMail = await startTestService({ connection: service.connection });
  const person = new BrowserSession(withoutMail);
  assert.deepEqual((await person.get('/password-resets')).body, { isMailConfigured: false });
  const refused = await person.send('POST', '/password-resets', { email: 'nobody@acme.example' });
  assert.equal(refused.status, 409);
  assert.match(String(refused.body.title), /Ask its operator/);
});

test('changing to a common password is rejected', async () => {
  const { email } = await service.newAccount();
  const person = new BrowserSession(service);
  await person.signIn(email);
  const refused = await person.send('POST', '/password', { current: 'correct horse battery', password: '1234567890' });
  assert.deepEqual([refused.status, refused.body.field], [400, 'password']);
});

test('mails are in the language of the user, and invitations use the color of the account', async () => {
  const { email, userId, accountId } = await service.newAccount({ name: 'Müller' });
  await service.ctx.db.updateTable('users').set({ language: 'de' }).where('id', '=', userId).execute();
  await mailedSecret(email);
  assert.match(lastOf(mail.mails).text, /innerhalb von 30 Minuten/);
  assert.match(lastOf(mail.mails).text, /Content-Type: text\/html/);
  const owner = new BrowserSession(service);
  await owner.signIn(email);
  assert.equal((await owner.send('PATCH', `/accounts/${accountId}/brand`, { color: '#0a7f5a' })).status, 204);
  const invited = await owner.send('POST', `/accounts/${accountId}/invitations`, { email: 'neu@acme.example', role: 'admin' });
  assert.equal(invited.body.delivery, 'mailed', JSON.stringify(invited.body));
  const { text } = lastOf(mail.mails);
  assert.match(text, /als Admin zu/);
  assert.match(text, /#0a7f5a/);
});
