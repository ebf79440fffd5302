import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { announceLeadsOfAccounts } from '../../server/src/domain/alerts/announce-leads.ts';
import { recoverableDeliveries } from '../../server/src/domain/alerts/recoverable-deliveries.ts';
import { recoverInterruptedWork } from '../../server/src/domain/recover-interrupted-work.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { startWebhookReceiver } from '../kit/webhook-receiver.ts';
import { axeViolations } from './axe-violations.ts';
import { addresses, addUser, sendVisit, startDemoTest } from './web-kit.ts';

const web = await startDemoTest({ WEBHOOK_PRIVATE_ADDRESSES: 'allowed' });
const { service, demo, openSignedIn } = web;
const viewer = await addUser(web, demo, 'viewer');
const receiver = await startWebhookReceiver();
const existingNames = new Set((await web.leads()).map(({ name }) => name));
const newcomers = { Audi: addresses.audi, Porsche: addresses.porsche, SAP: addresses.sap, Bayer: addresses.bayer };
const [newcomer, address] = required(Object.entries(newcomers).find(([name]) => !existingNames.has(name)));
const rowWith = (words: string) => ({ name: new RegExp(`${newcomer}.*${words}`) });

async function openAlerts(page: Page) {
  await page.getByRole('button', { name: 'Feed Viewed pricing' }).click();
  await page.getByRole('menuitem', { name: 'Alerts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alerts for “Viewed pricing”' });
  await dialog.getByLabel('Webhook URL').waitFor();
  return dialog;
}

const advanceClock = (ms: number) => service.clock.set(new Date(service.ctx.clock.now().getTime() + ms));

test('alerts can be set up, arrive signed, and the log describes the outcome of each delivery', async () => {
  const page = await openSignedIn(demo, '/leads');
  const dialog = await openAlerts(page);
  await dialog.getByText('SMTP_URL').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).count(), 0);
  await dialog.getByText('No messages yet.').waitFor();
  await dialog.getByLabel('Vera viewer').check();
  await dialog.getByLabel('Webhook URL').fill('ftp://hooks.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('A webhook is an address that begins with https://.').waitFor();
  await dialog.getByLabel('Webhook URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const secret = required(await dialog.getByTestId('webhook-secret').textContent());
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await page.getByText(/E-mail: .*not configured.* Webhook: Delivered/).waitFor();
  advanceClock(60_000);
  await sendVisit(web, demo, { address, paths: ['/pricing'] });
  receiver.status = 500;
  await announceLeadsOfAccounts(service.ctx);
  const log = dialog.getByRole('table');
  await log.getByRole('row', rowWith('Retrying.*responded with 500: it had an internal error')).waitFor();
  await log.getByRole('row', rowWith('Not sent by e-mail.*not configured')).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axeViolations(page), [], colorScheme);
  }
  receiver.status = 204;
  advanceClock(10_000);
  await recoverInterruptedWork(service.ctx, [recoverableDeliveries]);
  await log.getByRole('row', rowWith('Delivered')).waitFor();
  const { body, headers } = lastOf(receiver.hooks);
  new Webhook(secret).verify(body, headers as Record<string, string>);
  await dialog.getByLabel('Pause').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Paused: nothing is sent').waitFor();
  await page.reload();
  const reopened = await openAlerts(page);
  assert.ok(await reopened.getByLabel('Pause').isChecked());
  assert.ok(await reopened.getByLabel('Vera viewer').isChecked());
  assert.equal(await reopened.getByLabel('Webhook URL').inputValue(), receiver.url);
  assert.ok(!(await page.content()).includes(secret), 'the secret is shown once');
});

test('a disabled webhook is shown and can be enabled again, and a weekly digest can be set', async () => {
  const since = { webhook_disabled_at: service.ctx.clock.now() };
  await service.ctx.db.updateTable('custom_feeds').set(since).where('account_id', '=', demo.accountId).execute();
  const page = await openSignedIn(demo, '/settings/alerts');
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Viewed pricing', exact: true }) });
  await line.getByText(`Notifies Vera viewer, ${new URL(receiver.url).host}`).waitFor();
  await line.getByText('Webhook disabled').waitFor();
  await line.getByRole('link').click();
  await page.getByRole('button', { name: 'Alerts for this feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alerts for “Viewed pricing”' });
  await dialog.getByRole('button', { name: 'Enable again' }).click();
  await dialog.getByText('The webhook was disabled').waitFor({ state: 'detached' });
  await dialog.getByLabel('Your e-mail digest').selectOption('weekly');
  await page.getByText('Alerts saved.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${service.url}/settings/alerts`);
  const digests = page.getByRole('region', { name: 'Your digests' });
  await digests.getByText('Every Monday').waitFor();
  await digests.getByRole('button', { name: 'Change the digest of Viewed pricing' }).click();
  await dialog.getByLabel('Your e-mail digest').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Alerts for New leads' }).click();
  await page.getByRole('dialog', { name: 'Alerts for “New leads”' }).getByLabel('Webhook URL').waitFor();
});

test('a viewer sees recipients and results read-only', async () => {
  const page = await openSignedIn(viewer);
  await page.getByRole('button', { name: 'Feed Viewed pricing' }).click();
  await page.getByRole('menuitem').first().waitFor();
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Alerts…']);
  await page.keyboard.press('Escape');
  const dialog = await openAlerts(page);
  await dialog.getByRole('row', rowWith('')).first().waitFor();
  for (const label of ['Vera viewer', 'Webhook URL', 'Pause']) assert.ok(await dialog.getByLabel(label).isDisabled(), label);
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).count(), 0);
});
