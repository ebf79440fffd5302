import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createOauthApp } from '../../server/src/domain/auth/oauth-apps.ts';
import { createUser } from '../../server/src/domain/users/create-user.ts';
import { freePort } from '../../server/src/lib/free-port.ts';
import { required } from '../../server/src/lib/required.ts';
import { startIdentityProvider } from '../kit/identity-provider.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startTestService } from '../kit/service.ts';
import { axeViolations } from './axe-violations.ts';
import { fillSignIn, startWebTest, waitTimeoutMs } from './web-kit.ts';

const mail = await startMailServer();
// Browsers do not allow passkeys for an IP address, so the service runs on localhost.
const port = String(await freePort());
const origin = `http://localhost:${port}`;
const provider = await startIdentityProvider(() => `${origin}/app/api/oidc/callback`);
const web = await startWebTest({
  SMTP_URL: mail.url,
  PORT: port,
  PUBLIC_URL: origin,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_SECRET: 'secret of the client',
  OIDC_NAME: 'Acme ID',
});
const { service } = web;

/** Returns the link of a mail, which may still be on its way. */
const waitForMail = async (page: Page, count: number) => {
  const deadline = Date.now() + waitTimeoutMs;
  while (mail.mails.length < count && Date.now() < deadline) await page.waitForTimeout(50);
  return required(/http\S+\/reset-password#llp_\w+/.exec(required(mail.mails[count - 1]).text.replaceAll('=\n', '')))[0];
};

test('a forgotten password can be reset through the mailed link', async () => {
  const { email } = await service.newAccount();
  const page = await web.open();
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const link = await waitForMail(page, 1);
  await page.goto(`${link}x`);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  const opening = '**/password-resets/open';
  await page.route(opening, (route) => route.abort());
  // Another link pasted into the same tab changes only the fragment.
  await page.goto(link);
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await page.unroute(opening);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(`For ${email}.`).waitFor();
  await page.getByLabel('New password').fill('1234567890');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This password is too easy to guess.').waitFor();
  await page.getByLabel('New password').fill('a brand new password');
  const completing = '**/password-resets/complete';
  await page.route(completing, (route) => route.fulfill({ status: 404, json: { code: 'not_found', title: 'This link has expired.' } }));
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Request a new link' }).waitFor();
  await page.unroute(completing);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill('a brand new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  // The state of one link is not shown for another.
  await page.goto(`${link}x`);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await page.goto(`${service.url}/sign-in`);
  await fillSignIn(page, { email, password: 'a brand new password' });
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
});

test('a passkey can be added, used to sign in and for OAuth, and removed; an identity provider can be used to sign in', async () => {
  const { email, accountId } = await service.newAccount();
  const page = await web.open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${origin}/sign-in`);
  await fillSignIn(page, { email });
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto(`${origin}/settings/sessions`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Test device');
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByText('This is not your current password.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByLabel('Your password').fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByText('Test device').waitFor();
  await page.context().clearCookies();
  await page.goto(`${origin}/sign-in`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.context().clearCookies();
  const redirectUri = `${origin}/healthz`;
  const { clientId } = await createOauthApp(service.ctx, { accountId, name: 'Agency', redirectUris: [redirectUri] });
  const request = { client_id: clientId, response_type: 'code', redirect_uri: redirectUri, scope: 'companies:read' };
  const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
  await page.goto(`${origin}/oauth/authorize?${new URLSearchParams({ ...request, ...pkce, state: 'x' })}`);
  await page.getByRole('link', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Agency wants access to your Leadlight account' }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/healthz\?code=/);
  await page.goto(`${origin}/sign-in?continue=${encodeURIComponent('//evil.example/oauth/interaction/x')}`);
  await page.waitForURL(`${origin}/leads`);
  await page.goto(`${origin}/settings/sessions`);
  await passkeys.getByRole('button', { name: 'Remove Test device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await passkeys.getByText('You have no passkeys yet.').waitFor();
  await page.context().clearCookies();
  await page.goto(`${origin}/sign-in`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey was not accepted.').waitFor();
  provider.setPerson({ sub: 'owner', email, email_verified: true });
  await page.getByRole('link', { name: 'Sign in with Acme ID' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.context().clearCookies();
  await page.goto(`${origin}/sign-in?failed=expired&continue=${encodeURIComponent('/settings/sessions')}`);
  await page.getByText('This sign-in took too long').waitFor();
  await page.getByRole('link', { name: 'Sign in with Acme ID' }).click();
  await page.waitForURL(`${origin}/settings/sessions`);
});

const passwordForm = (page: Page) => page.locator('form', { has: page.getByRole('heading', { name: 'Password', exact: true }) });

test('a user without a password sees why instead of forms that ask for it, and can set one through a mailed link', async () => {
  const { accountId } = await service.newAccount();
  const email = `from-a-group-${accountId}@acme.example`;
  await createUser(service.ctx, { accountId, email, password: null, role: 'member' });
  provider.setPerson({ sub: email, email, email_verified: true });
  const page = await web.open();
  const signInWithProvider = async () => {
    await page.goto(`${origin}/sign-in?continue=${encodeURIComponent('/settings/sessions')}`);
    await page.getByRole('link', { name: 'Sign in with Acme ID' }).click();
    await page.getByRole('heading', { name: 'Password and sessions' }).waitFor();
  };
  await signInWithProvider();
  const card = page.getByRole('region', { name: 'Password', exact: true });
  await card.getByText('You sign in with Acme ID.').waitFor();
  await card.getByText('You have no password, so two-factor authentication and passkeys are not available.').waitFor();
  assert.equal(await page.locator('input[type=password]').count(), 0);
  for (const name of ['Two-factor authentication', 'Passkeys']) assert.equal(await page.getByRole('heading', { name }).count(), 0, name);
  assert.deepEqual(await axeViolations(page), []);
  const sent = mail.mails.length;
  await card.getByRole('button', { name: 'E-mail a link to set a password' }).click();
  await card.getByText(`A link was sent to ${email}.`).waitFor();
  await page.goto(await waitForMail(page, sent + 1));
  await page.getByLabel('New password').fill('a brand new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await signInWithProvider();
  await passwordForm(page).getByLabel('Current password').waitFor();
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
});

test('a user who may not sign in with a password sees that passwords are only for owners, even with a password', async () => {
  const { accountId } = await service.newAccount();
  const email = `member-${accountId}@acme.example`;
  await createUser(service.ctx, { accountId, email, password: 'correct horse battery', role: 'member' });
  const page = await web.openSignedIn({ email });
  const onlyOwners = await startTestService({
    connection: service.connection,
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_SECRET: 'secret of the client',
      OIDC_NAME: 'Acme ID',
      PASSWORD_SIGN_IN: 'owners',
    },
  });
  const [cookie] = await page.context().cookies();
  await page.context().addCookies([{ name: required(cookie).name, value: required(cookie).value, url: onlyOwners.url }]);
  await page.goto(`${onlyOwners.url}/settings/sessions`);
  await page.getByRole('region', { name: 'Password', exact: true }).getByText('Passwords, two-factor authentication').waitFor();
  assert.equal(await page.locator('input[type=password]').count(), 0);
});

test('without a mail server, the page shows the command that sets a password', async () => {
  const withoutMail = await startTestService({ connection: service.connection });
  const page = await web.open();
  await page.goto(`${withoutMail.url}/forgot-password`);
  await page.getByText('npx leadlight user set-password').waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
});
