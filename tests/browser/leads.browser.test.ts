import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Route } from 'playwright-core';
import readExcelFile from 'read-excel-file/node';
import type { AccountApi } from '../../server/src/app/api.ts';
import { importContacts } from '../../server/src/domain/imports/import-contacts.ts';
import { importFinancials } from '../../server/src/domain/imports/import-financials.ts';
import { importSignals } from '../../server/src/domain/imports/import-signals.ts';
import type { Importer } from '../../server/src/domain/imports/importer.ts';
import { runImport } from '../../server/src/domain/imports/run-import.ts';
import { writeNotifications } from '../../server/src/domain/notifications/write-notifications.ts';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { required } from '../../server/src/lib/required.ts';
import { readImportFile } from '../../server/src/providers/read-import-file.ts';
import { reasonText } from '../../web/src/leads/reasons.ts';
import { formatEmployeeRange } from '../../web/src/lib/format.ts';
import { loadTexts } from '../../web/src/texts/language.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { until } from '../kit/events.ts';
import { axeViolations } from './axe-violations.ts';
import { openSharedPage } from './shared-page.ts';
import { visit } from './views.ts';
import { addresses, addUser, type Lead, namesOf, rowOf, sendVisit, signIn, startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo, openSignedIn } = web;
const all = await web.leads();
const namesakes = Map.groupBy(all, ({ name }) => name.toLowerCase());
// Exports leave out companies that must not be contacted.
const doNotContact = await service.ctx.db
  .selectFrom('company_settings')
  .select('company_id')
  .where('account_id', '=', demo.accountId)
  .where('do_not_contact', '=', true)
  .execute();
const unusedLeads = all.filter(
  ({ companyId, name, domain }) =>
    getOrThrow(namesakes, name.toLowerCase()).length === 1 &&
    domain !== null &&
    !doNotContact.some(({ company_id }) => company_id === companyId),
);

const { page: sharedPage, show } = await openSharedPage(web);
const vera = await addUser(web, demo, 'member');

/** Returns a lead that no other test uses. */
function takeLead(fits: (lead: Lead) => boolean = () => true): Lead {
  const at = unusedLeads.findIndex(fits);
  assert.ok(at >= 0, 'the demo has such a lead');
  return firstOf(unusedLeads.splice(at, 1));
}

const filtersOf = (...conditions: object[]) => encodeURIComponent(JSON.stringify({ all: conditions }));
const countText = (leads: { length: number }) => `${leads.length} ${leads.length === 1 ? 'company' : 'companies'}`;
const matchText = (leads: { length: number }) => `${leads.length} ${leads.length === 1 ? 'company matches' : 'companies match'}`;

