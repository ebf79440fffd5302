import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { faultsOf } from './faults-of.ts';
import { rowOf, startDemoStage } from './web-kit.ts';

const stage = await startDemoStage();
const { service, demo, enter } = stage;
const latest = firstOf(await stage.leads());
const { name, companyId } = latest;

const pages = [
  '/leads',
  '/live',
  '/dashboard',
  '/dashboard/data',
  '/exports',
  '/settings/tracker',
  '/settings/traffic',
  '/settings/privacy',
  '/settings/goals',
  '/settings/icps',
  '/settings/personas',
  '/settings/imports',
  '/settings/applications',
  '/settings/usage',
  '/settings/audit',
  '/settings/tags',
  '/settings/lists',
  '/settings/fields',
  '/settings/alerts',
  '/settings/automations',
  '/settings/corrections',
  '/settings/users',
  '/settings/keys',
  '/settings/profile',
  '/settings/sessions',
  '/settings/consents',
  '/settings/account',
  '/no/such/page',
];

/** Dark mode differs only in colours, so only colour rules are checked there. */
async function faultsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await faultsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await faultsOf(page, ['color-contrast']);
  return [...inLight, ...inDark.map((fault) => `in the dark: ${fault}`)];
}

test('axe finds no serious violation on any page, in light and dark mode', async () => {
  const entrance = await stage.open({ reducedMotion: 'reduce' });
  await entrance.goto(service.url);
  await entrance.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(await faultsInBothThemes(entrance), [], 'sign in');
  const page = await enter(demo, '/leads', { reducedMotion: 'reduce' });
  for (const path of pages) {
    await page.goto(service.url + path);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('load');
    await page
      .locator(
        '[data-testid=lead-row], [data-testid=settings-page] h1, [data-testid=figure], [data-testid=live-visits], [data-testid=empty-state]',
      )
      .first()
      .waitFor();
    assert.deepEqual(await faultsInBothThemes(page), [], path);
  }
  await page.goto(`${service.url}/settings/goals`);
  await page.getByRole('button', { name: 'Edit Looked at pricing' }).click();
  assert.deepEqual(await faultsInBothThemes(page), [], 'a goal that is changed');
  await page.goto(`${service.url}/settings/icps`);
  await page.getByRole('button', { name: 'New profile' }).click();
  await page.getByRole('dialog').getByLabel('Value').first().waitFor();
  assert.deepEqual(await faultsInBothThemes(page), [], 'a new profile');
  await page.goto(`${service.url}/leads?company=${companyId}`);
  await page.locator('[data-testid=visit-step]').first().waitFor();
  assert.deepEqual(await faultsInBothThemes(page), [], 'the panel of a company');
  await page.getByLabel('Open full page').click();
  await page.getByRole('heading', { name: 'Financials' }).waitFor();
  assert.deepEqual(await faultsInBothThemes(page), [], 'the page of a company');
  await page.goto(`${service.url}/leads`);
  await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await page.getByRole('toolbar', { name: 'Selected leads' }).waitFor();
  assert.deepEqual(await faultsInBothThemes(page), [], 'chosen leads');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const builder = page.getByRole('complementary', { name: 'Filter leads' });
  await builder.getByLabel('What').waitFor();
  assert.deepEqual(await faultsInBothThemes(page), [], 'the filter builder');
  await page.keyboard.press('Escape');
  await builder.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  assert.deepEqual(await faultsInBothThemes(page), [], 'the commands');
});

test('the first stop of the keyboard skips the navigation', async () => {
  const page = await enter(demo);
  await rowOf(page, name).first().waitFor();
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Skip to content' });
  assert.ok(await link.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');
});

test('the first page ships at most 150 kB of script, makes no third-party requests, and renders the list within a second of CPU time', async () => {
  const page = await enter(demo);
  const foreign: string[] = [];
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) foreign.push(request.url());
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  // CPU time of the page's main thread, so that other processes do not count.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.goto(`${service.url}/leads`);
    await rowOf(page, name).first().waitFor();
    const { metrics } = await devtools.send('Performance.getMetrics');
    work.push(Math.round(required(metrics.find((metric) => metric.name === 'TaskDuration')).value * 1000));
  }
  assert.ok(Math.min(...work) > 0 && Math.min(...work) < 1000, `the list took ${work.join(', ')} ms`);
  let bytes = 0;
  for (const url of new Set(scripts)) bytes += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;
  assert.ok(bytes > 10_000 && bytes <= 150_000, `${bytes} bytes of script`);
  assert.deepEqual(foreign, []);
});

