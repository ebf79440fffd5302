import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startTestService } from '../kit/service.ts';
import { fillSignIn, startStage, waitTimeoutMs } from './web-kit.ts';

const mail = await startMailServer();
const stage = await startStage({ SMTP_URL: mail.url });
const { service } = stage;

test('a forgotten password can be reset through the mailed link', async () => {
  const { email } = await service.newAccount();
  const page = await stage.open();
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const deadline = Date.now() + waitTimeoutMs;
  while (mail.mails.length === 0 && Date.now() < deadline) await page.waitForTimeout(50);
  const link = required(/http\S+\/reset-password#llp_\w+/.exec(firstOf(mail.mails).text.replaceAll('=\n', '')))[0];
  await page.goto(link);
  await page.getByText(`For ${email}.`).waitFor();
  await page.getByLabel('New password').fill('1234567890');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This password is too easy to guess.').waitFor();
  await page.getByLabel('New password').fill('a brand new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, { email, password: 'a brand new password' });
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
});

test('without a mail server the page says who can help', async () => {
  const silent = await startTestService({ connection: service.connection });
  const page = await stage.open();
  await page.goto(`${silent.url}/forgot-password`);
  await page.getByText('npx leadlight user set-password').waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
});
