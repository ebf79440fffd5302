import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createList } from '../../server/src/domain/lists/write-lists.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { openSharedPage } from './shared-page.ts';
import { addresses, type Lead, rowOf, sendVisit, startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { demo, openSignedIn } = web;
const { show } = await openSharedPage(web);
await sendVisit(web, demo, { address: addresses.audi, paths: ['/', '/pricing'], minutesAgo: 90 });
const audi = required((await web.leads('search=audi')).find(({ name }) => name === 'Audi'));

test('the last visit is relative to now, but a day if the period has ended', async () => {
  const page = await show('/leads?q=audi');
  await page.getByRole('columnheader', { name: 'Last visit' }).waitFor();
  await rowOf(page, 'Audi')
    .getByTitle(/^Started: /)
    .getByText(/ ago$/)
    .waitFor();
  const period = `from=${await web.day(-20)}&to=${await web.day(-3)}`;
  const { name, companyId, lastVisitAt } = firstOf((await web.getJson<{ rows: Lead[] }>(`/leads?${period}&limit=1`)).rows);
  const parts = { timeZone: 'Europe/Berlin', day: 'numeric', month: 'short' } as const;
  const visitDay = new RegExp(`^${new Intl.DateTimeFormat('en-GB', parts).format(new Date(lastVisitAt))}( \\d{4})?$`);
  await show(`/leads?${period}`);
  await rowOf(page, name).first().getByText(visitDay).waitFor();
  await show(`/companies/${companyId}?${period}`);
  await page.getByTestId('company-stats').getByText('Last visit').waitFor();
  await page.getByTestId('company-stats').getByText(visitDay).waitFor();
});

test('while a directory search runs, Enter does not select a company of the previous search', async () => {
  const { ctx } = web.service;
  const { id, number } = await createList(ctx, demo.accountId, { name: 'Prospects', scope: 'company' });
  const page = await show(`/lists/${id}`);
  const field = page.getByRole('searchbox', { name: 'Add a company' });
  await field.fill('Audi');
  await page.getByRole('button', { name: /^Audi/ }).first().waitFor();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/directory\?.*BASF/, async (route) => {
    await released;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/directory\?.*BASF/);
  await field.fill('BASF');
  await requested;
  await field.press('Enter');
  release();
  await page.getByRole('button', { name: /^BASF/ }).first().waitFor();
  await field.press('Enter');
  await page.getByText('1 company', { exact: true }).waitFor();
  const members = await ctx.db
    .selectFrom('list_items')
    .innerJoin('companies', 'companies.id', 'list_items.item_id')
    .select('companies.name')
    .where('list_id', '=', number)
    .execute();
  assert.deepEqual(members.length, 1);
  assert.match(firstOf(members).name, /^BASF/);
});

test('a company without visits in the period has no quality', async () => {
  const page = await show(`/companies/${audi.companyId}?from=2020-01-01&to=2020-01-31`);
  const figures = page.getByTestId('company-stats');
  await figures.getByRole('heading', { name: /Jan 2020$/ }).waitFor();
  assert.deepEqual(await figures.locator('dd').allInnerTexts(), ['0', '0', '–', '–']);
});

test('a German page has no English signals or devices, and says that activity and signals cover all time', async () => {
  const page = await openSignedIn(demo, `/companies/${audi.companyId}`, { locale: 'de-DE' });
  const signals = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Signale', exact: true }) })
    .last();
  await signals.getByText('Gesamter Zeitraum', { exact: true }).waitFor();
  await signals.getByText('Ziel erreicht').first().waitFor();
  assert.doesNotMatch((await signals.textContent()) ?? '', /visit|goal reached|company/i);
  const activity = page.getByRole('region', { name: 'Aktivität' });
  await activity.getByText('Gesamter Zeitraum', { exact: true }).waitFor();
  await activity.getByTestId('visit').first().getByTitle('Desktop', { exact: true }).waitFor();
});

test('the parts of quality and intent are shown on focus next to the list, and are descriptions in the list', async () => {
  const lead = required((await web.leads()).find(({ domain, intent }) => domain !== null && intent?.score != null));
  const page = await show(`/leads?q=${lead.domain}`);
  const row = rowOf(page, lead.name).first();
  for (const [name, description] of [
    [/^Quality \d+ out of 10$/, /Score \d+ out of 10 · Deepest visit/],
    [/^Intent \d+\.\d out of 10$/, /^Recency \d\.\d · frequency/],
  ] as const) {
    await row.getByRole('button', { name, description }).waitFor();
    assert.equal(await row.getByRole('button', { name }).getAttribute('tabindex'), '-1', 'rows have no further tab stops');
  }
  await row.getByRole('link').press('Enter');
  const panel = page.getByRole('complementary', { name: 'Company' });
  for (const [name, text] of [
    [/^Intent \d+\.\d out of 10$/, /^Recency \d\.\d · frequency/],
    [/^Quality \d+ out of 10$/, /^Deepest visit/],
  ] as const) {
    const trigger = panel.getByRole('button', { name });
    await trigger.waitFor();
    // Focused by the keyboard, as a tooltip does not show for other focus.
    await page.keyboard.press('Shift');
    await trigger.focus();
    await page.getByText(text).waitFor();
    assert.ok(await trigger.evaluate((element) => element === document.activeElement), 'the focus stays');
    await page.keyboard.press('Tab');
    await page.getByText(text).waitFor({ state: 'detached' });
  }
});
