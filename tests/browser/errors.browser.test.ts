import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { until } from '../kit/events.ts';
import { axeViolations } from './axe-violations.ts';
import { openSharedPage } from './shared-page.ts';
import { addresses, addUser, fillSignIn, rowOf, sendVisit, startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo, openSignedIn } = web;
const latest = await web.latestLead();
const { show } = await openSharedPage(web);

test('a lost connection is reported, loaded data stays visible, and the page recovers when the connection is back', async () => {
  const page = await openSignedIn(demo);
  await rowOf(page, latest.name).first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await page.getByText('Check your connection').first().waitFor();
  await page.getByRole('link', { name: 'All leads' }).click();
  await rowOf(page, latest.name).first().waitFor();
  await page.getByText('The data may be out of date').waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Visits by day').first().waitFor();
});

test('live updates resume after the server has responded with an error', async () => {
  const page = await openSignedIn(demo);
  const notice = page.getByText('The data may be out of date');
  await rowOf(page, latest.name).first().waitFor();
  await page.context().setOffline(true);
  await notice.waitFor();
  await page.route('**/stream', (route) => route.fulfill({ status: 503 }), { times: 1 });
  const refused = page.waitForResponse('**/stream');
  await page.context().setOffline(false);
  assert.equal((await refused).status(), 503);
  await notice.waitFor({ state: 'detached' });
});

test('if the application or its texts fail to load, the page says so and can be reloaded', async () => {
  for (const [script, locale, message, reload] of [
    [/\/main-[^/]*\.js$/, 'en-US', 'Leadlight could not be loaded.', 'Reload'],
    [/\/de-[^/]*\.js$/, 'de-DE', 'Leadlight konnte nicht geladen werden.', 'Neu laden'],
  ] as const) {
    const page = await web.open({ locale });
    await page.route(script, (route) => route.abort());
    await page.goto(service.url);
    await page.getByRole('alert').getByText(message).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.unroute(script);
    await page.getByRole('button', { name: reload }).click();
    await page.getByRole('heading', { name: locale === 'en-US' ? 'Sign in' : 'Anmelden' }).waitFor();
    await page.close();
  }
});

test('a page says which part of its data could not be loaded, and loads it again on request', async () => {
  const page = await show();
  const failing = async (path: string, url: string) => {
    await page.route(url, (route) => route.fulfill({ status: 500, json: { code: 'fault', title: 'A fault of the server.' } }));
    await show(path, { isFresh: true });
    await page.getByRole('alert').getByText('A fault of the server.').waitFor();
    const again = page.waitForRequest(url);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await again;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.locator('main').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  };
  await failing('/settings/corrections', '**/app/api/**/corrections');
  await failing('/settings/automations', '**/app/api/**/automations');
  await failing('/dashboard', '**/breakdowns?*');
  await page.getByText('Visitor locations').waitFor();
  await failing('/dashboard', '**/funnel?*');
  await failing('/start', '**/checklist');
  await failing(`/companies/${latest.companyId}`, '**/emails');
  await failing(`/companies/${latest.companyId}`, '**/insights');
  await page.getByText('Financials').waitFor();
});

test('the draft of a note is kept if signing out fails', async () => {
  const page = await openSignedIn(demo, `/companies/${latest.companyId}`);
  await page.getByLabel('Write a note').fill('Not sent yet');
  await page.route('**/app/api/session', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('The server cannot be reached. Check your connection, then try again.').waitFor();
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value === 'Not sent yet'));
});

test('while the code of a page loads, a skeleton of its size is shown', async () => {
  const page = await openSignedIn(demo);
  await rowOf(page, latest.name).first().waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/campaigns-page-*.js', (route) => held.promise.then(() => route.continue()));
  await page.getByRole('link', { name: 'Campaigns' }).click();
  const box = await page.getByTestId('skeleton').first().boundingBox();
  assert.ok(box && box.width > 500, `${box?.width} pixels wide`);
  held.resolve();
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
});

test('while the live view loads, it shows a skeleton', async () => {
  const page = await show();
  const held = Promise.withResolvers<void>();
  await page.route('**/live', (route) => held.promise.then(() => route.continue()));
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByTestId('skeleton').first().waitFor();
  held.resolve();
  await page.getByTestId('skeleton').first().waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a change after the session has ended leads to sign-in and back to the same page', async () => {
  const member = await addUser(web, demo, 'member');
  const { companyId, name, domain } = latest;
  const page = await openSignedIn(member, `/leads?q=${domain}&company=${companyId}`);
  // Ends the session right before the change arrives, and only once, so that the next session stays valid.
  const deleteSession = async (route: Route) => {
    await service.ctx.db.deleteFrom('sessions').where('user_id', '!=', demo.userId).execute();
    await route.continue();
  };
  await page.route('**/leads', deleteSession, { times: 1 });
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Sign in to open this page.').waitFor();
  await fillSignIn(page, member);
  await page.getByRole('complementary', { name: 'Company' }).getByRole('heading', { name, exact: true }).waitFor();
  assert.ok(page.url().endsWith(`/leads?q=${domain}&company=${companyId}`), page.url());
});

