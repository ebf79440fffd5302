import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
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
  await page.getByText('Sign in to continue where you left off.').waitFor();
  await fillSignIn(page, member);
  await page.getByRole('complementary', { name: 'Company' }).getByRole('heading', { name, exact: true }).waitFor();
  assert.ok(page.url().endsWith(`/leads?q=${domain}&company=${companyId}`), page.url());
});

test('a late 401 of an ended session does not end the next one', async () => {
  const member = await addUser(web, demo, 'member', 'Ines');
  const page = await openSignedIn(member);
  await rowOf(page, latest.name).first().waitFor();
  await service.ctx.db.deleteFrom('sessions').where('user_id', '!=', demo.userId).execute();
  // The visit makes the list reload, and the server refuses that request.
  await sendVisit(web, demo, { address: addresses.audi, paths: ['/ended'] });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await fillSignIn(page, member);
  await rowOf(page, latest.name).first().waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
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
  await page.getByText('Only owners and admins can do this').waitFor();
  await page.getByText('Ask an account owner to change your role.').first().waitFor();
});

test('invalid URLs show an error message', async () => {
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
