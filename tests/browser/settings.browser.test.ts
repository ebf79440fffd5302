import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Route } from 'playwright-core';
import { createToken } from '../../server/src/domain/auth/api-tokens.ts';
import { listOauthConsents } from '../../server/src/domain/auth/list-oauth-consents.ts';
import { createOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { saveOauthRecord } from '../../server/src/domain/auth/oauth-records.ts';
import { getUserByEmail } from '../../server/src/domain/users/get-user-by-email.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { axeViolations } from './axe-violations.ts';
import { openSharedPage } from './shared-page.ts';
import { addresses, addUser, fillSignIn, sendVisit, signIn, startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo } = web;
const { page, show } = await openSharedPage(web);

test('a key and a token are shown once and work; a revoked token is rejected', async () => {
  await show('/settings/keys');
  await page.getByLabel('Name of the new token').fill('Reports');
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = required(await page.getByTestId('new-token').textContent());
  const getAccountsWithToken = () => fetch(`${service.url}/accounts`, { headers: { authorization: `Token token=${token}` } });
  assert.equal((await getAccountsWithToken()).status, 200);
  await page.getByLabel('Name of the new key').fill('Warehouse');
  await page.getByLabel('Expires after').fill('2099-12-31');
  await page.getByLabel('Requests per second').fill('5');
  await page.getByLabel('Requests per month').fill('1000');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = required(await page.getByTestId('new-key').textContent());
  const getAccountsWithKey = () => fetch(`${service.url}/v1/accounts`, { headers: { 'x-api-key': key } });
  assert.equal((await getAccountsWithKey()).status, 200);
  await page.reload();
  await page.getByRole('cell', { name: /^Reports/ }).waitFor();
  await page.getByRole('cell', { name: /^Warehouse.*5 requests\/s · 1,000 requests\/month · until 31 Dec 2099/ }).waitFor();
  assert.ok(!(await page.content()).includes(token));
  assert.ok(!(await page.content()).includes(key));
  await page.getByRole('button', { name: 'Revoke Reports' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('cell', { name: /^Reports/ }).waitFor({ state: 'detached' });
  assert.equal((await getAccountsWithToken()).status, 401);
});

test('a user can be invited, join through the link and change role', async () => {
  await show('/settings/users');
  await page.getByLabel('E-mail').fill('grace@lumenworks.example');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const link = required(await page.getByTestId('invitation-link').textContent());
  await page.getByText('Invitation valid until').waitFor();
  const guest = await web.open();
  await guest.goto(link.trim());
  await guest.getByRole('heading', { name: 'Join Lumenworks (demo)' }).waitFor();
  await guest.getByLabel('First name').fill('Grace');
  await guest.clock.install();
  await guest.clock.fastForward('01:00');
  const reopened: string[] = [];
  guest.on('request', (request) => request.url().endsWith('/invitations/open') && reopened.push(request.url()));
  await guest.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  assert.deepEqual(reopened, [], 'a link is not checked again while the form is filled in');
  await guest.getByLabel('Last name').fill('Hopper');
  await guest.getByLabel('Set a password').fill('nanoseconds are long');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.locator('[data-testid=lead-name]').first().waitFor();
  await guest.goto(link.trim());
  await guest.reload();
  await guest.getByText('expired or was used').waitFor();
  await guest.goto(`${service.url}/leads`);
  await guest.locator('[data-testid=lead-name]').first().waitFor();
  assert.equal(await guest.getByLabel('Select all visible leads').count(), 0, 'a viewer cannot select leads');
  await page.reload();
  await page.getByLabel('Role of Grace Hopper').selectOption('member');
  // A changed role takes effect without a reload.
  await guest.getByLabel('Select all visible leads').waitFor();
});

test('a created goal appears in the visits that reach it', async () => {
  await show('/settings/goals');
  await page.getByLabel('Name', { exact: true }).fill('Wants to work here');
  const text = page.getByLabel('Text to match');
  await text.fill('   ');
  await page.getByRole('button', { name: 'Add goal' }).click();
  await page.getByText('A goal needs something to match').waitFor();
  assert.equal(await text.getAttribute('aria-invalid'), 'true');
  await text.fill('/ask-demo');
  await page.getByRole('button', { name: 'Add goal' }).click();
  await page.getByRole('cell', { name: 'Wants to work here', exact: true }).waitFor();
  await sendVisit(web, demo, { address: addresses.bayer, paths: ['/', '/ask-demo'] });
  await page.getByRole('row', { name: /Wants to work here.* 1/ }).waitFor();
  await show('/leads?q=bayer');
  await page.getByRole('link', { name: 'Bayer', exact: true }).click();
  await page.locator('[data-testid=visit]').getByText('Wants to work here').first().waitFor();
});

test('goals, tags, lists, custom fields and keys can be edited inline', async () => {
  const change = async (name: string, fill: (form: Locator) => Promise<unknown>) => {
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    const form = page.getByRole('form', { name: `Edit ${name}`, exact: true });
    await fill(form);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
  };
  await show('/settings/goals');
  await change('Viewed pricing', async (form) => {
    await form.getByLabel('Name', { exact: true }).fill('Saw the prices');
    await form.getByLabel('Value').fill('35');
    await form.getByLabel('Text').fill('/pricing/all');
  });
  await page.getByRole('row', { name: /Saw the prices A page is viewed: \/pricing\/all 35 0/ }).waitFor();
  await page.route('**/goals/*', (route) => route.fulfill({ status: 409, json: { code: 'conflict', title: 'Not now.' } }));
  await page.getByRole('button', { name: 'Edit Saw the prices' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Not now.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Edit Saw the prices' }).click();
  assert.equal(await page.getByText('Not now.').count(), 0, 'the form does not start with the error of the previous attempt');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Turn off Used the calculator' }).click();
  await page.getByRole('row', { name: /Used the calculator Off/ }).waitFor();
  await show('/settings/tags');
  await change('Customer', async (form) => {
    await form.getByLabel('New name').fill('Hot');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('A tag named "Hot" already exists.').waitFor();
    await form.getByLabel('New name').fill('Client');
    await form.getByLabel('pink').check();
  });
  await page.locator('[data-testid=tag]', { hasText: 'Client' }).locator('[data-color="9"]').waitFor();
  await show('/lists');
  await change('Call this week', (form) => form.getByLabel('New name').fill('Call today'));
  await page.getByRole('link', { name: 'Call today' }).waitFor();
  await show('/settings/fields');
  await change('Plants', async (form) => {
    await form.getByLabel('New name').fill('Factories');
    await form.getByLabel('Description').fill('Sites where something is made');
  });
  await page.getByText('Sites where something is made').waitFor();
  await show('/settings/keys');
  await change('Demo key', (form) => form.getByLabel('New name').fill('Warehouse of data'));
  await page.getByRole('cell', { name: /^Warehouse of data/ }).waitFor();
  await page.getByRole('button', { name: 'Edit Demo token' }).click();
  await page.getByLabel('New name').press('Escape');
  await page.getByRole('cell', { name: /^Demo token/ }).waitFor();
});

test('consent and exclusion settings are saved without overwriting those of others, and take effect', async () => {
  await show('/settings/privacy');
  await page.getByLabel('How visitors are recognized').selectOption('consent_required');
  await page.getByRole('button', { name: 'Save cookie settings' }).click();
  await page.getByText('Saved.').waitFor();
  await show('/settings/traffic');
  const hintId = await page.getByLabel('Excluded paths').getAttribute('aria-describedby');
  await page.locator(`[id="${hintId}"]`).getByText('Paths such as /intranet').waitFor();
  await page.getByLabel('Excluded paths').fill('/wiki');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const owner = new BrowserSession(service);
  await owner.signIn(demo.email, demo.password);
  const changed = await owner.send('PATCH', `/accounts/${demo.accountId}/settings`, { processing: { excluded_paths: ['/intranet'] } });
  assert.equal(changed.status, 200);
  const countries = page.getByRole('group', { name: 'Excluded countries' });
  await countries.getByLabel('Value').fill('Iceland');
  await countries.getByRole('button', { name: 'Remove Iceland' }).waitFor();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved;
  await page.reload();
  await countries.getByText('Iceland').waitFor();
  const paths = page.getByLabel('Excluded paths');
  assert.equal(await paths.inputValue(), '/intranet');
  await paths.fill('/intranet\n\n/wiki');
  assert.equal(await paths.inputValue(), '/intranet\n\n/wiki', 'an empty line can be typed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await owner.send('PATCH', `/accounts/${demo.accountId}/settings`, { processing: { excluded_paths: ['/intranet', '/archive'] } });
  // The page of another user shows the new lines when it refetches the settings.
  await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value === '/intranet\n/archive'));
  await sendVisit(web, demo, { address: addresses.audi, paths: ['/intranet/wiki'] });
  await show('/dashboard/data');
  await page.getByRole('row', { name: 'the page is excluded in the settings 1' }).waitFor();
  const { cookie_consent } = await service.ctx.db
    .selectFrom('accounts')
    .select('cookie_consent')
    .where('id', '=', demo.accountId)
    .executeTakeFirstOrThrow();
  assert.equal((cookie_consent as { mode: string }).mode, 'consent_required');
});

test('the logo, color and time zone of an account can be changed; invalid values are rejected', async () => {
  await show('/settings/account');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const branding = page.getByRole('region', { name: 'Branding' });
  await branding
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await branding.getByRole('alert').getByText('A logo is a PNG, JPEG or WebP').waitFor();
  const buffer = Buffer.from(pixel, 'base64');
  await branding.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await branding.getByRole('img', { name: /^Logo of / }).waitFor();
  await branding.getByLabel('Color').fill('#aa3300');
  await branding.getByLabel('Color').blur();
  await branding.getByRole('button', { name: 'Use no color' }).waitFor();
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  assert.equal(await sidebar.evaluate((element) => getComputedStyle(element).borderTopColor), 'rgb(170, 51, 0)');
  assert.doesNotMatch((await sidebar.locator('img').first().getAttribute('src')) ?? '', /icon\.svg/);
  await branding.getByRole('button', { name: 'Remove logo' }).click();
  await branding.getByRole('button', { name: 'Use no color' }).click();
  await branding.getByRole('button', { name: 'Use no color' }).waitFor({ state: 'detached' });
  await sidebar.locator('img[src="/icon.svg"]').waitFor();
  await page.getByLabel('Time zone').fill('Europe/Atlantis');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is no time zone "Europe/Atlantis"').waitFor();
  // Without focus, the session is not polled, so the new name is shown only if saving refetches it.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByLabel('Time zone').fill('Europe/Helsinki');
  await page.getByLabel('Name', { exact: true }).fill('Lumenworks Oy');
  await page.getByRole('button', { name: 'Save' }).click();
  await sidebar.getByRole('button', { name: 'Lumenworks Oy' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Lumenworks (demo)');
  await page.getByRole('button', { name: 'Save' }).click();
  await sidebar.getByRole('button', { name: 'Lumenworks (demo)' }).waitFor();
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    dispatchEvent(new Event('visibilitychange'));
  });
  // Waits for the jobs that rebuild all rollups for the new time zone.
  const dueJobQuery = 'select 1 from graphile_worker._private_jobs where locked_at is not null or run_at <= now() limit 1';
  while ((await service.connection.pool.query(dueJobQuery)).rowCount) await page.waitForTimeout(100);
});

test('the dashboard can be printed, annotated, shared and compared, and links to leads; the data page shows the outcome of events', async () => {
  await show('/dashboard');
  await page.getByText('google · organic').waitFor();
  await page.getByRole('img', { name: /Visits by day/ }).waitFor();
  await page.getByRole('group', { name: /Visits by place/ }).waitFor();
  await page.getByText('autumn-energy').first().waitFor();
  const figures = await page.locator('[data-testid=figure]').allInnerTexts();
  const companies = (await web.leads()).length;
  assert.match(itemAt(figures, 2), new RegExp(`Companies\\s+${companies}`));
  const rightEdges = await page
    .locator('section section', { has: page.getByRole('heading', { name: 'Countries' }) })
    .evaluate((card) =>
      [...card.querySelectorAll('[data-testid=breakdown-row], :has(+ ol)')].map((line) =>
        [...line.children].slice(-2).map((cell) => Math.round(cell.getBoundingClientRect().right)),
      ),
    );
  assert.ok(rightEdges.length > 2 && new Set(rightEdges.map(String)).size === 1, 'the headings are above their numbers');
  assert.equal(await page.getByTestId('dashed').count(), 1, 'the legend shows the dashed line');
  await page.emulateMedia({ media: 'print' });
  const { name } = await service.ctx.db.selectFrom('accounts').select('name').where('id', '=', demo.accountId).executeTakeFirstOrThrow();
  const title = page.locator('main header').first();
  await title.getByText(name, { exact: true }).waitFor();
  await title.getByText(/ – \d+ \w+ 2\d{3} · Europe/).waitFor();
  assert.equal(await page.locator('main :is(header button, select, input):visible').count(), 0, 'no controls');
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: /google · organic/ }).click();
  await page.getByRole('button', { name: 'No campaign' }).click();
  await page.getByText(/google · organic › No campaign · Pages/).waitFor();
  await page.getByRole('button', { name: 'Add annotation' }).click();
  await page.getByLabel('What happened').fill('New prices');
  await page.mouse.click(5, 5);
  assert.equal(await page.getByLabel('What happened').inputValue(), 'New prices', 'a click outside does not discard the form');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByTestId('annotations').getByText('New prices').waitFor();
  await page.getByTestId('funnel').getByText('All visits').waitFor();
  await page.getByRole('button', { name: 'Share dashboard' }).click();
  await page.getByLabel('Name of the link').fill('Board');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByTestId('dashboard-links').getByText('Board').waitFor();
  assert.equal(await page.getByLabel('Name of the link').inputValue(), '', 'another link needs another name');
  const reader = await web.open();
  await reader.goto(((await page.getByTestId('dashboard-link').textContent()) ?? '').replace(/^.*\/shared/, `${service.url}/shared`));
  await reader.getByRole('heading', { name: /Board$/ }).waitFor();
  assert.equal((await reader.getByTestId('figure').allInnerTexts())[2], figures[2]);
  assert.equal(await reader.getByRole('link', { name: /Companies/ }).count(), 0, 'the figures do not link to the companies');
  assert.deepEqual(await axeViolations(reader), []);
  await reader.evaluate(() => location.assign('#lld_unknown'));
  await reader.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await reader.goBack();
  await reader.getByRole('heading', { name: /Board$/ }).waitFor();
  await page.getByRole('button', { name: 'Delete Board' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByTestId('dashboard-links').waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('dashboard-link').count(), 0, 'a deleted link cannot be copied');
  await reader.reload();
  await reader.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await reader.close();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Compare: / }).click();
  await page.getByRole('menuitem', { name: 'Other days…' }).click();
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2025-12-31');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.locator('input[name=to]:invalid').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2026-01-01');
  await page.getByLabel('To', { exact: true }).fill('2026-01-07');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: /^Compare: 1\D+7 Jan 2026/ }).waitFor();
  await page
    .getByRole('link', { name: /: All \d+, From companies \d+/ })
    .last()
    .click();
  await page.getByText('Visits by hour').first().waitFor();
  await page
    .getByRole('link', { name: /: All \d+, From companies \d+.*\. Opens the leads of the whole day$/ })
    .last()
    .hover();
  await page.getByText('Opens the leads of the whole day', { exact: true }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: /^Page views: / }).click();
  await page.waitForURL(/\/leads\?range=30d&sort=page_views/);
  await page.goBack();
  await page
    .getByRole('link', { name: /^autumn-energy/ })
    .last()
    .click();
  await page.getByRole('group', { name: 'Filters' }).getByText('Campaign is autumn-energy').waitFor();
  await page.goBack();
  const points = page.getByRole('link', { name: /^\d.*: autumn-energy [1-9]/ });
  await points.last().click();
  await page.getByRole('group', { name: 'Filters' }).getByText('Campaign is autumn-energy').waitFor();
  const listQuery = new URL(page.url()).searchParams;
  assert.equal(listQuery.get('from'), listQuery.get('to'), 'the list covers only the day of the point');
  await page.goBack();
  const stops = page.locator('figure', { has: points.first() }).locator('a[tabindex="0"]');
  assert.equal(await stops.count(), 1, 'the chart is one tab stop');
  assert.deepEqual(await axeViolations(page), []);
  const first = await stops.getAttribute('href');
  await stops.focus();
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await stops.getAttribute('href'), first);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/leads\?from=/);
  await page.goBack();
  await page.getByRole('link', { name: 'Data flow' }).click();
  await page.getByRole('heading', { name: 'Why events were dropped' }).waitFor();
  const flow = await page.locator('[data-testid=figure]').allInnerTexts();
  const numberIn = (words: string | undefined) => Number(/[\d,]+/.exec(words ?? '')?.[0].replace(',', ''));
  assert.equal(numberIn(flow[0]), numberIn(flow[1]) + numberIn(flow[2]), 'received = stored + dropped');
  await page
    .getByRole('link', { name: /: Stored [\d,]+, Dropped [\d,]+$/ })
    .last()
    .click();
  await page.waitForURL(/\/dashboard\/data\?from=(.{10})&to=\1$/);
});