test('late 401s of an ended session do not end the next one', async () => {
  const member = await addUser(web, demo, 'member', 'Ines');
  const page = await openSignedIn(member, `/leads?company=${latest.companyId}`);
  const held: Route[] = [];
  const hold = async (path: string, send: () => Promise<unknown>) => {
    const count = held.length;
    await page.route(path, (route) => void held.push(route), { times: 1 });
    await send();
    await until(async () => held.length > count);
  };
  await hold('**/leads', () => page.getByRole('button', { name: 'Follow' }).click());
  await hold('**/app/api/session', () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))));
  await service.ctx.db.deleteFrom('sessions').where('user_id', '!=', demo.userId).execute();
  // The visit makes the list reload, and the server rejects that request.
  await sendVisit(web, demo, { address: addresses.audi, paths: ['/ended'] });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await fillSignIn(page, member);
  await rowOf(page, latest.name).first().waitFor();
  // The page would soon find the next session again, so it is watched all the time.
  await page.evaluate(() => {
    const showsSignIn = () => [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === 'Sign in');
    new MutationObserver(() => {
      if (showsSignIn()) document.documentElement.dataset.hasEnded = 'true';
    }).observe(document.body, { childList: true, subtree: true });
  });
  for (const route of held) {
    const body = JSON.stringify({ code: 'unauthenticated', title: 'The session has ended.' });
    // A request that the page has given up on gets no response.
    await route.fulfill({ status: 401, contentType: 'application/json', body }).catch(() => {});
  }
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('Visits by day').first().waitFor();
  assert.equal(await page.locator('html').getAttribute('data-has-ended'), null);
});

test('pages of an account without data say what to do', async () => {
  const empty = await service.newAccount();
  const page = await openSignedIn(empty);
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  const box = await page.getByTestId('empty-state').boundingBox();
  assert.ok(box && box.height < 300 && box.width <= 440, `not stretched over the page: ${JSON.stringify(box)}`);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'check the tracker' }).waitFor();
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByRole('heading', { name: 'Nobody was on the site in the last 30 minutes' }).waitFor();
  await page.getByRole('link', { name: 'Exports' }).click();
  await page.getByRole('heading', { name: 'No exports yet' }).waitFor();
  await page.getByRole('link', { name: 'Go to leads' }).click();
  await page.getByRole('link', { name: 'Install the tracker' }).click();
  await page.locator('[data-status=not_installed]').waitFor();
});

test('a page that requires another role says whom to ask', async () => {
  const viewer = await addUser(web, demo, 'viewer');
  const page = await openSignedIn(viewer, '/settings/keys');
  await page.getByRole('heading', { name: 'You cannot open this page' }).waitFor();
  await page.getByText('Only owners and admins can do this').waitFor();
  assert.equal(await page.getByText('Ask an account owner to change your role.').count(), 1);
  await page.goto(`${service.url}/inbox?section=assigned`);
  await page.getByText('Leads that colleagues or automations assign to you appear here.').waitFor();
});

test('a period that is too long for the charts can be replaced, and the date picker does not offer it', async () => {
  const page = await show('/dashboard?from=2020-01-01&to=2026-06-30');
  await page.getByRole('heading', { name: 'This period cannot be shown' }).waitFor();
  await page.getByText('Select at most 1,100 days.').waitFor();
  assert.equal(await page.getByText('URL is invalid').count(), 0);
  await page.getByRole('button', { name: 'Show the last 12 months' }).click();
  await page.waitForURL(/range=365d/);
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await page.getByText('At most 1,100 days').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2026-06-30');
  assert.equal(await page.getByLabel('From', { exact: true }).getAttribute('min'), '2023-06-27');
});

test('an unknown feed is reported with a link to all leads, and an unknown sort column with a message', async () => {
  const page = await show('/leads?feed=999999');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await page.getByRole('link', { name: 'Go to leads' }).click();
  await rowOf(page, latest.name).first().waitFor();
  await show('/leads?sort=nonsense');
  await page.getByText('The value of "sort" is not valid.').waitFor();
});

test('invalid URLs show an error message, and a period without visits says so', async () => {
  const page = await show('/settings/nowhere');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await show('/leads?range=9d');
  await page.getByText('The link contains no valid period. Showing: Last 30 days.').waitFor();
  await show('/leads?sort=bogus');
  await page.getByText('This page’s URL is invalid.').waitFor();
  await page.getByRole('link', { name: 'Go to leads' }).click();
  await rowOf(page, latest.name).first().waitFor();
  await show('/leads?from=2020-01-01&to=2020-01-07');
  await page.getByRole('heading', { name: 'No companies in this period' }).waitFor();
});

test('filters without a match are reported and cleared with one click', async () => {
  const filters = encodeURIComponent(JSON.stringify({ all: [{ field: 'visits', operator: 'gte', values: [1000], excluded: false }] }));
  const page = await show(`/leads?filters=${filters}`);
  await page.getByRole('heading', { name: 'No companies match' }).waitFor();
  await page.getByText('No company that visited in this period (Last 30 days) matches the feed and the filters.').waitFor();
  await page.getByRole('button', { name: 'Show all leads' }).click();
  await rowOf(page, latest.name).first().waitFor();
});
