import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import readExcelFile from 'read-excel-file/node';
import { createFeed } from '../../server/src/domain/feeds/write-feeds.ts';
import { listRules } from '../../server/src/domain/identification/rules.ts';
import { createTag } from '../../server/src/domain/tags/write-tags.ts';
import { until } from '../../server/tests/kit/events.ts';
import { addresses, addUser, furnishedAccount, sendVisit, signIn, startStage } from './kit.ts';

const stage = await startStage();
const { service } = stage;
const account = await furnishedAccount(stage);

const names = (page: Awaited<ReturnType<typeof stage.open>>) => page.locator('.lead-line.row .name a').allInnerTexts();

test('the list is sorted, searched and narrowed, and its address holds its state', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('row', { name: /Audi/ }).waitFor();
  assert.deepEqual(await names(page), ['Porsche', 'SAP', 'Audi'], 'the latest first');
  await page.getByRole('button', { name: 'Company' }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  await page.waitForFunction(() => document.querySelector('.lead-line.row .name')?.textContent?.includes('Audi'));
  assert.match(page.url(), /sort=name&order=asc/);
  await page.getByLabel('Search companies by name or domain').fill('sap.com');
  await page.getByText('1 company').waitFor();
  assert.deepEqual(await names(page), ['SAP']);
  await page.reload();
  await page.getByRole('row', { name: /SAP/ }).waitFor();
  assert.deepEqual(await names(page), ['SAP'], 'the same after a reload');
  await page.getByLabel('Search companies by name or domain').fill('nobody at all');
  await page.getByRole('heading', { name: 'No company fits' }).waitFor();
  await page.getByRole('button', { name: 'Show all leads' }).click();
  await page.getByText('3 companies').waitFor();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.waitForURL(/range=today/);
});

test('conditions narrow the list at once and are kept as a feed', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter the leads' });
  await dialog.getByLabel('What').selectOption('page_url');
  await dialog.getByLabel('Value').fill('/pricing');
  await dialog.getByText('1 company fits').waitFor();
  await dialog.getByLabel('Exclude').check();
  await dialog.getByText('2 companies fit').waitFor();
  await dialog.getByLabel('Exclude').uncheck();
  await dialog.getByText('1 company fits').waitFor();
  await dialog.getByLabel('Name of the feed').fill('Looked at prices');
  await dialog.getByRole('button', { name: 'Save as feed' }).click();
  await page.getByRole('link', { name: 'Looked at prices 1' }).waitFor();
  await page.getByRole('heading', { name: 'Looked at prices' }).waitFor();
  assert.deepEqual(await names(page), ['Audi']);
  await page.getByText('Page URL contains /pricing').waitFor();
  await page.getByRole('button', { name: 'Change the feed' }).click();
  await dialog.getByLabel('Value').press('Enter');
  await dialog.getByLabel('Value').fill('/docs');
  await dialog.getByText('2 companies fit').waitFor();
  await dialog.getByRole('button', { name: 'Save to “Looked at prices”' }).click();
  await page.getByText('Page URL contains /pricing or /docs').waitFor();
  await page.getByRole('link', { name: 'Looked at prices 2' }).waitFor();
});

test('two conditions must both hold, and each is taken away where it is shown', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter the leads' });
  await dialog.getByLabel('What').selectOption('country_code');
  await dialog.getByLabel('Value').selectOption({ label: 'Germany' });
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await dialog.getByLabel('What').nth(1).selectOption('pageviews');
  await dialog.getByLabel('How').nth(1).selectOption('between');
  await dialog.getByLabel('From').fill('2');
  await dialog.getByLabel('To').fill('3');
  await dialog.getByText('1 company fits').waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(await names(page), ['SAP']);
  await page.getByRole('button', { name: 'Remove the filter Page views between 2 and 3' }).click();
  await page.getByText('3 companies').waitFor();
  await page.reload();
  await page.getByText('Country is Germany').waitFor();
});