test('the list can be sorted, searched and limited to days, and its URL holds its state', async () => {
  const page = await web.open();
  await signIn(page, web, demo);
  await page.getByText(countText(all), { exact: true }).waitFor();
  await until(async () => (await namesOf(page))[0] === firstOf(all).name);
  assert.deepEqual(
    (await namesOf(page)).slice(0, 10),
    all.slice(0, 10).map(({ name }) => name),
    'the latest first',
  );
  const byName = await web.leads('sort=name&order=asc');
  await page.getByRole('button', { name: 'Company', exact: true }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  // Compares ten names, because the first one may also be that of the latest lead.
  const firstNames = byName.slice(0, 10).map(({ name }) => name);
  await until(async () => isDeepStrictEqual((await namesOf(page)).slice(0, 10), firstNames));
  assert.match(page.url(), /sort=name&order=asc/);
  const lead = takeLead();
  const found = await web.leads(`search=${lead.domain}&sort=name&order=asc`);
  await page.getByLabel('Search companies by name or domain').fill(required(lead.domain));
  await page.getByText(countText(found), { exact: true }).waitFor();
  await page.reload();
  await rowOf(page, lead.name).waitFor();
  assert.deepEqual(
    await namesOf(page),
    found.map(({ name }) => name),
    'the same after a reload',
  );
  await page.getByLabel('Search companies by name or domain').fill('nobody at all');
  await page.getByRole('heading', { name: 'No companies match “nobody at all”' }).waitFor();
  await page.getByText('visited in this period: Last 30 days.').waitFor();
  await page.getByRole('button', { name: 'Show the last 12 months' }).click();
  await page.waitForURL(/range=365d/);
  await page.goBack();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByText(countText(all), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.waitForURL(/range=today/);
  await page.getByText(countText(all), { exact: true }).waitFor({ state: 'detached' });
  const day = await web.day(-4);
  const { rows } = await web.getJson<{ rows: Lead[] }>(`/leads?from=${day}&to=${day}&limit=500`);
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByLabel('From', { exact: true }).fill(day);
  await page.getByLabel('To', { exact: true }).fill(day);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(countText(rows), { exact: true }).waitFor();
});

test('a row shows the same figures as the company page and explains them on hover; recommended leads show their reasons', async () => {
  const lead = takeLead(
    ({ icps, industry, place, tagIds, source }) =>
      icps.length > 0 && industry !== null && !!place?.city && tagIds.length > 0 && source !== null && source !== '(direct)',
  );
  const page = await show(`/leads?q=${lead.domain}`);
  const row = rowOf(page, lead.name);
  const words = (await row.textContent()) ?? '';
  for (const part of [
    required(lead.domain),
    required(lead.place?.city),
    required(lead.industry),
    formatEmployeeRange(required(lead.employeeRange)),
    String(lead.visits),
    String(lead.pageViews),
    'ICP',
    required(lead.source),
  ])
    assert.ok(words.includes(part), `${part} in ${words}`);
  await row
    .getByTitle(/Customer|Hot/)
    .first()
    .waitFor();
  await row.getByRole('button', { name: /^Quality/ }).hover();
  await page
    .getByText(/Deepest visit|deepest visit/)
    .first()
    .waitFor();
  await row.getByRole('button', { name: /^Intent \d+\.\d out of 10$/ }).hover();
  await page.getByText(/^Recency \d\.\d · frequency/).waitFor();
  await row.getByRole('button', { name: /^Intent/ }).click();
  const figures = page.getByTestId('company-stats');
  const shown = async () => (await figures.locator('dd').allInnerTexts()).map((text) => text.trim());
  await figures.getByRole('heading', { name: 'Last 30 days' }).waitFor();
  const inPanel = await shown();
  assert.deepEqual(inPanel.slice(0, 3), [String(lead.visits), String(lead.pageViews), String(lead.quality.rank)], 'the figures of the row');
  await figures.getByText(/^All time: \d+ visits?, /).waitFor();
  await page.getByLabel('Open full page').click();
  await page.waitForURL(/\/companies\/\d+\?range=30d$/);
  await figures.getByRole('heading', { name: 'Last 30 days' }).waitFor();
  assert.deepEqual(await shown(), inPanel, 'the page of the company shows the same figures');
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await figures.getByRole('heading', { name: 'Last 12 months' }).waitFor();
  const withReasons = await web.leads('feed=recommended_leads');
  const recommended = required(withReasons.find(({ reasons }) => reasons.some(({ kind }) => kind !== 'icp')));
  await loadTexts('en');
  const reason = reasonText(required(recommended.reasons.find(({ kind }) => kind !== 'icp')));
  await page.getByRole('link', { name: /^Recommended leads/ }).click();
  await rowOf(page, recommended.name).getByText(reason).click();
  const why = page.getByTestId('why-now').getByRole('listitem').filter({ hasText: reason });
  await why.getByText(/\d{4}/).waitFor();
  await why.getByRole('link').click();
  await page.waitForURL(/\/companies\/\d+\?from=/);
  const activity = page.getByRole('region', { name: 'Activity' });
  await activity.getByRole('button', { name: /in these days$/, pressed: true }).waitFor();
  await activity.getByTestId('visit').first().waitFor();
  await activity.getByRole('button', { name: 'Everything' }).click();
  await activity.getByText('All time').waitFor();
});

test('conditions filter the list immediately, can be negated, and are saved as a feed', async () => {
  const condition = (excluded: boolean, ...values: string[]) => ({ field: 'page_url', operator: 'contains', values, excluded });
  const [readers, others, both] = await Promise.all([
    web.leads(`filters=${filtersOf(condition(false, '/security'))}`),
    web.leads(`filters=${filtersOf(condition(true, '/security'))}`),
    web.leads(`filters=${filtersOf(condition(false, '/security', '/careers'))}`),
  ]);
  assert.ok(readers.length > 0 && readers.length < both.length && readers.length + others.length === all.length);
  const page = await show();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('complementary', { name: 'Filter leads' });
  await dialog.getByLabel('Field').selectOption('page_url');
  await dialog.getByLabel('Value').fill('/security');
  await dialog.getByText(matchText(readers), { exact: true }).waitFor();
  await dialog.getByLabel('Exclude').check();
  await dialog.getByText(matchText(others), { exact: true }).waitFor();
  await dialog.getByLabel('Exclude').uncheck();
  await dialog.getByText(matchText(readers), { exact: true }).waitFor();
  await dialog.getByLabel('Name of the feed').fill('Careful ones');
  await dialog.getByRole('button', { name: 'Save as feed' }).click();
  await page.getByRole('link', { name: `Careful ones ${readers.length}` }).waitFor();
  await page.getByRole('heading', { name: 'Careful ones' }).waitFor();
  await until(async () => (await namesOf(page))[0] === firstOf(readers).name);
  assert.deepEqual(
    (await namesOf(page)).slice(0, 10),
    readers.slice(0, 10).map(({ name }) => name),
  );
  await page.getByText('Page URL contains /security').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Industry' }).click();
  await page.keyboard.press('Escape');
  const widthOf = async () => (await page.getByRole('columnheader', { name: /^Place/ }).boundingBox())?.width ?? 0;
  const widthBefore = await widthOf();
  await page.getByRole('button', { name: 'Width of Place' }).press('ArrowRight');
  await until(async () => (await widthOf()) > widthBefore + 8);
  await page.getByRole('button', { name: 'Company', exact: true }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Save columns and order to “Careful ones”' }).click();
  const savedView = async () => {
    const { feeds } = await web.getJson<AccountApi['GET /feeds']['response']>('/feeds');
    return feeds.find(({ name }) => name === 'Careful ones')?.view?.columns ?? [];
  };
  await until(async () => {
    const shown = await savedView();
    return shown.includes('place') && !shown.includes('industry');
  });
  const savedFeed = required(new URL(page.url()).searchParams.get('feed'));
  await page.evaluate(() => localStorage.clear());
  await show(`/leads?feed=${savedFeed}`, { isFresh: true });
  await page.locator('[aria-sort=ascending]').getByRole('button', { name: 'Company', exact: true }).waitFor();
  assert.ok((await widthOf()) > widthBefore + 8, 'the saved view contains the width');
  await page.getByRole('button', { name: 'Edit feed' }).click();
  await dialog.getByLabel('Value').press('Enter');
  await dialog.getByLabel('Value').fill('/careers');
  await dialog.getByText(matchText(both), { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save to “Careful ones”' }).click();
  await page.waitForURL((url) => url.searchParams.get('feed') === savedFeed);
  await page.getByText('Page URL contains /security or /careers').waitFor();
  await page.getByRole('link', { name: `Careful ones ${both.length}` }).waitFor();
  await visit(page, `${new URL(page.url()).pathname}${new URL(page.url()).search}&range=7d`);
  await page.getByRole('button', { name: 'Edit feed' }).click();
  await dialog.getByLabel('Value').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('range'), '7d', 'editing a feed keeps the period');
  await dialog.getByRole('button', { name: 'Remove condition' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('range'), '7d');
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('heading', { name: 'Careful ones' }).waitFor();
  await page.getByText('Page URL contains /security or /careers').waitFor();
  const american = { field: 'country_code', operator: 'is', values: ['US'], excluded: false };
  const narrowed = await web.leads(`filters=${filtersOf(condition(false, '/security', '/careers'), american)}`);
  assert.ok(narrowed.length > 0 && narrowed.length < both.length);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await dialog.getByLabel('Field').selectOption('country_code');
  await dialog.getByLabel('Value').fill('United States');
  await dialog.getByText(matchText(narrowed), { exact: true }).waitFor();
  const warning = dialog.getByText('but no hidden companies');
  await dialog.getByLabel('Only hidden companies').check();
  await warning.waitFor();
  await dialog.getByLabel('Only hidden companies').uncheck();
  await warning.waitFor({ state: 'detached' });
  await dialog.getByText(matchText(narrowed), { exact: true }).waitFor();
  await dialog.getByLabel('Name of the feed').fill('Careful Americans');
  await dialog.getByRole('button', { name: 'Save as feed' }).click();
  await page.getByRole('link', { name: `Careful Americans ${narrowed.length}` }).waitFor();
});

test('conditions can be combined with “and” and “or”, and removed', async () => {
  const german = { field: 'country_code', operator: 'is', values: ['DE'], excluded: false };
  const inGermany = await web.leads(`filters=${filtersOf(german)}`);
  const readers = await web.leads(
    `filters=${filtersOf(german, { field: 'pageviews', operator: 'between', values: [2, 9], excluded: false })}`,
  );
  assert.ok(readers.length > 0 && readers.length < inGermany.length);
  const page = await show();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('complementary', { name: 'Filter leads' });
  await dialog.getByLabel('Field').selectOption('country_code');
  await dialog.getByLabel('Value').fill('Germany');
  // The applied filter appears above the list and moves the button.
  await page.getByText('Visit country is Germany').waitFor();
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Field').nth(1).selectOption('pageviews');
  await dialog.getByLabel('Comparison').nth(1).selectOption('between');
  await dialog.getByLabel('From').fill('2');
  await dialog.getByLabel('To').fill('9');
  await dialog.getByText(matchText(readers), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.match((await page.locator(':focus').textContent()) ?? '', /^\s*Filter/, 'the focus returns to the button that opened the builder');
  await page.getByText(countText(readers), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove filter Page views between 2 and 9' }).click();
  await page.getByText(countText(inGermany), { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Visit country is Germany').waitFor();
  const reader = { field: 'page_url', operator: 'contains', values: ['/careers'], excluded: false };
  const either = await web.leads(`filters=${encodeURIComponent(JSON.stringify({ all: [], any: [[german, reader]] }))}`);
  assert.ok(either.length > inGermany.length);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await dialog.getByRole('button', { name: 'Or…' }).click();
  await dialog.getByLabel('Value').last().fill('/careers');
  await dialog.getByText(matchText(either), { exact: true }).waitFor();
  await until(async () => (await dialog.locator('datalist option[value="/careers"]').count()) > 0);
  assert.deepEqual(await axeViolations(page), []);
  const addCondition = dialog.getByRole('button', { name: 'Add condition' });
  await addCondition.click();
  await dialog.getByRole('button', { name: 'Remove condition' }).last().click();
  assert.ok(await addCondition.evaluate((button) => button === document.activeElement), 'the focus stays in the builder');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Visit country is Germany or Page URL contains /careers').waitFor();
});

test('a list that does not contain all companies says so at its end', async () => {
  const page = await openSignedIn(demo, '/no/such/page');
  await page.route('**/leads?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isTotalCapped: true } });
  });
  await page.route('**/feeds', async (route) => {
    const response = await route.fetch();
    const { feeds, ...rest }: AccountApi['GET /feeds']['response'] = await response.json();
    await route.fulfill({ response, json: { ...rest, feeds: feeds.map((feed) => ({ ...feed, count: 10_000 })) } });
  });
  await page.goto(`${service.url}/leads`);
  await page.getByRole('link', { name: 'All leads 10,000+', exact: true }).waitFor();
  await page.getByText(`${all.length}+ companies`, { exact: true }).waitFor();
  const end = page.getByText(`Only the first ${all.length} companies are listed.`);
  assert.equal(await end.count(), 0, 'not before its end');
  await page.getByRole('table', { name: 'Leads' }).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await end.waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a search of several words suggests filters, which Enter applies, even right after typing', async () => {
  const page = await show();
  await page.getByLabel('Search companies by name or domain').fill('DE manufacturing >500 pricing');
  const group = page.getByRole('group', { name: 'As filters:' });
  await group.getByText('Headquarters country is Germany').waitFor();
  await group.getByText(/^Industry is .*manufactur/i).waitFor();
  await page.keyboard.press('Enter');
  const filters = page.getByRole('group', { name: 'Filters', exact: true });
  await filters.getByText('Headquarters country is Germany').waitFor();
  await filters.getByText('Page URL contains pricing').waitFor();
  assert.equal(await page.getByLabel('Search companies by name or domain').inputValue(), '');
  await filters.getByRole('button', { name: 'Save as feed' }).click();
  await page.getByLabel('Name of the feed').and(page.locator(':focus')).waitFor();
  await filters.getByRole('button', { name: 'Save as feed' }).waitFor({ state: 'detached' });
  await show();
  // Both in one task of the page, so that Enter is pressed before the delay of the search has passed.
  const searched = await page.getByLabel('Search companies by name or domain').evaluate(async (field) => {
    (field as HTMLInputElement).focus();
    document.execCommand('insertText', false, 'DE pricing');
    await Promise.resolve();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    return location.search;
  });
  assert.equal(searched, '?q=DE+pricing', 'the search does not wait for its delay, after which it would undo the filters');
  await filters.getByText('Page URL contains pricing').waitFor();
  assert.equal(await page.getByLabel('Search companies by name or domain').inputValue(), '');
  const held = Promise.withResolvers<void>();
  await page.route('**/search-filters?*', (route) => held.promise.then(() => route.continue()));
  await page.getByLabel('Search companies by name or domain').fill('>500');
  await page.keyboard.press('Enter');
  await filters.getByRole('button', { name: 'Remove filter Page URL contains pricing' }).click();
  held.resolve();
  await filters.getByText(/^Employees/).waitFor();
  assert.equal(await filters.getByText('Page URL contains pricing').count(), 0, 'a filter removed meanwhile stays removed');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a search that cannot be turned into filters and a selection that cannot be loaded show an error', async () => {
  const page = await show();
  await page.getByLabel('Search companies by name or domain').waitFor();
  const refuse = (title: string) => (route: Route) => route.fulfill({ status: 409, json: { code: 'conflict', title } });
  await page.route('**/search-filters?*', refuse('No filters now.'));
  await page.getByLabel('Search companies by name or domain').fill(firstOf(all).name);
  await page.keyboard.press('Enter');
  await page.getByText('No filters now.').waitFor();
  await show('/leads');
  await page.locator('[data-testid=lead-row]').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: `Select all ${all.length}` }).waitFor();
  await page.route('**/leads?*limit=500*', refuse('No leads now.'));
  await page.getByRole('button', { name: `Select all ${all.length}` }).click();
  await page.getByText('No leads now.').waitFor();
  await page.getByText('1 selected').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('filters and selections that arrive after the search has changed are ignored', async () => {
  const page = await show('/leads?q=DE+pricing');
  const suggestion = page.getByRole('group', { name: 'As filters:' });
  await suggestion.getByText('Page URL contains pricing').waitFor();
  const held = Promise.withResolvers<void>();
  const hold = (route: Route) => held.promise.then(() => route.continue());
  /** Responses are handled in the task in which they arrive, so their effects are visible afterwards. */
  const release = async (url: RegExp) => {
    const arrived = page.waitForResponse(url);
    held.resolve();
    await (await arrived).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
  await page.route('**/search-filters?*', hold);
  await suggestion.getByRole('button').click();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await release(/search-filters/);
  assert.equal(new URL(page.url()).pathname, '/inbox');
});

test('leads that are selected after the filter has changed are not selected', async () => {
  const page = await show('/leads');
  await page.locator('[data-testid=lead-row]').first().getByRole('checkbox').check();
  const held = Promise.withResolvers<void>();
  await page.route('**/leads?*limit=500*', (route) => held.promise.then(() => route.continue()));
  await page.getByRole('button', { name: `Select all ${all.length}` }).click();
  await page.getByLabel('Search companies by name or domain').fill(required(takeLead().domain));
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  const arrived = page.waitForResponse('**/leads?*limit=500*');
  held.resolve();
  await (await arrived).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.equal(await page.getByRole('toolbar', { name: 'Selected leads' }).count(), 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('columns can be hidden and resized, and stay so after a reload', async () => {
  const page = await openSignedIn(demo);
  // A narrow page shows fewer columns instead of a scroll bar, and the menu says which.
  const list = page.getByRole('table', { name: 'Leads' });
  for (const width of [1366, 1100]) {
    await page.setViewportSize({ width, height: 860 });
    assert.equal(await list.evaluate((element) => element.scrollWidth - element.clientWidth), 0, `${width} pixels`);
  }
  const nameWidths = () =>
    page.locator('[data-testid=lead-name]').evaluateAll((names) => names.map((name) => name.parentElement!.parentElement!.clientWidth));
  await page.locator('[data-testid=lead-name] a').first().click();
  const panel = page.getByRole('complementary', { name: 'Company' });
  for (const width of [1366, 1100, 1024]) {
    await page.setViewportSize({ width, height: 860 });
    await panel.waitFor();
    const narrowest = Math.min(...(await nameWidths()));
    assert.ok(narrowest >= 140, `beside the panel, a name has ${narrowest} pixels at ${width} pixels`);
  }
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const builder = page.getByRole('complementary', { name: 'Filter leads' });
  await builder.getByLabel('Field').waitFor();
  await panel.waitFor({ state: 'detached' });
  await page.locator('[data-testid=lead-name] a').first().click();
  await builder.waitFor({ state: 'hidden' });
  assert.ok(Math.min(...(await nameWidths())) >= 140, 'the filter builder makes room');
  await page.getByRole('button', { name: 'Close (Escape)' }).click();
  await builder.getByRole('button', { name: 'Close filters' }).click();
  await panel.waitFor({ state: 'detached' });
  for (const width of [1040, 834]) {
    await page.setViewportSize({ width, height: 860 });
    const dates = await page.getByRole('button', { name: 'Last 30 days' }).boundingBox();
    assert.ok(dates && dates.x + dates.width <= width, `the days can be selected at ${width} pixels`);
  }
  await page.setViewportSize({ width: 1100, height: 860 });
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Place Selected' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Industry Selected' }).count(), 0);
  await page.getByRole('menuitem', { name: 'Industry' }).click();
  await page.getByRole('menuitem', { name: 'Industry Selected' }).waitFor();
  await page.getByRole('columnheader', { name: 'Industry' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Size' }).count(), 0);
  for (const column of ['Size', 'Source', 'Tags', 'Assignee']) await page.getByRole('menuitem', { name: column }).click();
  // Selecting all columns is not the default, which hides some of them.
  for (const column of ['Industry', 'Size', 'Assignee']) await page.getByRole('columnheader', { name: column }).waitFor();
  for (const column of ['Size', 'Source', 'Tags', 'Assignee']) await page.getByRole('menuitem', { name: column }).click();
  await page.getByRole('menuitem', { name: 'Industry' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Industry' }).waitFor({ state: 'detached' });
  const positions = await page.evaluate(() => {
    const lefts = (row: Element) => [...row.querySelectorAll(':scope > *')].map((cell) => Math.round(cell.getBoundingClientRect().left));
    return [...document.querySelectorAll('[role=row]')].map((row) => JSON.stringify(lefts(row)));
  });
  assert.ok(positions.length > 10);
  assert.equal(new Set(positions).size, 1, 'the columns of all rows and of the header are aligned');
  const widthOf = async () => (await page.getByRole('columnheader', { name: /^Place/ }).boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.getByRole('button', { name: 'Width of Place' }).press('ArrowRight');
  await until(async () => (await widthOf()) > before + 8);
  await page.reload();
  await page.locator('[data-testid=lead-name]').first().waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Industry' }).count(), 0);
  assert.ok((await widthOf()) > before + 8);
});

test('folders and feeds can be created, renamed, moved and deleted', async () => {
  const campaign = await web.leads(
    `filters=${filtersOf({ field: 'campaign', operator: 'is', values: ['autumn-energy'], excluded: false })}`,
  );
  const page = await show();
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('group', { name: 'Sales' }).getByRole('link', { name: 'Viewed pricing' }).waitFor();
  await nav.getByRole('link', { name: `From the autumn campaign ${campaign.length}` }).waitFor();
  await nav.getByRole('button', { name: 'Feed From the autumn campaign' }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByLabel('Name of the folder').fill('Marketing');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await nav.getByRole('group', { name: 'Marketing' }).getByRole('link', { name: 'From the autumn campaign' }).waitFor();
  await nav.getByRole('button', { name: 'Folder Marketing' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name of the folder').fill('Content');
  await page.getByRole('button', { name: 'Rename' }).click();
  await nav.getByRole('group', { name: 'Content' }).waitFor();
  await nav.getByRole('button', { name: 'Content', exact: true }).click();
  await nav.getByRole('link', { name: 'From the autumn campaign' }).waitFor({ state: 'detached' });
  await nav.getByRole('button', { name: 'Content', exact: true }).click();
  await nav.getByRole('button', { name: 'Feed From the autumn campaign' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name of the feed').fill('Energy');
  await page.getByRole('button', { name: 'Rename' }).click();
  await nav.getByRole('link', { name: `Energy ${campaign.length}` }).click();
  await page.getByText(countText(campaign), { exact: true }).waitFor();
  await nav.getByRole('button', { name: 'Folder Content' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await nav.getByRole('group', { name: 'Content' }).waitFor({ state: 'detached' });
  await nav.getByRole('button', { name: 'Feed Energy' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'All leads' }).waitFor();
  await nav.getByRole('link', { name: 'Energy' }).waitFor({ state: 'detached' });
  await nav.getByRole('link', { name: 'Viewed pricing' }).click();
  await page.getByRole('heading', { name: 'Viewed pricing' }).waitFor();
  const deleted = Promise.withResolvers<void>();
  await page.route('**/feeds/*', async (route) => {
    await deleted.promise;
    await route.fulfill({ status: 204 });
  });
  await nav.getByRole('button', { name: 'Feed Viewed pricing' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await nav.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  // The feeds are requested again before the page could be left.
  const refetched = page.waitForResponse(/\/feeds$/);
  deleted.resolve();
  await (await refetched).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.equal(new URL(page.url()).pathname, '/inbox', 'deleting a feed leaves no other page');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const held = Promise.withResolvers<void>();
  await page.route('**/feed-folders', (route) => held.promise.then(() => route.continue()));
  await nav.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByLabel('Name of the folder').fill('Slow');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await nav.getByRole('button', { name: 'Feed Viewed pricing' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name of the feed').waitFor();
  held.resolve();
  await page.getByText('Slow', { exact: true }).waitFor({ state: 'attached' });
  assert.equal(await page.getByLabel('Name of the feed').count(), 1, 'a late response closes no other dialog');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Closing the dialog would focus its button, which handles Enter in the next test.
  await show('/leads', { isFresh: true });
});

test('leads can be navigated, selected, opened and closed by keyboard; notes are saved with their author', async () => {
  const [first, second] = firstItems(await web.leads('feed=new_leads&sort=name&order=asc'), 2);
  const page = await show('/leads?feed=new_leads&sort=name&order=asc');
  await rowOf(page, first.name).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  assert.ok(await page.getByLabel(`Select ${second.name}`, { exact: true }).isChecked());
  await page.keyboard.press('Escape');
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Company' });
  await panel.getByRole('heading', { name: second.name, exact: true }).waitFor();
  const note = panel.getByLabel('Write a note');
  await note.pressSequentially('Ask for the plant manager, @me');
  await panel.getByRole('option', { name: /^Vera member/ }).waitFor();
  assert.deepEqual(await axeViolations(page, { inside: 'aside form' }), []);
  await page.keyboard.press('Enter');
  await note.pressSequentially('please.');
  await page.keyboard.press('Control+Enter');
  await panel.locator('[data-testid=note]').getByText('Ask for the plant manager, @Vera member please.').waitFor();
  const mentioned = new BrowserSession(service);
  await mentioned.signIn(vera.email);
  type Notifications = AccountApi['GET /notifications']['response'];
  const { notifications } = (await mentioned.get<Notifications>(`/accounts/${demo.accountId}/notifications`)).body;
  assert.deepEqual(
    notifications.map(({ kind, company }) => [kind, company]),
    [['mention', second.name]],
  );
  await panel
    .locator('[data-testid=note]')
    .getByText(/^Dana Demo · /)
    .waitFor();
  await note.fill('A draft for this company');
  await panel.getByRole('button', { name: 'Next lead' }).click();
  await panel.getByRole('heading', { name: second.name, exact: true }).waitFor({ state: 'detached' });
  await panel.getByRole('article').waitFor();
  assert.equal(await note.inputValue(), '', 'the draft is not added to another company');
  await panel.getByRole('button', { name: 'Previous lead' }).click();
  await panel.getByRole('heading', { name: second.name, exact: true }).waitFor();
  assert.equal(await note.inputValue(), 'A draft for this company');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('aside textarea')?.textContent === 'A draft for this company');
  await note.fill('');
  await panel.getByRole('button', { name: 'Follow' }).click();
  await panel.getByText('followed the company').waitFor();
  await panel.getByRole('heading', { name: second.name, exact: true }).click();
  await page.keyboard.press('k');
  await panel.getByRole('heading', { name: first.name, exact: true }).waitFor();
  await page.reload();
  await panel.getByRole('heading', { name: first.name, exact: true }).waitFor();
  await rowOf(page, second.name).waitFor();
  await page.keyboard.press('j');
  await panel.getByRole('heading', { name: second.name, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByLabel(`Select ${first.name}`, { exact: true }).check();
  await rowOf(page, second.name).click();
  await panel.getByRole('heading', { name: second.name, exact: true }).waitFor();
  const toolbar = page.getByRole('toolbar', { name: 'Selected leads' });
  for (const [key, name] of Object.entries({ a: 'Assign', t: 'Tag', l: 'List' })) {
    await page.keyboard.press(key);
    await page.getByRole('menuitem').first().waitFor();
    assert.equal(await page.locator('[aria-haspopup=menu][aria-expanded=true]').count(), 1, `${key} opens one menu`);
    assert.equal(await toolbar.getByRole('button', { name, exact: true, includeHidden: true }).getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  }
  await page.keyboard.press('h');
  await page.getByText('The company is hidden.').waitFor();
  await rowOf(page, first.name).waitFor({ state: 'detached' });
  await rowOf(page, second.name).waitFor();
  await page.keyboard.press('u');
  await rowOf(page, first.name).waitFor();
  await page.getByRole('link', { name: /Followed companies/ }).click();
  await rowOf(page, second.name).waitFor();
});

test('selected leads can be tagged, assigned, followed and hidden together', async () => {
  const word = takeLead(({ tagIds }) => tagIds.length === 0).name.slice(0, 3);
  const found = await web.leads(`search=${encodeURIComponent(word)}`);
  const lead = firstOf(found);
  const rest = found.slice(1);
  const owner = new BrowserSession(service);
  await owner.signIn(demo.email, demo.password);
  for (let at = 1; at <= 8; at++) await owner.send('POST', `/accounts/${demo.accountId}/tags`, { name: `Region ${at}`, color: at });
  const page = await show('/settings/tags');
  await page.getByLabel('Name').fill('Warm');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.locator('[data-testid=tag]').getByText('Warm').waitFor();
  await show(`/leads?q=${encodeURIComponent(word)}`);
  await rowOf(page, lead.name).first().waitFor();
  await page.getByLabel('Select all visible leads').check();
  await page.getByText(`${found.length} selected`).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('menuitem', { name: 'Region 8' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.type('Fair');
  await page.getByRole('menuitem', { name: 'Warm' }).waitFor({ state: 'detached' });
  await page.getByRole('menuitem', { name: 'New tag' }).and(page.locator('[data-highlighted]')).waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await page.getByLabel('Name of the tag').inputValue(), 'Fair', 'the search is the name of the new tag');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await page.keyboard.press('t');
  await page.getByRole('menuitem', { name: 'Warm' }).waitFor();
  await page.keyboard.type('region');
  await page.getByRole('menuitem', { name: 'Warm' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('menuitem').count(), 9, 'the search finds the tags with this text, and a new tag can be created');
  await page.getByRole('dialog').getByLabel('Search').fill('war');
  await page.getByRole('menuitem', { name: 'Warm' }).and(page.locator('[data-highlighted]')).waitFor();
  await page.keyboard.press('Enter');
  await page
    .locator('[data-testid=lead-row] [title=Warm]')
    .nth(found.length - 1)
    .waitFor();
  await page.getByText(`${found.length} selected`).waitFor({ state: 'detached' });
  await page.getByLabel(`Select ${lead.name}`, { exact: true }).check();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Vera member' }).click();
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await rowOf(page, lead.name).getByText('Vera member').waitFor({ state: 'attached' });
  await page.getByLabel(`Select ${lead.name}`, { exact: true }).check();
  await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name: 'Follow' }).click();
  await rowOf(page, lead.name).getByTitle('Followed').waitFor();
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await page.getByLabel(`Select ${lead.name}`, { exact: true }).check();
  await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name: 'Hide' }).click();
  await rowOf(page, lead.name).waitFor({ state: 'detached' });
  if (rest.length > 0) await page.getByText(countText(rest), { exact: true }).waitFor();
  await page.getByText('The company is hidden.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The company is hidden.').waitFor({ state: 'detached' });
  await rowOf(page, lead.name).waitFor();
  await page.getByLabel(`Select ${lead.name}`, { exact: true }).check();
  await page.keyboard.press('t');
  await page.getByRole('menuitem', { name: 'Warm' }).click();
  await rowOf(page, lead.name).locator('[title=Warm]').waitFor({ state: 'detached' });
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await rowOf(page, lead.name).click();
  const panel = page.getByRole('complementary', { name: 'Company' });
  await panel.getByText('Assigned to Vera member').waitFor();
  await panel.getByRole('button', { name: 'Hide' }).click();
  await rowOf(page, lead.name).waitFor({ state: 'detached' });
  await show('/leads');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Only hidden companies').check();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Hidden companies' }).waitFor();
  await page.getByLabel(`Select ${lead.name}`, { exact: true }).check();
  await page.getByRole('button', { name: 'Unhide' }).click();
  await page.getByRole('heading', { name: 'No companies match' }).waitFor();
  await page.getByRole('button', { name: 'Show all leads' }).click();
  await page.getByText(countText(all), { exact: true }).waitFor();
});

test('a new visit appears at the top without a reload', async () => {
  const page = await show();
  await page.locator('[data-testid=lead-name]').first().waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const company = (row: Element | null) => row?.querySelector('[data-testid=lead-name]')?.textContent;
  const moved = required(await page.$('[data-testid=lead-row][aria-rowindex="2"]'));
  const before = await moved.evaluate(company);
  await sendVisit(web, demo, { address: addresses.bayer, paths: ['/careers'] });
  await page.locator('[data-testid=lead-row][aria-rowindex="2"]').getByRole('link', { name: 'Bayer', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => 'isSamePage' in window), true, 'without a reload');
  assert.equal(await moved.evaluate(company), before, 'a row that moves stays the row of its company');
});

test('keys act on the current company when a new visit moves it down, and once while they are held', async () => {
  const page = await show();
  await page.getByTestId('lead-row').first().waitFor();
  const name = required(firstOf(await namesOf(page)));
  const { companyId, followed } = required((await web.leads()).find((lead) => lead.name === name));
  await page.keyboard.press('j');
  await rowOf(page, name).and(page.locator('[data-current=true]')).waitFor();
  const address = name === 'Bayer' ? addresses.sap : addresses.bayer;
  await sendVisit(web, demo, { address, paths: ['/moves-the-current-row'] });
  await rowOf(page, name).and(page.locator('[aria-rowindex="3"][data-current=true]')).waitFor();
  await page.keyboard.press('f');
  const isFollowed = async () => required((await web.leads()).find((lead) => lead.companyId === companyId)).followed;
  await until(async () => (await isFollowed()) !== followed);
  await page.keyboard.press('f');
  await until(async () => (await isFollowed()) === followed);
  for (let times = 0; times < 2; times++) await page.keyboard.down('x');
  await page.keyboard.up('x');
  await page.getByText('1 selected').waitFor();
});

test('the list keeps its scroll position when the user returns to it', async () => {
  const page = await openSignedIn(demo);
  await page.locator('[data-testid=lead-name]').first().waitFor();
  const table = page.getByRole('table', { name: 'Leads' });
  await table.evaluate((element) => element.scrollTo(0, 2600));
  await page.locator('[data-testid=lead-row][aria-rowindex="56"]').click();
  const panel = page.getByRole('complementary', { name: 'Company' });
  const name = required(await panel.getByRole('heading', { level: 1 }).textContent());
  await page.getByLabel('Open full page').click();
  await page.waitForURL(/\/companies\//);
  await page.goBack();
  await rowOf(page, name).first().waitFor();
  assert.ok(Math.abs((await table.evaluate((element) => element.scrollTop)) - 2600) < 60);
});

test('a company page shows its visits and their path through the site', async () => {
  await sendVisit(web, demo, {
    address: addresses.audi,
    paths: ['/', '/pricing', '/demo'],
    minutesAgo: 90,
    referrer: 'https://www.google.com/',
    email: 'ada@audi.de',
  });
  const page = await show('/leads?q=audi');
  await page.getByRole('link', { name: 'Audi', exact: true }).click();
  await page.getByLabel('Open full page').click();
  await page.waitForURL(/\/companies\/\d+\?range=30d$/);
  await page.getByRole('heading', { name: 'Audi', exact: true }).waitFor();
  await page.waitForFunction(() => document.title === 'Audi · Leadlight');
  for (const name of ['Why this company', 'Known visitors', 'Custom fields', 'Contacts', 'Signals', 'Financials', 'Activity'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByText('ada@audi.de').first().waitFor();
  await page.getByText('Network operator').first().waitFor();
  const visit = page.locator('[data-testid=visit]').first();
  for (const words of ['google · organic', 'Chrome on Windows', 'Viewed pricing']) await visit.getByText(words).waitFor();
  assert.deepEqual(
    (await visit.locator('[data-testid=visit-step]').allInnerTexts()).map((words) => firstOf(words.split('\n')).split(' ')[0]),
    ['/', 'Left', '/pricing', '/demo'],
  );
  assert.match((await visit.locator('[data-testid=visit-step]').first().textContent()) ?? '', /20 s/, 'the time on the page');
});

test('a company page shows imported contacts, signals and financials', async () => {
  const lead = takeLead();
  const importLines = async <Row>(importer: Importer<Row>, columns: string, values: string) => {
    const path = join(tmpdir(), `leadlight-${importer.name}-${lead.companyId}.csv`);
    await writeFile(path, `domain,${columns}\n${lead.domain},${values}\n`);
    try {
      const { refused } = await runImport(service.ctx, importer, readImportFile(path), { dryRun: false });
      assert.deepEqual(refused, []);
    } finally {
      await rm(path);
    }
  };
  await importLines(importContacts, 'full_name,title,email', 'Grete Hermann,Head of purchasing,grete@hermann.example');
  const now = service.ctx.clock.now().getTime();
  const news = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Opens a second plant'].map(
    (title, at) => `business_expansion,${title},${new Date(now - at * 1000).toISOString()},2026-10-01`,
  );
  await importLines(importSignals, 'category,title,published_at,event_date', news.join(`\n${lead.domain},`));
  await importLines(importFinancials, 'year,currency,revenue,employees', '2025,EUR,12500000,321');
  const owner = new BrowserSession(service);
  await owner.signIn(demo.email, demo.password);
  await owner.send('POST', `/accounts/${demo.accountId}/personas`, { name: 'Buys for the plant', positions: ['purchasing'] });
  const page = await show(`/companies/${lead.companyId}`);
  await page.getByTestId('contact').filter({ hasText: 'Grete Hermann' }).getByText('Buys for the plant').waitFor();
  await page.getByText('Head of purchasing · e-mail known').waitFor();
  // Only the newest six signals are shown at first.
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await page.getByText('Opens a second plant').waitFor();
  const report = page.getByRole('row').filter({ hasText: '2025' });
  for (const words of [/12\D?500\D?000 EUR/, /321/]) await report.getByText(words).first().waitFor();
});

test('the keys a and t assign and tag the focused row, and ? shows the shortcuts', async () => {
  const lead = takeLead(({ tagIds, assigneeId }) => tagIds.length === 0 && assigneeId === null);
  const page = await show(`/leads?q=${lead.domain}&sort=name`);
  const row = rowOf(page, lead.name);
  await row.waitFor();
  const steps = (await namesOf(page)).indexOf(lead.name) + 1;
  for (let step = 0; step < steps; step++) await page.keyboard.press('j');
  await page.keyboard.press('t');
  await page.getByRole('menuitem', { name: 'Customer' }).click();
  await row.getByTitle('Customer', { exact: true }).waitFor();
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('a');
  await page.getByRole('menuitem').first().and(page.locator('[data-highlighted]')).waitFor();
  const member = firstOf(await web.getJson<{ firstName: string; lastName: string }[]>('/members'));
  await page.keyboard.press('Enter');
  await row.getByText(`${member.firstName} ${member.lastName}`).waitFor({ state: 'attached' });
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next row').waitFor();
});

test('on a slow device, a menu opened by a shortcut waits for its names and highlights the first', async () => {
  const held = Promise.withResolvers<void>();
  await sharedPage.route('**/members', (route) => held.promise.then(() => route.continue()));
  const page = await show('/leads', { isFresh: true });
  await page.locator('[data-testid=lead-row]').first().waitFor();
  await page.keyboard.press('j');
  // The browser makes the page slow by computing, so it is slow only while the menu opens.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.keyboard.press('a');
  await page.getByText('1 selected').waitFor();
  assert.equal(await page.getByRole('menuitem').count(), 0, 'the items do not move when the names arrive');
  held.resolve();
  await page.getByRole('menuitem').first().and(page.locator('[data-highlighted]')).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.detach();
});

test('lists and tags can be created from a company, which shows them and can be removed from them', async () => {
  const lead = takeLead(({ tagIds }) => tagIds.length === 0);
  const page = await show(`/leads?company=${lead.companyId}`);
  const panel = page.getByRole('complementary', { name: 'Company' });
  await panel.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New list' }).click();
  await page.getByLabel('Name of the list').fill('Fair in June');
  await page.getByRole('button', { name: 'Create list' }).click();
  await panel.locator('[data-testid=tag]').getByText('Fair in June').waitFor();
  await panel.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New tag' }).click();
  await page.getByLabel('Name of the tag').fill('Keen');
  await page.getByRole('button', { name: 'Create tag' }).click();
  await panel.locator('[data-testid=tag]').getByText('Keen').waitFor();
  await panel.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Fair in June' }).click();
  await panel.locator('[data-testid=tag]').getByText('Fair in June').waitFor({ state: 'detached' });
  await panel.getByText('removed it from the list').waitFor();
});

test('the command palette finds companies and pages', async () => {
  const { name } = takeLead();
  const page = await show();
  await page.locator('[data-testid=lead-name]').first().waitFor();
  await page.getByRole('button', { name: 'Lumenworks (demo)', exact: true }).click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  const [field, list] = [page.getByRole('combobox'), page.getByRole('listbox')];
  await field.waitFor();
  for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowDown');
  const last = page.getByRole('option', { selected: true });
  await until(async () => (await list.evaluate((element) => element.scrollTop)) > 0);
  for (const part of [field, last]) await part.click({ trial: true });
  await page.getByRole('combobox').fill(name);
  await page.getByRole('option', { name }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('dashb');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(name);
  await page.getByRole('option', { name }).first().waitFor();
  const held = Promise.withResolvers<void>();
  const other = takeLead();
  const requested = page.waitForRequest(`**/leads?*search=${other.domain}*`);
  await page.route(`**/leads?*search=${other.domain}*`, (route) => held.promise.then(() => route.continue()));
  await page.getByRole('combobox').fill(required(other.domain));
  await requested;
  assert.equal(await page.getByRole('option', { name }).count(), 0, 'companies of the previous search cannot be opened');
  held.resolve();
  await page.getByRole('option', { name: other.name }).first().waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const found = Promise.withResolvers<void>();
  const rows = [{ ...firstOf(all), name: 'Inboxes Ltd' }];
  await page.route('**/leads?*search=inbox*', async (route) => {
    await found.promise;
    await route.fulfill({ json: { rows, total: 1, isTotalCapped: false } });
  });
  await page.getByRole('combobox').fill('');
  await page.getByRole('combobox').pressSequentially('inbox');
  await page.getByRole('option', { name: 'Inbox', selected: true }).waitFor();
  found.resolve();
  await page.getByRole('option', { name: 'Inboxes Ltd' }).waitFor();
  await page.getByRole('option', { name: /^Inbox( g i)?$/, selected: true }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.keyboard.press('Escape');
  await show();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('assign');
  await page.getByText('To assign, tag or follow a company, select or open it first.').waitFor();
});

test('a viewer is offered no actions on leads', async () => {
  const viewer = await addUser(web, demo, 'viewer');
  const { name, companyId } = takeLead();
  const page = await openSignedIn(viewer, `/leads?company=${companyId}`);
  await page.locator('[data-testid=lead-name]').first().waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.locator('[data-testid=visit-step]').first().waitFor();
  for (const action of ['Follow', 'Assign', 'Tag', 'List', 'Hide', 'Add note', 'Export', 'Wrong company', 'Add', 'Edit feed'])
    assert.equal(await page.getByRole('button', { name: action, exact: true }).count(), 0, action);
});

test('a company of another account is reported as not found', async () => {
  const { companyId } = takeLead();
  const other = await service.newAccount();
  const stranger = await openSignedIn(other, `/companies/${companyId}`);
  await stranger.getByRole('heading', { name: 'Not found' }).waitFor();
  const foreign = required(await stranger.goto(`${service.url}/app/api/accounts/${demo.accountId}/companies/${companyId}`));
  assert.equal(foreign.status(), 404);
});

test('a user with two accounts can switch between them; the other one shows nothing of the first, and is still shown after a reload', async () => {
  const other = await service.newAccount({ name: 'Umbrella' });
  const membership = { user_id: demo.userId, account_id: other.accountId, role: 'owner' as const, created_at: new Date() };
  await service.ctx.db.insertInto('memberships').values(membership).execute();
  const page = await openSignedIn(demo, `/companies/${takeLead().companyId}?account=${demo.accountId}`);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const switchTo = async (from: string, to: string) => {
    await menu.getByRole('button', { name: from, exact: true }).click();
    await page.getByRole('menuitem', { name: to }).click();
    await menu.getByRole('button', { name: to, exact: true }).waitFor();
  };
  await page.getByTestId('visit-step').first().waitFor();
  await switchTo('Lumenworks (demo)', 'Umbrella');
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.reload();
  await menu.getByRole('button', { name: 'Umbrella', exact: true }).waitFor();

  await switchTo('Umbrella', 'Lumenworks (demo)');
  await page.getByTestId('lead-row').first().getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: 'Selected leads' }).waitFor();
  await page.route(`**/accounts/${other.accountId}/**`, () => {});
  await switchTo('Lumenworks (demo)', 'Umbrella');
  assert.equal(await page.getByTestId('lead-row').count(), 0);
  assert.equal(await page.getByRole('toolbar', { name: 'Selected leads' }).count(), 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.goto(`${service.url}/settings/traffic`);
  await page.getByLabel('Hostnames', { exact: true }).fill('www.umbrella.example');
  await switchTo('Umbrella', 'Lumenworks (demo)');
  await page.getByLabel('Hostnames', { exact: true }).waitFor();
  assert.notEqual(await page.getByLabel('Hostnames', { exact: true }).inputValue(), 'www.umbrella.example');

  await page.goto(`${service.url}/leads?account=${other.accountId}`);
  await menu.getByRole('button', { name: 'Umbrella', exact: true }).waitFor();
  await menu.getByRole('link', { name: 'Inbox' }).click();
  await page.reload();
  await menu.getByRole('button', { name: 'Umbrella', exact: true }).waitFor();
  await service.ctx.db.deleteFrom('memberships').where('account_id', '=', other.accountId).where('user_id', '=', demo.userId).execute();
});

test('the list is exported as CSV and JSON', async () => {
  const lead = takeLead();
  const found = await web.leads(`search=${lead.domain}`);
  const page = await show(`/leads?q=${lead.domain}`);
  await page.getByText(countText(found), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as CSV' }).click()]);
  assert.match(csv.suggestedFilename(), /^leads-.*\.csv$/);
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  assert.equal(lines.length, found.length + 1);
  assert.ok(lines.some((line) => line.includes(lead.companyId) && line.includes(required(lead.domain))));
  await page.getByText(`Exported ${countText(found)}.`).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [json] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /JSON/ }).click()]);
  const records: { company_id: string; name: string }[] = JSON.parse(await readFile(await json.path(), 'utf8'));
  assert.deepEqual(records.map(({ name }) => name).sort(), found.map(({ name }) => name).sort());
});

test('selected leads are exported as a workbook, which can be downloaded again from the list of exports', async () => {
  const selected = all
    .slice(0, 40)
    .filter((lead) => unusedLeads.includes(lead))
    .slice(0, 2);
  const page = await show('/leads');
  for (const { name } of selected) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /Excel/ }).click()]);
  const sheet = firstOf(await readExcelFile(await readFile(await download.path())));
  const names = sheet.data.slice(1).map((row) => row[1]);
  assert.deepEqual(names.sort(), selected.map(({ name }) => name).sort());
  await page.getByRole('link', { name: 'Exports' }).click();
  const line = page.getByRole('row', { name: /XLSX/ });
  await line.getByRole('link', { name: 'Download 2 leads' }).waitFor();
  const [again] = await Promise.all([page.waitForEvent('download'), line.getByRole('link', { name: 'Download 2 leads' }).click()]);
  assert.deepEqual(await readFile(await again.path()), await readFile(await download.path()));
});

test('a list can be created, filled from leads and viewed', async () => {
  const lead = takeLead();
  const page = await show('/lists');
  await page.getByRole('link', { name: 'Call this week' }).waitFor();
  await page.getByLabel('Name').fill('Fair in May');
  await page.getByRole('button', { name: 'Add list' }).click();
  await page.getByRole('link', { name: 'Fair in May' }).waitFor();
  await show(`/leads?q=${lead.domain}`);
  await page.getByLabel(`Select ${lead.name}`, { exact: true }).check();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Fair in May', exact: true }).click();
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await show('/lists');
  await page.getByText('1 company').waitFor();
  await page.getByRole('link', { name: 'Fair in May' }).click();
  await page.getByRole('row', { name: lead.name }).waitFor();
  await page.getByRole('link', { name: 'Show their visits' }).click();
  await rowOf(page, lead.name).waitFor();
  assert.deepEqual(await namesOf(page), [lead.name]);
});

test('a user can correct the company behind a network, and undo the correction', async () => {
  let lead = takeLead();
  // The company must have a single network, so that the correction moves all of its visits.
  while (
    (await web.getJson<AccountApi['GET /companies/:companyId']['response']>(`/companies/${lead.companyId}`)).identifications.length !== 1
  )
    lead = takeLead();
  const page = await show(`/leads?company=${lead.companyId}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Confirmed.').waitFor();
  const undone = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Confirmed.').waitFor({ state: 'detached' });
  await undone;
  await page.getByRole('button', { name: 'Other company' }).click();
  // Simulates an earlier correction that moves the visits to another company while the form is open.
  const withoutEvidence = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), identifications: [] } });
  };
  await page.route(`**/companies/${lead.companyId}?*`, withoutEvidence);
  await page.evaluate(() => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
  await page.locator('h2', { hasText: 'Why this company' }).waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByLabel('Company domain').fill('beetle-works.example.com');
  await page.getByLabel('Company name').fill('Beetle Works');
  await page.getByRole('button', { name: 'Save correction' }).click();
  await page.getByText('Corrected.').waitFor();
  await show('/leads?q=beetle');
  await rowOf(page, 'Beetle Works').waitFor();
  await show('/settings/corrections');
  await page.getByRole('cell', { name: 'Beetle Works' }).waitFor();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No corrections yet.').waitFor();
  await show(`/leads?company=${lead.companyId}`);
  await page.getByRole('button', { name: 'Other company' }).click();
  await page.getByLabel('Find the company in the directory').fill('Siemens');
  await page.getByRole('button', { name: /^Siemens siemens\./ }).click();
  await page.getByText('Corrected.').waitFor();
});

test('a custom field is edited inline', async () => {
  const lead = takeLead();
  const page = await show(`/leads?company=${lead.companyId}`);
  await page.getByLabel('Contract end').fill('2027-03-31');
  const saved = page.waitForResponse((response) => response.url().endsWith('/custom-fields') && response.request().method() === 'PATCH');
  await page.getByRole('heading', { name: lead.name, exact: true }).click();
  assert.equal((await saved).status(), 204);
  await page.reload();
  await page.getByLabel('Contract end').waitFor();
  assert.equal(await page.getByLabel('Contract end').inputValue(), '2027-03-31');
  const field = page.getByLabel('Plants', { exact: true });
  await field.fill('12');
  await field.blur();
  const stored = () => web.getJson<AccountApi['GET /companies/:companyId/insights']['response']>(`/companies/${lead.companyId}/insights`);
  const storedPlants = async () => (await stored()).fields.find(({ name }) => name === 'Plants')?.value;
  await until(async () => (await storedPlants()) === 12);
  const patches: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('e');
  await field.blur();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.deepEqual(patches, [], 'an unreadable number does not delete the stored one');
  await field.fill('13');
  await page.route('**/custom-fields', (route) => route.fulfill({ status: 409, json: { code: 'conflict', title: 'Not now.' } }));
  await field.blur();
  await page.getByText('Not now.').waitFor();
  assert.deepEqual([await field.inputValue(), await field.getAttribute('aria-invalid')], ['13', 'true'], 'what is not saved is marked');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('companies that did not visit are found in the directory and put on a list, whose members can be removed and restored', async () => {
  const page = await show('/directory?q=energy');
  const search = page.getByLabel('Name, domain or keyword');
  await search.waitFor();
  assert.equal(await search.inputValue(), 'energy');
  await visit(page, '/directory');
  await page.getByRole('heading', { name: 'Find companies that have not visited yet' }).waitFor();
  assert.equal(await search.inputValue(), '', 'the field shows the search of the URL');
  await page.getByRole('group', { name: 'Country' }).getByLabel('Value').fill('Germany');
  await page.getByText(/companies found/).waitFor();
  await page.getByLabel('Select all visible companies').waitFor();
  const box = page.locator('[data-testid=company-row]').first().getByRole('checkbox');
  const name = required(await box.getAttribute('aria-label')).replace('Select ', '');
  await box.check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('menuitem', { name: 'New list' }).click();
  await page.getByLabel('Name of the list').fill('Prospects');
  await page.getByRole('button', { name: 'Create list' }).click();
  await page.getByText('Added 1 company to “Prospects”.').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }).click();
  await page.getByRole('link', { name: 'Prospects' }).click();
  await page.getByRole('row', { name }).getByText('Not yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  await page.getByRole('heading', { name: 'This list is empty' }).waitFor();
  // Until this message appears, the message about the addition may still offer its own undo.
  await page.getByText('Removed 1 company from “Prospects”.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name }).waitFor();
});

test('a campaign shows the cost per new company, and a goal its funnel', async () => {
  const { campaigns } = await web.getJson<AccountApi['GET /campaigns']['response']>(
    `/campaigns?from=${await web.day(-29)}&to=${await web.day(0)}`,
  );
  const { newCompanies } = required(campaigns.find(({ name }) => name === 'autumn-energy'));
  const page = await show('/campaigns');
  await page.getByRole('button', { name: 'Enter cost Costs of autumn-energy' }).click();
  await page.getByLabel('Amount').fill('300');
  await page.getByRole('button', { name: 'Add cost' }).click();
  await page.getByRole('button', { name: 'Remove €300.00' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
  await page
    .getByRole('row', { name: /autumn-energy/ })
    .getByRole('cell', { name: money.format(300 / newCompanies), exact: true })
    .waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Goals' }).click();
  const goal = page.getByTestId('goal').filter({ hasText: 'Viewed pricing' });
  const reached = required(await goal.getByRole('cell').last().textContent());
  await goal.getByRole('link', { name: reached, exact: true }).last().click();
  await page.getByText(countText({ length: Number(reached) }), { exact: true }).waitFor();
  await page.goBack();
  const link = page.getByRole('main').getByRole('link', { name: 'Viewed pricing' });
  await link.waitFor();
  const goals = await page.getByTestId('goal').count();
  const isFocused = () => link.evaluate((element) => element === document.activeElement);
  for (let row = 0; row < goals && !(await isFocused()); row++) await page.keyboard.press('j');
  assert.ok(await isFocused(), 'the keys of the list of leads move the focus from row to row');
  await page.keyboard.press('Enter');
  await page.locator('[data-testid=funnel]').getByText('Viewed pricing').waitFor();
});

test('commands act on the open company; a change is shown before the server confirms it, can be undone, and is rolled back if it fails', async () => {
  const lead = takeLead(({ tagIds, assigneeId }) => tagIds.length === 0 && assigneeId === null);
  const page = await openSignedIn(demo, `/companies/${lead.companyId}`);
  const tag = page.locator('header [data-testid=tag]', { hasText: 'Customer' });
  const command = async (...words: string[]) => {
    await page.keyboard.press('Control+k');
    for (const part of words) {
      // A form on the page may have a combobox too, which is inert as soon as the palette is open.
      await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill(part);
      await page.getByRole('option', { name: part }).first().waitFor();
      await page.keyboard.press('Enter');
    }
  };
  await page.getByRole('heading', { name: lead.name, exact: true }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/leads/tags', async (route) => {
    await held.promise;
    await route.continue();
  });
  await command('Add a tag', 'Customer');
  await tag.waitFor();
  held.resolve();
  await page.getByText('Tagged 1 company “Customer”.').waitFor();
  await page.locator('[data-testid=change]', { hasText: 'tagged it Customer' }).waitFor();
  await page.keyboard.press('u');
  await tag.waitFor({ state: 'detached' });
  await page.route('**/leads/tags', (route) => route.fulfill({ status: 409, json: { code: 'conflict', title: 'Not now.' } }));
  await command('Add a tag', 'Customer');
  await page.getByText('Not now.').waitFor();
  await tag.waitFor({ state: 'detached' });
  await command('Assign', 'Dana Demo');
  await page.getByText('Assigned to Dana Demo').waitFor();
  await command('Follow');
  await page.getByText('Following 1 company.').waitFor();
  await page.clock.install();
  await command('Stop following');
  const message = page.getByText('No longer following 1 company.');
  await message.hover();
  await page.clock.fastForward('01:00');
  await message.getByRole('button', { name: 'Undo' }).focus();
  await page.mouse.move(0, 0);
  await page.clock.fastForward('01:00');
  assert.ok(await message.isVisible(), 'the message stays while the pointer or the focus is on it');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.fastForward('01:00');
  await message.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  assert.match(page.url(), /\/companies\/\d+$/, 'shortcuts have no effect in a dialog');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL(/\/inbox$/);
  const assigned = page.locator('[data-testid=assigned-lead]', { hasText: lead.name });
  await assigned.getByRole('button', { name: `Remove assignment of ${lead.name}` }).click();
  await assigned.waitFor({ state: 'detached' });
  await page.getByText('Removed the assignee of 1 company.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await assigned.waitFor();
});

test('the inbox lists all unread notifications, marks them as read, and says if that failed', async () => {
  const reader = await addUser(web, demo, 'member', 'Rita');
  const company = firstOf(all);
  const notification = { accountId: demo.accountId, kind: 'automation' as const, actorId: null, detail: 'Watch' };
  const { id } = await service.ctx.db.selectFrom('users').select('id').where('email', '=', reader.email).executeTakeFirstOrThrow();
  for (let index = 0; index < 51; index++)
    await writeNotifications(service.ctx, service.ctx.db, { ...notification, userIds: [id], companyIds: [company.companyId] });
  const page = await openSignedIn(reader);
  const bell = page.getByRole('button', { name: 'Notifications 51 new' });
  await bell.click();
  await page.getByRole('menuitem').nth(50).waitFor();
  await writeNotifications(service.ctx, service.ctx.db, { ...notification, userIds: [id], companyIds: [company.companyId] });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications 2 new' }).waitFor();
  await service.ctx.db.updateTable('notifications').set({ read_at: null }).where('user_id', '=', id).execute();
  await visit(page, '/inbox?section=unread');
  const listed = page.getByTestId('notification');
  const refuse = (route: Route) => route.fulfill({ status: 409, json: { code: 'conflict', title: 'No more now.' } });
  await page.route('**/notifications?*offset=50*', refuse, { times: 1 });
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('alert').getByText('No more now.').waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/notifications?*offset=50*', (route) => held.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Show more' }).click();
  const refetched = page.waitForResponse(/\/feeds$/);
  await sendVisit(web, demo, { address: addresses.sap, paths: ['/while-loading'] });
  await refetched;
  held.resolve();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  assert.equal(await listed.count(), 52, 'new visits do not cancel the request of the next page');
  await page.route('**/notifications/read', (route) => route.fulfill({ status: 409, json: { code: 'conflict', title: 'Not now.' } }));
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('Not now.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await listed.first().getByRole('button', { name: 'Mark as read' }).click();
  await page.getByRole('button', { name: 'Unread 51' }).waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('heading', { name: 'You are all caught up' }).waitFor();
});
