import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSetupToken } from '../../server/src/domain/auth/setup-tokens.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { addresses, openVisitor, rowOf, startWebTest } from './web-kit.ts';

const logos = mkdtempSync(join(tmpdir(), 'leadlight-logos-'));
after(() => rmSync(logos, { recursive: true }));
const web = await startWebTest({ LOGO_DIR: logos });
const { service } = web;

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** Maximum time from a visit until its company is in the list. */
const maxMs = 10_000;

/** Starts a customer's website that contains the snippet. */
async function startSite(snippet: string): Promise<string> {
  const site = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(`<!doctype html><html><head><title>Our products</title>${snippet}</head><body>Welcome</body></html>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  after(() => {
    site.close();
    site.closeAllConnections();
  });
  return `http://127.0.0.1:${portOf(site)}`;
}

test('after setup and installation of the tracker, the first lead appears in the list without a reload', async () => {
  const owner = await web.open({ timezoneId: 'Europe/Helsinki' });
  await owner.goto(service.url);
  await owner.getByRole('heading', { name: 'Open the setup link' }).waitFor();
  const token = await createSetupToken(service.ctx, { replacesOthers: false });
  await owner.goto(`${service.url}/set-up#${token}`);
  await owner.getByRole('heading', { name: 'Set up Leadlight' }).waitFor();
  await owner.getByLabel('First name').fill('Ada');
  await owner.getByLabel('E-mail').fill('ada@northwind.example');
  await owner.getByLabel('Password').fill('a long password');
  await owner.getByLabel('Company').fill(' ');
  await owner.getByRole('button', { name: 'Create account' }).click();
  await owner.getByText('The name must have 1 to 200 characters.').waitFor();
  await owner.getByLabel('Company').fill('Northwind');
  await owner.getByRole('button', { name: 'Create account' }).click();
  const status = owner.locator('[data-status]');
  await status.waitFor();
  assert.equal(await status.getAttribute('data-status'), 'not_installed');
  await status.getByText('No events yet.').waitFor();
  assert.deepEqual(await status.locator('strong').allTextContents(), ['Not installed', 'Events', 'Leads']);
  const snippet = required(await owner.getByTestId('snippet').textContent());

  const list = await owner.context().newPage();
  await list.goto(`${service.url}/leads`);
  await list.getByRole('heading', { name: 'No leads yet' }).waitFor();

  writeFileSync(join(logos, 'audi.com.png'), pixel);
  const site = await startSite(snippet);
  const times: number[] = [];
  const visit = async (address: string, name: string) => {
    const visitor = await openVisitor(web, address);
    await visitor.goto(`${site}/products`);
    const sentAt = Date.now();
    await rowOf(list, name).waitFor();
    times.push(Date.now() - sentAt);
  };
  await visit(addresses.audi, 'Audi');
  await owner.locator('[data-status=ok]').waitFor();
  await status.getByText('Leads appear').waitFor();
  assert.deepEqual(await status.locator('strong').allTextContents(), ['Installed', 'Receiving events', 'Leads appear']);
  await owner.getByText('1 company so far').waitFor();
  // A busy machine may need more than one try; a real regression fails all of them.
  const others = [[addresses.sap, 'SAP'] as const, [addresses.porsche, 'Porsche'] as const, [addresses.bayer, 'Bayer'] as const];
  for (const [address, name] of others) if (Math.min(...times) >= maxMs) await visit(address, name);
  assert.ok(Math.min(...times) < maxMs, `the lead was there after ${times.join(', ')} ms`);

  const logo = rowOf(list, 'Audi').locator('img');
  await logo.waitFor();
  assert.ok(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)), 'the logo is shown');
  await list.getByRole('link', { name: 'Audi' }).click();
  await list.getByRole('complementary', { name: 'Company' }).getByText('/products').waitFor();
});

test('the tracker page reports that all events of an unknown hostname are dropped', async () => {
  const page = await web.openSignedIn(await service.newAccount());
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Hostnames and exclusions' }).click();
  await page.getByLabel('Hostnames').fill('www.acme.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('link', { name: 'Install the tracker' }).click();
  const snippet = required(await page.getByTestId('snippet').textContent());
  const visitor = await openVisitor(web, addresses.sap);
  await visitor.goto(await startSite(snippet));
  await page.getByText('all of them are dropped').waitFor();
  await page.getByText('Allowed hostnames: www.acme.example').waitFor();
  assert.equal(await page.locator('[data-status] [data-reached=true]').count(), 1, 'only the installation works');
});

test('a new owner sees the first steps, looks at sample data and removes it, and switches between accounts', async () => {
  const account = await service.newAccount({ name: 'Fresh' });
  const page = await web.openSignedIn(account);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Get started' }).click();
  await page.getByText('0 of 5 done').waitFor();
  const filling = page.waitForResponse((response) => response.url().includes('/leads?'));
  await page.route('**/leads?*', (route) => route.fulfill({ json: { rows: [], total: 0, isTotalCapped: false } }));
  await page.getByRole('button', { name: 'Create sample account' }).click();
  await filling;
  const empty = page.getByTestId('empty-state');
  await empty.getByText('The sample visits are being processed.').waitFor();
  assert.equal(await empty.getByRole('link').count(), 0, 'the sample needs no tracker');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByTestId('lead-row').first().waitFor();
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByText('Sample data removed.').waitFor();
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  await menu.getByRole('button', { name: 'Fresh' }).click();
  await page.getByRole('menuitem', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog', { name: 'New account' });
  await dialog.getByLabel('Name').fill('Second site');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await menu.getByRole('button', { name: 'Second site' }).waitFor();
  await page.getByText('0 of 5 done').waitFor();
  await page.reload();
  await menu.getByRole('button', { name: 'Second site' }).click();
  await page.getByRole('menuitem', { name: 'Fresh' }).click();
  await menu.getByRole('button', { name: 'Fresh' }).waitFor();
});