test('folders are made, filled, renamed and deleted; feeds too', async () => {
  const own = await furnishedAccount(stage);
  await createFeed(service.ctx, own.accountId, {
    name: 'Bloggers',
    filters: { all: [{ field: 'page_url', operator: 'contains', values: ['/blog'], excluded: false }] },
  });
  const page = await stage.open();
  await signIn(page, stage, own);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Bloggers 1' }).waitFor();
  await nav.getByRole('button', { name: 'Feed Bloggers' }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByLabel('Name of the folder').fill('Marketing');
  await page.getByRole('button', { name: 'Make the folder' }).click();
  await nav.getByRole('group', { name: 'Marketing' }).getByRole('link', { name: 'Bloggers 1' }).waitFor();
  await nav.getByRole('button', { name: 'Folder Marketing' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name of the folder').fill('Content');
  await page.getByRole('button', { name: 'Rename' }).click();
  await nav.getByRole('group', { name: 'Content' }).waitFor();
  await nav.getByRole('button', { name: 'Content', exact: true }).click();
  await nav.getByRole('link', { name: 'Bloggers 1' }).waitFor({ state: 'detached' });
  await nav.getByRole('button', { name: 'Content', exact: true }).click();
  await nav.getByRole('button', { name: 'Feed Bloggers' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name of the feed').fill('Readers');
  await page.getByRole('button', { name: 'Rename' }).click();
  await nav.getByRole('link', { name: 'Readers 1' }).click();
  await nav.getByRole('button', { name: 'Folder Content' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await nav.getByRole('group', { name: 'Content' }).waitFor({ state: 'detached' });
  await nav.getByRole('button', { name: 'Feed Readers' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await nav.getByRole('link', { name: 'Readers' }).waitFor({ state: 'detached' });
});

test('keys move, choose, open and close; a note and its writer stay', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('row', { name: /Porsche/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 chosen').waitFor();
  assert.ok(await page.getByLabel('Choose SAP').isChecked());
  await page.keyboard.press('Escape');
  await page.getByText('1 chosen').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Company' });
  await panel.getByRole('heading', { name: 'SAP' }).waitFor();
  await panel.getByText('ada@sap.com').first().waitFor();
  await panel.getByText('Operator of the network').first().waitFor();
  await panel.getByLabel('Write a note').fill('Ask for Ada.');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await panel.locator('.note').getByText('Ask for Ada.').waitFor();
  await panel.getByRole('button', { name: 'Follow' }).click();
  await panel.getByText('followed the company').waitFor();
  await panel.getByRole('heading', { name: 'SAP' }).click();
  await page.keyboard.press('k');
  await panel.getByRole('heading', { name: 'Porsche' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Followed companies 1/ }).click();
  await page.getByText('1 company').waitFor();
  assert.deepEqual(await names(page), ['SAP']);
});

test('keys go on from a company that was opened by its address', async () => {
  const page = await stage.open();
  await signIn(page, stage, account, '/leads?sort=name&order=asc');
  await page.getByRole('link', { name: 'Porsche' }).click();
  const panel = page.getByRole('complementary', { name: 'Company' });
  await panel.getByRole('heading', { name: 'Porsche' }).waitFor();
  await page.reload();
  await panel.getByRole('heading', { name: 'Porsche' }).waitFor();
  await page.getByRole('row', { name: /SAP/ }).waitFor();
  await page.keyboard.press('j');
  await panel.getByRole('heading', { name: 'SAP' }).waitFor();
});

test('chosen leads are tagged, assigned and hidden together', async () => {
  const own = await furnishedAccount(stage);
  await addUser(stage, own, 'member');
  const page = await stage.open();
  await signIn(page, stage, own, '/settings/tags');
  await page.getByLabel('Name').fill('Hot');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.locator('.tag').getByText('Hot').waitFor();
  await page.getByRole('link', { name: /All leads/ }).click();
  await page.getByRole('row', { name: /Audi/ }).waitFor();
  await page.getByLabel('Choose all that are in sight').check();
  await page.getByText('3 chosen').waitFor();
  await page.keyboard.press('t');
  await page.getByRole('menuitem', { name: 'Hot' }).click();
  await page.locator('.lead-line.row [title=Hot]').nth(2).waitFor();
  await page.getByText('3 chosen').waitFor({ state: 'detached' });
  await page.getByLabel('Choose Audi').check();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Vera member' }).click();
  await page.getByText('1 chosen').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Audi' }).click();
  await page.getByText('Assigned to Vera member').waitFor();
  await page.getByRole('complementary').getByRole('button', { name: 'Hide' }).click();
  await page.getByText('2 companies').waitFor();
  assert.deepEqual(await names(page), ['Porsche', 'SAP']);
});

test('a new visit appears by itself, at the top', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('row', { name: /Audi/ }).waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await sendVisit(stage, account, { address: addresses.bayer, paths: ['/careers'] });
  await page.getByRole('row', { name: /Bayer/ }).waitFor();
  assert.equal((await names(page))[0], 'Bayer');
  assert.equal(await page.evaluate(() => 'isSamePage' in window), true, 'without a reload');
});

test('a company has a page of its own, with its visits and their way through the site', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('link', { name: 'Audi' }).click();
  await page.getByLabel('Open on a page of its own').click();
  await page.waitForURL(/\/companies\/\d+$/);
  await page.getByRole('heading', { name: 'Audi' }).waitFor();
  await page.waitForFunction(() => document.title === 'Audi · Leadlight');
  await page.locator('.fact').filter({ hasText: 'Industry' }).getByText('Directory').first().waitFor();
  for (const name of ['Why we think it is them', 'Known visitors', 'Your fields', 'Contacts', 'Signals', 'Financials', 'Visits', 'Notes'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  const visit = page.locator('.visit').filter({ hasText: '/demo' });
  await visit.getByText('google · organic').waitFor();
  assert.deepEqual(
    (await visit.locator('.step').allInnerTexts()).map((words) => words.split('\n')[0]!.split(' ')[0]),
    ['/', '/pricing', '/demo'],
  );
  assert.match((await visit.locator('.step').first().textContent()) ?? '', /20 s/, 'the time on the page');
});

test('a and t act on the line that the keys stand on, and ? tells the keys', async () => {
  const own = await furnishedAccount(stage);
  await createTag(service.ctx, own.accountId, { name: 'Warm', color: 4 });
  const page = await stage.open();
  await signIn(page, stage, own);
  await page.getByRole('row', { name: /Porsche/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('t');
  await page.getByRole('menuitem', { name: 'Warm' }).click();
  await page.getByRole('row', { name: /Porsche.*Warm/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByRole('menuitem', { name: own.email }).click();
  await page.getByRole('row', { name: new RegExp(`SAP.*${own.email}`) }).waitFor();
  await page.getByText('1 chosen').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Next line').waitFor();
});

test('a list and a tag are made where they are needed, and a company shows and leaves them', async () => {
  const own = await furnishedAccount(stage);
  const page = await stage.open();
  await signIn(page, stage, own);
  await page.getByRole('link', { name: 'Audi' }).click();
  const panel = page.getByRole('complementary', { name: 'Company' });
  await panel.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New list' }).click();
  await page.getByLabel('Name of the list').fill('Fair in June');
  await page.getByRole('button', { name: 'Make the list' }).click();
  await panel.locator('.tag').getByText('Fair in June').waitFor();
  await panel.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New tag' }).click();
  await page.getByLabel('Name of the tag').fill('Keen');
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await panel.locator('.tag').getByText('Keen').waitFor();
  await panel.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Fair in June' }).click();
  await panel.locator('.tag').getByText('Fair in June').waitFor({ state: 'detached' });
  await panel.getByText('took it off the list').waitFor();
});

test('⌘K finds companies and pages', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('row', { name: /Audi/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('pors');
  await page.getByRole('option', { name: /Porsche/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Porsche' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('dashb');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard$/);
});

test('as a viewer nothing can be changed, and the pages do not offer it', async () => {
  const viewer = await addUser(stage, account, 'viewer');
  const page = await stage.open();
  await signIn(page, stage, viewer);
  await page.getByRole('row', { name: /Audi/ }).waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await page.getByRole('link', { name: 'Audi' }).click();
  await page.getByRole('heading', { name: 'Audi' }).waitFor();
  for (const name of ['Follow', 'Assign', 'Tag', 'List', 'Hide', 'Add note', 'Export', 'Not them', 'Add', 'Change the feed'])
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
  for (const part of ['goals', 'tags', 'users', 'traffic', 'privacy', 'account']) {
    await page.goto(`${service.url}/settings/${part}`);
    await page.locator('.settings-body h1').waitFor();
    assert.equal(await page.locator('.settings-body button').count(), 0, part);
  }
  await page.goto(`${service.url}/settings/keys`);
  await page.getByText('Only owners and admins can do this').waitFor();
});

test('a company of another account is answered like one that does not exist', async () => {
  const page = await stage.open();
  await signIn(page, stage, account);
  const { company_id } = await service.ctx.db
    .selectFrom('leads')
    .select('company_id')
    .where('account_id', '=', account.accountId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const other = await service.newAccount();
  const stranger = await stage.open();
  await signIn(stranger, stage, other, `/companies/${company_id}`);
  await stranger.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  const foreign = await stranger.goto(`${service.url}/app/api/accounts/${account.accountId}/companies/${company_id}`);
  assert.equal(foreign!.status(), 404);
});

test('a person with two accounts switches between them', async () => {
  const other = await service.newAccount({ name: 'Umbrella' });
  await service.ctx.db
    .insertInto('memberships')
    .values({ user_id: account.userId, account_id: other.accountId, role: 'viewer', created_at: new Date() })
    .execute();
  const page = await stage.open();
  await signIn(page, stage, account);
  await page.getByRole('row', { name: /Audi/ }).waitFor();
  await page.getByRole('button', { name: 'Acme', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Umbrella' }).click();
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Umbrella', exact: true }).waitFor();
  await service.ctx.db.deleteFrom('memberships').where('account_id', '=', other.accountId).where('user_id', '=', account.userId).execute();
});

test('what the list shows leaves as a file', async () => {
  const page = await stage.open({ acceptDownloads: true });
  await signIn(page, stage, account, '/leads?q=sap');
  await page.getByText('1 company').waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as CSV' }).click()]);
  assert.match(download.suggestedFilename(), /^leads-.*\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /SAP,sap\.com/);
  await page.getByText('Exported 1 company.').waitFor();
});

test('chosen leads leave as a workbook, and the exports are listed with what they hold', async () => {
  const page = await stage.open({ acceptDownloads: true });
  await signIn(page, stage, account);
  await page.getByLabel('Choose Audi').check();
  await page.getByLabel('Choose Porsche').check();
  const bar = page.getByRole('toolbar', { name: 'Chosen leads' });
  await bar.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /Excel/ }).click()]);
  const [sheet] = await readExcelFile(await readFile(await download.path()));
  assert.deepEqual(
    sheet!.data
      .slice(1)
      .map((row) => row[1])
      .sort(),
    ['Audi', 'Porsche'],
  );
  await page.getByRole('link', { name: 'Exports' }).click();
  const line = page.getByRole('row', { name: /XLSX/ });
  await line.getByRole('link', { name: 'Download 2 leads' }).waitFor();
  const [again] = await Promise.all([page.waitForEvent('download'), line.getByRole('link', { name: 'Download 2 leads' }).click()]);
  assert.deepEqual(await readFile(await again.path()), await readFile(await download.path()));
});

test('a list is made, filled from the leads, and shown', async () => {
  const page = await stage.open();
  await signIn(page, stage, account, '/settings/lists');
  await page.getByLabel('Name').fill('Fair in May');
  await page.getByRole('button', { name: 'Add list' }).click();
  await page.getByRole('link', { name: 'Fair in May' }).waitFor();
  await page.getByRole('link', { name: /All leads/ }).click();
  await page.getByLabel('Choose Porsche').check();
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('menuitem', { name: 'Fair in May' }).click();
  await page.getByText('1 chosen').waitFor({ state: 'detached' });
  await page.goto(`${service.url}/settings/lists`);
  await page.getByText('1 company').waitFor();
  await page.getByRole('link', { name: 'Fair in May' }).click();
  await page.getByRole('row', { name: /Porsche/ }).waitFor();
  assert.deepEqual(await names(page), ['Porsche']);
});

test('whoever knows better corrects the company behind a network, and can take it back', async () => {
  const own = await furnishedAccount(stage);
  const page = await stage.open();
  await signIn(page, stage, own);
  await page.getByRole('link', { name: 'Porsche' }).click();
  await page.getByRole('button', { name: 'It is them' }).click();
  await page.getByText('Confirmed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await listRules(service.ctx, own.accountId)).length === 0);
  await page.getByRole('button', { name: 'Someone else' }).click();
  await page.getByLabel('Domain of the company').fill('beetle-works.example.com');
  await page.getByLabel('Its name').fill('Beetle Works');
  await page.getByRole('button', { name: 'Correct it' }).click();
  await page.getByText('Corrected.').waitFor();
  await sendVisit(stage, own, { address: addresses.porsche, paths: ['/after'] });
  await page.getByRole('row', { name: /Beetle Works/ }).waitFor();
  await page.goto(`${service.url}/settings/corrections`);
  await page.getByRole('cell', { name: 'Beetle Works' }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No corrections yet.').waitFor();
});

test('a field of the account’s own is filled where it stands', async () => {
  const page = await stage.open();
  await signIn(page, stage, account, '/settings/fields');
  await page.getByLabel('Name').fill('Contract until');
  await page.getByLabel('It holds').selectOption('date');
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByText('contract_until').waitFor();
  await page.goto(`${service.url}/leads?q=porsche`);
  await page.getByRole('link', { name: 'Porsche' }).click();
  await page.getByLabel('Contract until').fill('2027-03-31');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/fields') && answer.request().method() === 'PATCH');
  await page.getByRole('heading', { name: 'Porsche' }).click();
  assert.equal((await saved).status(), 204);
  await page.reload();
  await page.getByLabel('Contract until').waitFor();
  assert.equal(await page.getByLabel('Contract until').inputValue(), '2027-03-31');
});