test('visitors on the site are shown live', async () => {
  await show('/live');
  await page.getByRole('status').getByText('on the site').waitFor();
  await sendVisit(web, demo, { address: addresses.sap, paths: ['/right-now'] });
  const row = page.getByRole('listitem').filter({ hasText: '/right-now' });
  await row.getByRole('button', { name: 'SAP' }).click();
  await page.getByRole('complementary', { name: 'Company' }).getByRole('heading', { name: 'SAP' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Hide On 1 selected company' }).waitFor();
  await page.keyboard.press('Escape');
  assert.ok(
    (await page
      .getByRole('group', { name: /^Visits by place/ })
      .getByRole('link')
      .count()) > 0,
    'the map links to the companies',
  );
  await page.getByRole('complementary', { name: 'Company' }).getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('complementary', { name: 'Company' }).getByRole('button', { name: 'Following' }).waitFor();
  await sendVisit(web, demo, { address: addresses.bayer, paths: ['/another'] });
  const other = page.getByRole('listitem').filter({ hasText: '/another' });
  await other.waitFor();
  await page.getByLabel('Filter by feed').selectOption({ label: 'Followed companies' });
  await page.waitForURL(/\/live\?feed=followed_companies$/);
  await other.waitFor({ state: 'detached' });
  await row.waitFor();
});

test('a visit without a company shows its pages and the reason, on the live page and in the data flow', async () => {
  await show('/live');
  await page.getByRole('status').getByText('on the site').waitFor();
  await sendVisit(web, demo, { address: '217.0.0.1', paths: ['/from-home'] });
  const row = page.getByRole('listitem').filter({ hasText: '/from-home' });
  await row.getByRole('button', { name: 'Home or ISP connection' }).click();
  const panel = page.getByRole('complementary', { name: 'Visit' });
  await panel.getByText('The address belongs to an internet provider').waitFor();
  await panel.getByText('/from-home').waitFor();
  const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'fault', title: 'A fault of the server.' } });
  const failed = page.waitForResponse((response) => /\/live\/[^/]+$/.test(response.url()) && response.status() === 500);
  await page.route(/\/live\/[^/]+$/, fail);
  await sendVisit(web, demo, { address: addresses.audi, paths: ['/meanwhile'] });
  await (await failed).finished();
  await page.getByRole('listitem').filter({ hasText: '/meanwhile' }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, 'the visit stays visible if a refetch fails');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  const entries = await page.evaluate(() => history.length);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => history.length), entries, 'Escape with nothing open adds no history entry');
  const current = page.locator('[data-current=true]');
  await page.keyboard.press('k');
  await current.filter({ hasNotText: '/from-home' }).waitFor();
  await page.keyboard.press('j');
  await current.filter({ hasText: '/from-home' }).waitFor();
  await page.keyboard.press('Enter');
  await panel.getByText('/from-home').waitFor();
  await page.keyboard.press('k');
  await panel.getByText('/from-home').waitFor({ state: 'detached' });
  await show('/dashboard/data');
  await page.getByRole('heading', { name: 'Why visits have no company' }).waitFor();
  await page.getByRole('row', { name: /Home or ISP connection/ }).waitFor();
});

