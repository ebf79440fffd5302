import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Page, Request } from 'playwright-core';
import { revealRecords } from '../../server/src/domain/credits/reveal-records.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { stepAt, totpCode } from '../../server/src/lib/totp.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { decodeBase32 } from '../kit/decode-base32.ts';
import { axeViolations } from './axe-violations.ts';
import { openSharedPage } from './shared-page.ts';
import { addUser, fillSignIn, signIn, startDemoTest, waitTimeoutMs } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo } = web;
const { page, show } = await openSharedPage(web);
const group = (name: string) => page.getByRole('group', { name, exact: true });
const confirm = (action: string) => page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();

test('a profile can be created, shows its matches, can be edited, and lists its uses before deletion', async () => {
  await show('/settings/icps');
  await page.getByRole('button', { name: 'New profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Makers in Germany');
  await group('Countries').getByLabel('Value').fill('Niger');
  assert.equal(await group('Countries').getByLabel('Value').inputValue(), 'Niger', 'the user may still be typing Nigeria');
  await group('Countries').getByLabel('Value').fill('Germany');
  await group('Employees').getByLabel('Value').fill('10,000+');
  await page.getByRole('button', { name: 'Create profile' }).click();
  await page.getByRole('heading', { name: 'Makers in Germany' }).waitFor();
  await page.getByText('Germany', { exact: true }).waitFor();
  const card = page.getByRole('region', { name: /^Makers/ });
  await card.getByRole('link', { name: /[1-9]\d* compan(y matches|ies match)/ }).waitFor();
  await page.getByRole('button', { name: 'Edit Makers in Germany' }).click();
  await group('Keywords').getByLabel('Value').fill('no company has this keyword');
  await group('Keywords').getByLabel('Optional: Keywords').check();
  await page.getByLabel('Name', { exact: true }).fill('Makers of cars');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Keywords (optional)', { exact: true }).waitFor();
  await page.getByText('no company has this keyword', { exact: true }).waitFor();
  await card.getByRole('link', { name: /[1-9]\d* compan(y matches|ies match)/ }).waitFor();
  await card.getByRole('link', { name: /match/ }).click();
  await page.waitForURL(/filters=/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Name of the feed').fill('Car makers');
  await page.getByRole('button', { name: 'Save as feed' }).click();
  await page.waitForURL(/feed=/);
  await show('/settings/icps');
  await page.getByText('Used by “Car makers”.').waitFor();
  await page.getByRole('button', { name: 'Delete Makers of cars' }).click();
  await page.getByRole('dialog').getByText('“Car makers” uses this profile').waitFor();
  await confirm('Delete');
  await page.getByText('is used by the custom feed "Car makers"').waitFor();
});

test('a persona can be created, edited and deleted', async () => {
  await show('/settings/personas');
  await page.getByRole('button', { name: 'New persona' }).click();
  await page.getByLabel('Name', { exact: true }).fill('IT decides');
  await page.getByRole('button', { name: 'Create persona' }).click();
  await page.getByText('Specify at least one of departments').waitFor();
  await group('Departments').getByLabel('Value').fill('IT');
  await page.getByRole('button', { name: 'Create persona' }).click();
  await page.getByRole('heading', { name: 'IT decides' }).waitFor();
  const card = page.getByRole('region', { name: 'IT decides' });
  await card.getByText(/^\d+ contacts? match(es)?$/).waitFor();
  await page.getByRole('button', { name: 'Edit IT decides' }).click();
  await group('Job titles').getByLabel('Value').fill('head of');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await card.getByText('head of', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete IT decides' }).click();
  await confirm('Delete');
  await card.waitFor({ state: 'detached' });
});

test('a file is previewed with its errors and imported, and its rejected lines can be downloaded', async () => {
  const lead = firstOf((await web.leads()).filter(({ domain, industry }) => domain !== null && industry !== null));
  await show('/settings/imports');
  const csv = [
    'domain,Firma,color,phone_numbers',
    `${lead.domain},,,+49 30 1234567`,
    'browser-import.com,Browser Import,red,',
    'no domain at all,Broken,blue,',
    ...Array.from({ length: 20 }, (_, index) => `browser-import-${index}.com,Company ${index},,`),
  ];
  await page.getByLabel('File contents').selectOption('companies');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) });
  await page.getByRole('button', { name: 'Check file' }).click();
  const card = page.getByRole('region', { name: 'mine.csv' });
  const start = card.getByRole('button', { name: 'Start import' });
  await card.getByLabel('Import without these columns').waitFor();
  assert.ok(await start.isDisabled());
  await card.getByLabel('Column firma').selectOption('name');
  await card.getByLabel('Save this mapping').fill('Ours');
  await card.getByLabel('Column color').selectOption('description');
  await card.getByRole('button', { name: 'Check again' }).click();
  await card.getByText('21 to add').waitFor();
  await card.getByText('red', { exact: true }).waitFor();
  await card.getByText('Map columns').waitFor();
  assert.equal(await card.getByLabel('Saved mapping').locator('option').last().textContent(), 'Ours');
  await card.getByLabel('Column color').selectOption('');
  await card.getByRole('button', { name: 'Check again' }).click();
  await card.getByText('red', { exact: true }).waitFor({ state: 'detached' });
  await card.getByRole('row', { name: /^4 .*rejected$/ }).waitFor();
  await card.getByRole('row', { name: /^domain must be a domain/ }).waitFor();
  await start.click();
  await card.getByText('21 added, 1 updated, 1 rejected').waitFor();
  await card.getByText('Done').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Download rejected lines' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'rejected-lines.csv');
  await card.getByRole('button', { name: 'Delete mine.csv' }).click();
  await confirm('Delete');
  await card.waitFor({ state: 'detached' });
  // A file of which nothing can be imported cannot be started.
  const rejected = { name: 'rejected.csv', mimeType: 'text/csv', buffer: Buffer.from('domain,name\nno domain at all,Broken') };
  await page.getByLabel('File', { exact: true }).setInputFiles(rejected);
  await page.getByRole('button', { name: 'Check file' }).click();
  const rejectedCard = page.getByRole('region', { name: 'rejected.csv' });
  assert.ok(await rejectedCard.getByRole('button', { name: 'Start import' }).isDisabled());
  await rejectedCard.getByRole('button', { name: 'Delete rejected.csv' }).click();
  await confirm('Delete');
  await rejectedCard.waitFor({ state: 'detached' });
  // Imported facts are distinguished from those known before.
  await show(`/companies/${lead.companyId}`);
  const fact = (name: string) => page.locator('[data-testid=fact]').filter({ has: page.locator('dt', { hasText: name }) });
  await fact('Phone').getByText('+49 30 1234567').waitFor();
  await fact('Phone')
    .getByText(/^Import, /)
    .waitFor();
  await fact('Industry')
    .getByText(/^Directory/)
    .waitFor();
  await fact('Name').getByTitle('From the directory included with Leadlight').waitFor();
});