test('files with a hash in their name are cached forever, the page itself is requested again', async () => {
  const answer = await fetch(service.url, { headers: { accept: 'text/html' } });
  assert.equal(answer.headers.get('cache-control'), 'no-cache');
  const path = itemAt(required(/src="(\/assets\/[^"]+)"/.exec(await answer.text())), 1);
  const file = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
  assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(file.headers.get('content-encoding'), 'br');
  const again = await fetch(service.url, { headers: { accept: 'text/html', 'if-none-match': required(answer.headers.get('etag')) } });
  assert.equal(again.status, 304);
});

test('ten thousand leads can be scrolled, and only visible rows are rendered', async () => {
  const large = await service.newAccount();
  const total = 10_000;
  const firstId = 800_000_000;
  await sql`
    with made as (
      insert into companies (id, name, origin, domain, updated_at)
      select ${firstId}::bigint + n, 'Company ' || n, 'import', 'company-' || n || '.example', now() from generate_series(1, ${total}::int) n returning id),
    leads as (
      insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views)
      select ${large.accountId}::bigint, id, now() - interval '2 days', now() - interval '1 day', 1, 1 from made)
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select ${large.accountId}::bigint, id, (now() - interval '1 day')::date, 0, 1, 1, 1, now() - interval '1 day',
      now() - interval '1 day' - (id - ${firstId}) * interval '1 second' from made`.execute(service.ctx.db);
  const page = await enter(large);
  await page.locator('[data-testid=lead-name]').first().waitFor();
  const table = page.getByRole('table', { name: 'Leads' });
  assert.equal(await table.getAttribute('aria-rowcount'), String(total + 1));
  const rows = page.locator('[data-testid=lead-row]');
  const most = 80;
  // Scroll page by page, as a user would.
  for (let part = 1; part <= 10; part++) {
    await table.evaluate((element, share) => element.scrollTo(0, element.scrollHeight * share), part / 10);
    assert.ok((await rows.count()) < most, `${await rows.count()} rows on the page`);
  }
  await page.getByRole('link', { name: `Company ${total}`, exact: true }).waitFor();
  assert.ok((await rows.count()) < most);
  await table.evaluate((element) => element.scrollTo(0, 0));
  await page.getByRole('link', { name: 'Company 1', exact: true }).waitFor();
});

test('on a phone the list, a company and the menu fit the screen', async () => {
  const page = await enter(demo, '/leads', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await rowOf(page, name).first().waitFor();
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  assert.ok(await fits());
  const small = await page.locator('header :is(button, input), nav a').evaluateAll((parts) =>
    parts.flatMap((part) => {
      const { width, height } = part.getBoundingClientRect();
      return width > 0 && Math.max(width, height) >= 1 && Math.min(width, height) < 44
        ? [part.getAttribute('aria-label') ?? part.textContent]
        : [];
    }),
  );
  assert.deepEqual(small, [], 'a finger hits everything');
  await page.getByLabel(`Select ${name}`, { exact: true }).tap();
  await page.getByText('1 selected').waitFor();
  assert.ok(await fits());
  await page.getByLabel('Clear selection').tap();
  await page.getByRole('link', { name, exact: true }).first().tap();
  await page.locator('[data-testid=visit-step]').first().waitFor();
  assert.ok(await fits());
  const drawer = page.getByRole('complementary', { name: 'Company' });
  assert.ok(await drawer.evaluate((element) => element.contains(document.activeElement)), 'the drawer has the focus');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.getByLabel('Menu').tap();
  await page.getByRole('link', { name: 'Dashboard' }).tap();
  await page.waitForURL(/\/dashboard$/);
  await page.getByText('Visits by day').first().waitFor();
  assert.ok(await fits());
  await page.goto(`${service.url}/settings/goals`);
  await page.getByRole('button', { name: 'Edit Looked at pricing' }).tap();
  for (const part of [page.getByLabel('Trigger').first(), page.getByRole('button', { name: 'Save' })]) {
    const { x, width } = required(await part.boundingBox());
    assert.ok(x >= 0 && x + width <= 390, `a goal form is visible: ${x} to ${x + width}`);
  }
  await page.goto(`${service.url}/settings/tracker`);
  for (const part of ['users', 'keys', 'imports', 'applications', 'audit', 'profile']) {
    await page.getByLabel('Settings page').selectOption(part);
    await page.locator('[data-testid=settings-page] :is(table, form)').first().waitFor();
    assert.ok(await fits(), part);
  }
});