test('a session can be ended from another device; its page then leads to sign-in and back', async () => {
  const person = await addUser(web, demo, 'admin');
  const phone = await web.open();
  await signIn(phone, web, person, '/live');
  await phone.getByRole('heading', { name: 'Live' }).waitFor();
  const desk = await web.openSignedIn(person, '/settings/sessions');
  await desk.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
  await desk.getByRole('button', { name: /^Sign out (?!everywhere)/ }).waitFor({ state: 'detached' });
  // Nobody touches the page: it notices by itself.
  await phone.getByRole('heading', { name: 'Sign in' }).waitFor();
  await phone.getByText('Sign in to open this page.').waitFor();
  await fillSignIn(phone, { ...person, password: 'not the password' });
  await phone.getByText('The e-mail or the password is wrong.').waitFor();
  await fillSignIn(phone, person);
  await phone.getByRole('heading', { name: 'Live' }).waitFor();
  assert.match(phone.url(), /\/live$/);
});

test('a user can see and revoke the access of third-party apps', async () => {
  const person = await addUser(web, demo, 'viewer');
  const { ctx } = service;
  const { id: userId } = await getUserByEmail(ctx, person.email);
  const newApp = { accountId: demo.accountId, name: 'Sync tool', redirectUris: ['https://app.example/callback'] };
  const { clientId } = await createOauthApp(ctx, newApp);
  const iat = Math.floor(Date.now() / 1000) - 86_400;
  const openid = { scope: 'companies:read custom_fields:write' };
  await saveOauthRecord(ctx, 'Grant', 'grant', { jti: 'grant', accountId: userId, clientId, iat, openid }, 86_400);
  const desk = await web.openSignedIn(person, '/settings/consents');
  const row = desk.getByRole('row', { name: /Sync tool/ });
  await row.getByText('read companies, change custom fields').waitFor();
  await row.getByText('Never').waitFor();
  await row.getByRole('button', { name: 'Revoke access Sync tool' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Revoke access', exact: true }).click();
  await desk.getByText('Sync tool no longer has access.').waitFor();
  await desk.getByText('No third-party app has access.').waitFor();
  assert.deepEqual(await listOauthConsents(ctx, userId), []);
});

test('the theme is that of the system unless the user selected one, and print is always light', async () => {
  const guest = await web.open();
  await guest.goto(service.url);
  const [light, dark] = ['rgb(251, 251, 250)', 'rgb(18, 17, 21)'];
  const background = async (theme: 'light' | 'dark' | null, media: { colorScheme: 'light' | 'dark'; media?: 'print' }) => {
    await guest.emulateMedia({ media: null, ...media });
    return guest.evaluate((selected) => {
      if (selected === null) delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = selected;
      return getComputedStyle(document.body).backgroundColor;
    }, theme);
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    assert.equal(await background(null, { colorScheme }), colorScheme === 'dark' ? dark : light);
    assert.equal(await background('light', { colorScheme }), light);
    assert.equal(await background('dark', { colorScheme }), dark);
    for (const theme of ['light', 'dark', null] as const) assert.equal(await background(theme, { colorScheme, media: 'print' }), light);
  }
});

test('an unknown URL, an unknown company and malformed filters show a message', async () => {
  await show('/no/such/page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await show('/companies/999999999');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  for (const filters of ['{broken', '{"all":[{"field":"domain"}]}', '{"all":[5]}']) {
    await show(`/leads?filters=${encodeURIComponent(filters)}`, { isFresh: true });
    await page.getByRole('alert').waitFor();
  }
  await show('/leads?filters=%7Bbroken');
  await page.getByText('The filters are not well-formed.').waitFor();
});

test('tokens of another user are not shown', async () => {
  const other = await service.newAccount();
  await createToken(service.ctx, { email: other.email, name: 'Of somebody else' });
  await show('/settings/keys', { isFresh: true });
  await page.getByLabel('Name of the new token').waitFor();
  assert.equal(await page.getByText('Of somebody else').count(), 0);
});

test('the owner can search and filter the audit log', async () => {
  await show('/settings/audit');
  await page.getByRole('cell', { name: 'goal created' }).first().waitFor();
  await page
    .getByText(/^Condition: .*Comparison contains/)
    .first()
    .waitFor();
  // A record without a name, such as an export, is not shown with its id.
  const details = await page.locator('main tbody td:last-child li').allTextContents();
  assert.ok(details.length > 20);
  assert.deepEqual(
    details.filter((line) => !line.includes('@') && /[\da-f]{8}-[\da-f]{4}-|\b\d{5,}\b|: –$/.test(line)),
    [],
  );
  await page.getByLabel('Search', { exact: true }).fill('no entry has these words');
  await page.getByText('Nothing found.').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('cell', { name: 'goal created' }).first().waitFor();
  await page.getByLabel('Show').selectOption('token');
  await page.getByRole('cell', { name: 'goal created' }).first().waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /token revoked/ })
    .first()
    .getByText(demo.email)
    .waitFor();
});
