import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser, furnishedAccount, signIn, startStage } from './kit.ts';

const stage = await startStage();
const { service } = stage;
const account = await furnishedAccount(stage);

test('a server that is gone is told at once, and the page mends itself when it is back', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('row', { name: /Audi/ }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await page.getByText('Check your connection').first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Visits by day').first().waitFor();
});

test('a change that meets an ended session leads to the sign-in, and back to where one was', async () => {
  const page = await stage.open();
  await signIn(page, stage, account, '/leads?q=audi');
  await page.getByRole('link', { name: 'Audi' }).click();
  await page.route('**/leads', async (route) => {
    // The session ends right before the change arrives, so that the change is what meets its end.
    await service.ctx.db.deleteFrom('sessions').where('user_id', '=', account.userId).execute();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Sign in to go on where you were.').waitFor();
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('complementary', { name: 'Company' }).getByRole('heading', { name: 'Audi' }).waitFor();
  assert.match(page.url(), /\/leads\?q=audi&company=\d+$/);
});

test('an account without data says what to do, on every page that would show some', async () => {
  const empty = await service.newAccount();
  const page = await stage.open();
  await signIn(page, stage, empty);
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'check the tracker' }).waitFor();
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByRole('heading', { name: 'Nobody is on the site right now' }).waitFor();
  await page.getByRole('link', { name: 'Exports' }).click();
  await page.getByRole('heading', { name: 'No exports yet' }).waitFor();
  await page.getByRole('link', { name: 'Go to the leads' }).click();
  await page.getByRole('link', { name: 'Install the tracker' }).click();
  await page.locator('[data-status=not_installed]').waitFor();
});

test('who may not do something is told whom to ask', async () => {
  const viewer = await addUser(stage, account, 'viewer');
  const page = await stage.open();
  await signIn(page, stage, viewer, '/settings/keys');
  await page.getByText('Only owners and admins can do this').waitFor();
  await page.getByText('Ask an owner of the account for another role.').first().waitFor();
});

test('filters that nothing fits say so and go with one click', async () => {
  const page = await stage.open();
  const filters = encodeURIComponent(JSON.stringify({ all: [{ field: 'visits', operator: 'gte', values: [1000], excluded: false }] }));
  await signIn(page, stage, account, `/leads?filters=${filters}`);
  await page.getByRole('heading', { name: 'No company fits' }).waitFor();
  await page.getByText('Try more days, or take filters away.').waitFor();
  await page.getByRole('button', { name: 'Show all leads' }).click();
  await page.getByRole('row', { name: /Audi/ }).waitFor();
});