test('an OAuth app is created, disabled and deleted; signed-in users are asked for consent without another sign-in', async () => {
  await show('/settings/applications');
  await page.getByLabel('Name', { exact: true }).fill('Agency');
  await page.getByLabel('Redirect URIs').fill(`${service.url}/healthz`);
  await page.getByLabel('All scopes').uncheck();
  await page.getByLabel('read companies').check();
  await page.getByRole('button', { name: 'Create application' }).click();
  const secret = required(await page.getByTestId('client-secret').textContent()).trim();
  assert.match(secret, /^lls_/);
  const clientId = required(/lla_[0-9a-f]+/.exec(required(await page.getByRole('region', { name: 'Agency' }).textContent())))[0];
  await page.reload();
  await page.getByRole('region', { name: 'Agency' }).getByText('read companies').waitFor();
  assert.ok(!(await page.content()).includes(secret), 'the secret is shown once');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: `${service.url}/healthz`,
    scope: 'companies:read',
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await page.goto(`${service.url}/oauth/authorize?${query}`);
  await page.getByRole('heading', { name: 'Agency wants access to your Leadlight account' }).waitFor();
  await page.getByText(`You are signed in as ${demo.email}`).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/healthz\?code=/);
  const stranger = await web.open();
  await stranger.goto(`${service.url}/oauth/authorize?${query}`);
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
  const fonts = () => document.fonts.ready.then((all) => [...all].map(({ family, status }) => `${family} ${status}`));
  assert.deepEqual(await stranger.evaluate(fonts), ['Inter Variable loaded'], 'the typeface of the application');
  const german = await web.open({ locale: 'de-AT' });
  await german.goto(`${service.url}/oauth/authorize?${query}`);
  await german.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await german.getByLabel('E-Mail').fill(demo.email);
  await german.getByLabel('Passwort').fill('a wrong password');
  await german.getByRole('button', { name: 'Anmelden' }).click();
  await german.getByRole('alert').getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor();
  await german.getByLabel('Passwort').fill(demo.password);
  await german.getByRole('button', { name: 'Anmelden' }).click();
  await german.getByRole('heading', { name: 'Agency möchte auf Ihr Leadlight-Konto zugreifen' }).waitFor();
  await german.getByText('Unternehmen und ihre Signale ansehen und suchen').waitFor();
  await german.getByRole('button', { name: 'Abbrechen' }).click();
  await german.waitForURL(/\/healthz\?error=access_denied/);
  await show('/settings/applications');
  await page.getByRole('button', { name: 'Edit Agency' }).click();
  const form = page.getByRole('form', { name: 'Edit Agency' });
  await form.getByLabel('New name').fill('Our agency');
  await form.getByLabel('Redirect URIs').fill('not an address');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('"not an address" is not a valid redirect URI').waitFor();
  await form.getByLabel('Redirect URIs').fill('https://agency.example/back');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page
    .getByRole('region', { name: 'Our agency' })
    .getByRole('definition')
    .filter({ hasText: 'https://agency.example/back' })
    .waitFor();
  assert.equal(required(await stranger.goto(`${service.url}/oauth/authorize?${query}`)).status(), 400, 'the old redirect URI is rejected');
  await page.getByRole('button', { name: 'New secret for Our agency' }).click();
  await confirm('Create secret');
  const renewed = required(await page.getByTestId('client-secret').textContent()).trim();
  assert.match(renewed, /^lls_/);
  assert.notEqual(renewed, secret);
  await page.getByRole('button', { name: 'Edit Our agency' }).click();
  await page.getByLabel('New name').fill('Agency');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Disable Agency' }).click();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete Agency' }).click();
  await confirm('Delete');
  await page.getByText('No applications yet.').waitFor();
});

test('usage, credits and the ledger show requests and charges', async () => {
  const charge = { kind: 'company' as const, recordIds: ['1001'], operation: 'getCompany', requestId: service.ctx.ids.uuid() };
  // Charges and usage are counted by month, which must not end in between.
  const now = new Date();
  service.clock.set(now);
  after(() => service.clock.resume());
  await revealRecords(service.ctx, { id: demo.accountId, monthlyCredits: 1000 }, charge);
  const month = `${now.toISOString().slice(0, 7)}-01`;
  const usage = { account_id: demo.accountId, operation: 'getCompany', month, requests: 12, errors: 2, credits_charged: 1 };
  await service.ctx.db.insertInto('usage_counts').values(usage).execute();
  await show('/settings/usage');
  await page.getByRole('row', { name: /Get company 12 2 1$/ }).waitFor();
  const charged = page.getByRole('row', { name: /company Get company 1$/ });
  await charged.waitFor();
  assert.equal(await charged.getByRole('link').count(), 0, 'most charged companies have no page, because they did not visit');
  await page.locator('[data-testid=figure]', { hasText: 'Used' }).getByText('1', { exact: true }).waitFor();
});

test('an invitation can be sent again; an existing user signs in and joins', async () => {
  const guest = await service.newAccount({ name: 'Elsewhere' });
  await show('/settings/users');
  await page.getByLabel('E-mail').fill(guest.email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('E-mail is not configured on this server').waitFor();
  const first = required(await page.getByTestId('invitation-link').textContent()).trim();
  await page.getByRole('button', { name: `Send again to ${guest.email}` }).click();
  await page.waitForFunction((old) => document.querySelector('[data-testid="invitation-link"]')?.textContent?.trim() !== old, first);
  const second = required(await page.getByTestId('invitation-link').textContent()).trim();
  const other = await web.open();
  await other.goto(first);
  await other.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
  await other.goto('about:blank');
  await other.goto(second);
  // If there are several accounts and no mail server, the link works for existing users only.
  await other.getByText('No login yet? Ask the operator').waitFor();
  await other.getByLabel('Password').fill('correct horse battery');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByText(`You are signed in as ${guest.email}.`).waitFor();
  await other.getByRole('button', { name: 'Join' }).click();
  await other.locator('[data-testid=lead-name]').first().waitFor();
  await other.getByRole('button', { name: 'Lumenworks (demo)', exact: true }).click();
  await other.getByRole('menuitem', { name: 'Elsewhere' }).click();
  await other.getByRole('heading', { name: 'No leads yet' }).waitFor();
});

test('an invitation is revoked after confirmation, and its link stops working', async () => {
  await show('/settings/users');
  await page.getByLabel('E-mail').fill('declined@lumenworks.example');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const link = required(await page.getByTestId('invitation-link').textContent()).trim();
  const revoke = page.getByRole('button', { name: 'Revoke declined@lumenworks.example' });
  await revoke.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await revoke.click();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await revoke.waitFor({ state: 'detached' });
  const other = await web.open();
  await other.goto(link);
  await other.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
});

test('the application is in German for a user who selects it, and in the language of the browser for others or if German fails to load', async () => {
  const person = await addUser(web, demo, 'member', 'Jana');
  const english = await web.open();
  await signIn(english, web, person, '/settings/profile');
  await english.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await english.getByLabel('First name').fill('Johanna');
  await english.getByRole('button', { name: 'Save' }).click();
  await english.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
  await english.waitForFunction(() => document.title === 'Profil · Leadlight');
  await english.getByRole('button', { name: 'Johanna member' }).waitFor();
  assert.equal(await english.locator('html').getAttribute('lang'), 'de');
  await english.getByRole('link', { name: 'Alle Leads' }).click();
  const total = (await web.leads()).length;
  await english.getByText(`${total} Unternehmen`, { exact: true }).waitFor();
  await english.getByRole('columnheader', { name: 'Branche' }).waitFor();
  await english.goto(`${service.url}/settings/sessions`);
  await english.getByLabel('Aktuelles Passwort').fill('not the password');
  await english.getByLabel('Neues Passwort').fill('another good password');
  await english.getByRole('button', { name: 'Passwort ändern' }).click();
  await english.getByText('Das ist nicht Ihr aktuelles Passwort.', { exact: true }).waitFor();
  const elsewhere = await web.open();
  await elsewhere.route(/\/de-[^/]*\.js$/, (route) => route.abort());
  await elsewhere.goto(`${service.url}/dashboard`);
  await fillSignIn(elsewhere, person);
  await elsewhere.getByText('Visits by day').first().waitFor();
  await elsewhere.unroute(/\/de-[^/]*\.js$/);
  await elsewhere.reload();
  await elsewhere.getByText('Besuche nach Tag').first().waitFor();
  const german = await web.open({ locale: 'de-AT' });
  await german.goto(service.url);
  await german.getByRole('heading', { name: 'Anmelden' }).waitFor();
  const scripts = await german.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.ok(
    scripts.some((name) => /\/de-[^/]*\.js$/.test(name)),
    'the German texts are a separate script',
  );
  await show('/settings/profile', { isFresh: true });
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.ok(!loaded.some((name) => /\/de-[^/]*\.js$/.test(name)), 'the German texts are not loaded in English');
});

test('changing the password ends the other sessions', async () => {
  const person = await addUser(web, demo, 'member');
  const [desk, phone] = [await web.open(), await web.open()];
  await signIn(desk, web, person, '/settings/sessions');
  await signIn(phone, web, person);
  await desk.getByLabel('Current password').fill('not the password');
  await desk.getByLabel('New password').fill('a brand new password');
  await desk.getByRole('button', { name: 'Change password' }).click();
  await desk.getByText('This is not your current password.').waitFor();
  await desk.getByLabel('Current password').fill('correct horse battery');
  await desk.getByRole('button', { name: 'Change password' }).click();
  await desk.getByText('Password changed.').waitFor();
  await phone.getByRole('link', { name: 'Live' }).click();
  await phone.getByRole('heading', { name: 'Sign in' }).waitFor();
  await fillSignIn(phone, { ...person, password: 'a brand new password' });
  await phone.getByRole('heading', { name: 'Live' }).waitFor();
});

test('an automation shows its preview before it is saved, and can be turned off and deleted; the bell shows mentions', async () => {
  const colleague = new BrowserSession(service);
  await colleague.signIn((await addUser(web, demo, 'member', 'Nina')).email);
  const { companyId, name } = firstOf(await web.leads());
  await colleague.send('POST', `/accounts/${demo.accountId}/companies/${companyId}/notes`, { body: `@${demo.email} can you call them?` });
  await show('/settings/automations');
  await page.getByRole('button', { name: 'New automation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('automation-preview').getByText('in the last 30 days').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Tell me');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one action.').waitFor();
  await dialog.getByLabel('Assign', { exact: true }).selectOption({ index: 1 });
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('region', { name: 'Tell me' });
  await card.getByText('Assign to').waitFor();
  await card.getByRole('button', { name: 'Activity log' }).click();
  await card.getByText('The automation has not acted on any company yet.').waitFor();
  const { ctx } = service;
  const { id } = await ctx.db.selectFrom('automations').select('id').where('name', '=', 'Tell me').executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('automation_leads')
    .values({ account_id: demo.accountId, automation_id: id, company_id: companyId, seen_at: ctx.clock.now(), actions: ['assign'] })
    .onConflict((conflict) => conflict.columns(['account_id', 'automation_id', 'company_id']).doUpdateSet({ actions: ['assign'] }))
    .execute();
  await show('/settings/automations', { isFresh: true });
  await card.getByRole('button', { name: 'Activity log' }).click();
  await card.getByRole('link', { name, exact: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await ctx.db.updateTable('automations').set({ actions: sql`actions || '{"assigneeId": "999"}'` }).where('id', '=', id).execute();
  await show('/settings/automations', { isFresh: true });
  await card.getByText('former user').waitFor();
  await card.getByRole('button', { name: 'Edit Tell me' }).click();
  await dialog.getByLabel('Dana Demo', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await card.getByLabel('On', { exact: true }).uncheck();
  await card.getByRole('button', { name: 'Delete Tell me' }).click();
  await confirm('Delete');
  await page.getByText('No automations yet.').waitFor();
  await page.getByRole('button', { name: 'Notifications 1 new' }).click();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('menuitem', { name: `Nina member mentioned you in a note on ${name}: @Dana Demo can you call them?` }).click();
  await page.waitForURL(new RegExp(`/companies/${companyId}$`));
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});

test('a user turns two-factor authentication on and signs in with a code or a recovery code', async () => {
  const person = await addUser(web, demo, 'member', 'Totp');
  const desk = await web.open();
  await signIn(desk, web, person, '/settings/sessions');
  await desk.getByLabel('Your password').fill('correct horse battery');
  await desk.getByRole('button', { name: 'Set up' }).click();
  await desk.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  assert.deepEqual(await axeViolations(desk), []);
  const secret = decodeBase32(String(await desk.getByTestId('two-factor-secret').textContent()).trim());
  const code = (step: number) => totpCode(secret, stepAt(service.clock.now()) + step);
  service.clock.set(new Date());
  after(() => service.clock.resume());
  await desk.getByLabel('Code that the app shows').fill(code(0));
  await desk.getByRole('button', { name: 'Turn on' }).click();
  const recoveryCodes = String(await desk.getByTestId('recovery-codes').textContent())
    .trim()
    .split('\n');
  assert.equal(recoveryCodes.length, 10);
  assert.deepEqual(await axeViolations(desk), []);
  const phone = await web.open({ viewport: { width: 390, height: 844 } });
  await phone.goto(service.url);
  await phone.getByLabel('E-mail').fill(person.email);
  await phone.getByLabel('Password').fill('correct horse battery');
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await phone.getByLabel('Code', { exact: true }).fill(code(0));
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByText('This code is wrong or has already been used.').waitFor();
  assert.deepEqual(await axeViolations(phone), []);
  const title = 'This sign-in took too long. Start again.';
  await phone.route('**/second-factor', (route) => route.fulfill({ status: 401, json: { code: 'unauthorized', title } }), { times: 1 });
  await phone.getByLabel('Code', { exact: true }).fill(code(1));
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByText(title).waitFor();
  await phone.getByLabel('E-mail').fill(person.email);
  await phone.getByLabel('Password').fill('correct horse battery');
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await phone.getByLabel('Code', { exact: true }).fill(code(1));
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('heading', { name: 'Leads' }).waitFor();
  await phone.context().clearCookies();
  await phone.goto(service.url);
  await fillSignIn(phone, person);
  await phone.getByText('Lost your device? Enter a recovery code instead.').waitFor();
  await phone.getByLabel('Code', { exact: true }).fill(firstOf(recoveryCodes));
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('heading', { name: 'Leads' }).waitFor();
  await desk.reload();
  await desk.getByText('9 recovery codes are left.').waitFor();
  service.clock.resume();
});

test('after too many wrong passwords the page says how long to wait', async () => {
  const { email } = await service.newAccount();
  const guess = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a wrong guess' }),
  };
  // The limit refills over time, so the clock is stopped.
  service.clock.set(new Date());
  after(() => service.clock.resume());
  for (let index = 0; index < 10; index++) assert.equal((await fetch(`${service.url}/app/api/session`, guess)).status, 401);
  const guest = await web.open();
  await guest.goto(service.url);
  await fillSignIn(guest, { email });
  await guest
    .getByRole('alert')
    .getByText(/Too many attempts\. Try again in \d+ min\./)
    .waitFor();
});

test('the tracker check reports problems of a page', async () => {
  await show('/settings/tracker');
  await page.getByLabel('Address of a page with the snippet').fill('http://127.0.0.1:1/');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByTestId('findings').getByText('The page cannot be reached from this server.').waitFor();
  const german = await web.openSignedIn(demo, '/settings/tracker', { locale: 'de-DE' });
  await german.locator('input[name=url]').fill('http://127.0.0.1:1/');
  await german.locator('input[name=url]').press('Enter');
  await german.getByTestId('findings').getByText('Die Seite ist von diesem Server aus nicht erreichbar.').waitFor();
});

/** Returns a function that waits until the page has no pending requests to the app API, except for the live stream. */
function watchRequests(guest: Page): () => Promise<void> {
  const pending = new Set<Request>();
  guest.on('request', (request) => {
    if (request.url().includes('/app/api/') && !request.url().endsWith('/stream')) pending.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    guest.on(event as 'requestfinished', (request) => pending.delete(request));
  return async () => {
    const deadline = Date.now() + waitTimeoutMs;
    while (pending.size > 0) {
      assert.ok(Date.now() < deadline, 'the page gets its responses in time');
      await guest.waitForTimeout(50);
    }
  };
}

test('no settings page offers changes to a viewer', async () => {
  const viewer = await addUser(web, demo, 'viewer');
  const guest = await web.open();
  await signIn(guest, web, viewer, '/settings/tracker');
  const settle = watchRequests(guest);
  const links = guest.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await links.first().waitFor();
  const names = await links.allTextContents();
  assert.equal(names.length, 22);
  for (const name of names.filter((link) => !['Profile', 'Password and sessions'].includes(link))) {
    await guest.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();
    await guest.locator('[data-testid=settings-page] :is(h1, [role=alert])').first().waitFor();
    await settle();
    const usable = await guest
      .locator('[data-testid=settings-page] :is(input, textarea, select, button):not(:disabled)')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label') ?? part.textContent ?? ''));
    const harmless = /^(Copy|Activity log|Alerts for|Months shown|Try again|Newest|Older)/;
    assert.deepEqual(
      usable.filter((label) => !harmless.test(label)),
      [],
      name,
    );
  }
});
