import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import type { AccountApi } from '../../server/src/app/api.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { addDays } from '../../server/src/lib/zoned-days.ts';
import { north } from '../../web/src/charts/land.ts';
import { visit } from './views.ts';
import { signIn, startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo } = web;
const { db } = service.ctx;
const { day: to } = await db
  .selectFrom('visit_rollups')
  .select((eb) => sql<string>`${eb.fn.max('day')}::text`.as('day'))
  .where('account_id', '=', demo.accountId)
  .where('unit', '=', 'day')
  .executeTakeFirstOrThrow();
const days = `from=${addDays(to, -14)}&to=${to}`;

/** A link to a list of leads. `companies` is the number of companies that is shown beside it, if any. */
type ListLink = { name: string; companies: number | null; href: string };

/** The links of the cards with a number of companies: breakdowns, the funnel and the figures at the top. */
function linksOf(page: Page): Promise<ListLink[]> {
  return page.locator('main').evaluate((main) => {
    const numberIn = (text: string | null | undefined) => (/\d/.test(text ?? '') ? Number((text ?? '').replaceAll(/\D/g, '')) : null);
    const linksIn = (part: Element) => [...part.querySelectorAll<HTMLAnchorElement>('a[href^="/leads"]')];
    const parts = (id: string) => [...main.querySelectorAll(`[data-testid=${id}]`)];
    return [
      ...parts('breakdown-row').flatMap((row) =>
        linksIn(row).map((link) => ({ name: row.textContent, companies: numberIn(row.lastElementChild?.textContent), link })),
      ),
      ...parts('funnel').flatMap((funnel) =>
        linksIn(funnel).map((link) => ({ name: link.closest('li')?.textContent ?? '', companies: numberIn(link.textContent), link })),
      ),
      ...parts('figure').flatMap((figure) =>
        linksIn(figure).map((link) => {
          const name = figure.querySelector('dt')?.textContent ?? '';
          return { name, companies: /companies/i.test(name) ? numberIn(link.textContent) : null, link };
        }),
      ),
    ].map(({ name, companies, link }) => ({ name, companies, href: link.getAttribute('href') ?? '' }));
  });
}

const countLeads = async (href: string) =>
  (await web.getJson<AccountApi['GET /leads']['response']>(`/leads?limit=1&${required(href.split('?')[1])}`)).total;

async function differencesOf(links: ListLink[]): Promise<string[]> {
  const differences: string[] = [];
  for (const { name, companies, href } of links) {
    const listed = await countLeads(href);
    if (companies === null ? listed === 0 : listed !== companies) differences.push(`${name}: ${companies}, but ${listed} are listed`);
  }
  return differences;
}

/** The first value of the filter that a link selects. */
function firstValueIn(href: string): string {
  return JSON.parse(new URLSearchParams(href.split('?')[1]).get('filters') ?? '').all[0].values[0];
}

/** Clicks a link and waits for a list with this number of companies. */
async function clickAndCount(page: Page, link: Locator, companies: number): Promise<void> {
  await link.click();
  await page.waitForURL((url) => url.pathname === '/leads');
  await page.getByText(companies === 1 ? '1 company' : `${companies} companies`, { exact: true }).waitFor();
}

async function openDashboard(query = ''): Promise<Page> {
  const page = await web.openSignedIn(demo, `/dashboard?${days}${query}`);
  await page.getByTestId('funnel').waitFor();
  await page.getByTestId('breakdown-row').first().waitFor();
  await page.getByText('Exit pages').waitFor();
  return page;
}

/** Shows the dashboard without loading the application again. Another page in between removes the cards of the previous drill-down. */
async function showDashboard(page: Page, query: Record<string, string>): Promise<void> {
  await visit(page, '/no/such/page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await visit(page, `/dashboard?${days}&${new URLSearchParams(query)}`);
}

test('the list behind each number of companies on the dashboard has that many companies', async () => {
  const page = await openDashboard();
  const links = await linksOf(page);
  assert.ok(links.length > 40, `${links.length} links`);
  assert.deepEqual(await differencesOf(links), []);
  const steps = page.getByTestId('funnel').locator('li');
  assert.deepEqual(await steps.evaluateAll((all) => all.map((step) => step.querySelectorAll('a').length)), [1, 1, 1, 1]);

  const { sources } = await web.getJson<AccountApi['GET /breakdowns']['response']>(`/breakdowns?${days}`);
  for (const { name } of sources) {
    await showDashboard(page, { source: name });
    const card = page.locator('section', { has: page.getByText(/ · Campaigns$/) }).last();
    await card.getByTestId('breakdown-row').first().waitFor();
    const campaigns = (await linksOf(page)).filter(({ href }) => href.includes('source_medium_campaign'));
    assert.equal(campaigns.length, await card.getByTestId('breakdown-row').count(), name);
    assert.deepEqual(await differencesOf(campaigns), [], name);
    for (const { href } of campaigns) {
      const path = firstValueIn(href).slice(`${name} / `.length);
      const query = { source: name, ...(path === '(none)' ? { noCampaign: '1' } : { campaign: path }) };
      await showDashboard(page, query);
      const pageRows = page
        .locator('section', { has: page.getByText(/ · Pages$/) })
        .last()
        .getByTestId('breakdown-row');
      await pageRows.first().waitFor();
      const pages = (await linksOf(page)).filter((link) => link.href.includes('source_medium_campaign_page'));
      const companies = await pageRows.evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent));
      assert.equal(pages.length, companies.filter((count) => count !== '0').length, `${name} ${path}`);
      assert.deepEqual(await differencesOf(pages), [], `${name} ${path}`);
    }
  }
});

test('links within the dashboard keep the days, and those of a chart also the comparison', async () => {
  const page = await web.openSignedIn(demo, '/dashboard?range=90d&compare=year');
  await page.getByTestId('funnel').waitFor();
  const steps = page.locator('a[href^="/dashboard?"]');
  assert.match(required(await steps.first().getAttribute('href')), /^\/dashboard\?from=[\d-]+&to=[\d-]+&compare=year$/);
  await page.getByTestId('figure').filter({ hasText: 'Identified' }).getByRole('link').click();
  await page.waitForURL(/\/dashboard\/data\?range=90d$/);
  await page.getByRole('link', { name: 'Dashboard' }).last().click();
  await page.waitForURL(/\/dashboard\?range=90d$/);
  await page.getByRole('link', { name: 'Data flow' }).click();
  await page.waitForURL(/\/dashboard\/data\?range=90d$/);
  await page.getByTestId('figure').filter({ hasText: 'Identified' }).getByRole('link').click();
  await page.waitForURL(/\/leads\?range=90d$/);
});

test('each number of the data flow opens the visits or companies that it counts, and says so if they cannot be listed', async () => {
  const page = await web.openSignedIn(demo, `/dashboard/data?${days}`);
  const flow = await web.getJson<AccountApi['GET /data-flow']['response']>(`/data-flow?${days}`);
  const number = (value: number) => value.toLocaleString('en');
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  const openVisits = async (link: Locator, visits: number) => {
    await link.click();
    await page.waitForURL((url) => url.pathname === '/dashboard/visits' && url.search.startsWith(`?${days}`));
    await page
      .getByRole('status')
      .getByText(visits === 1 ? '1 visit' : `${number(visits)} visits`, { exact: true })
      .waitFor();
    await page.getByTestId('visit').first().waitFor();
  };
  const home = required(flow.noCompany.find(({ reason }) => reason === 'home_line'));
  await openVisits(rowOf('Home or ISP connection').getByRole('link', { name: number(home.visits), exact: true }), home.visits);
  assert.equal(await page.getByTestId('visit').count(), 50);
  await page.getByRole('button', { name: 'Show earlier' }).click();
  await page.getByTestId('visit').nth(50).waitFor();
  assert.equal(await page.getByTestId('visit').count(), Math.min(100, home.visits));
  assert.deepEqual(new Set(await page.getByTestId('no-company').allTextContents()), new Set(['Home or ISP connection']));
  const all = flow.kinds.reduce((sum, { visits }) => sum + visits, 0);
  await page.getByRole('button', { name: 'Remove filter Home or ISP connection' }).click();
  await page
    .getByRole('status')
    .getByText(`${number(all)} visits`, { exact: true })
    .waitFor();
  await page.goBack();
  await page.goBack();
  const businesses = required(flow.kinds.find(({ kind }) => kind === 'business'));
  await openVisits(rowOf('Businesses').getByRole('link', { name: number(businesses.visits), exact: true }), businesses.visits);
  const company = page.getByTestId('visit').getByRole('link').first();
  const name = required(await company.textContent());
  await company.click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.goBack();
  await page.goBack();
  await rowOf('Businesses').getByRole('link').last().click();
  await page.getByRole('group', { name: 'Filters' }).getByText('Network type is Businesses', { exact: true }).waitFor();
  await page.goBack();
  const figure = (label: string) => page.getByTestId('figure').filter({ has: page.getByText(label, { exact: true }) });
  for (const label of ['Stored', 'Visits']) {
    await openVisits(figure(label).getByRole('link'), all);
    await page.goBack();
  }
  await clickAndCount(page, figure('Companies').getByRole('link'), flow.companies);
  await page.goBack();
  await page.getByText('dropped and waiting events are only counted').waitFor();
  await page.getByText('Dropped events are not stored, so they cannot be listed.').waitFor();
  await page.goto(`${service.url}/dashboard?${days}`);
  await openVisits(figure('Visits').getByRole('link'), all);
  await page.getByRole('link', { name: 'Data flow' }).click();
  await page.waitForURL((url) => url.pathname === '/dashboard/data' && url.search === `?${days}`);
});

test('a reason for dropping events links to the settings that cause it', async () => {
  const page = await web.openSignedIn(demo, '/no/such/page');
  await page.route('**/data-flow?*', async (route) => {
    const response = await route.fetch();
    const flow: AccountApi['GET /data-flow']['response'] = await response.json();
    const dropped = flow.dropped.map((row) => (['excluded_path', 'ignored'].includes(row.reason) ? { ...row, events: 3 } : row));
    await route.fulfill({ response, json: { ...flow, dropped } });
  });
  for (const [text, path] of [
    ['the page is excluded in the settings', '/settings/traffic'],
    ['a correction in this account ignores the network', '/settings/corrections'],
  ] as const) {
    await visit(page, '/dashboard/data');
    await page.getByRole('link', { name: text }).click();
    await page.waitForURL(`${service.url}${path}`);
  }
});

test('a page of a campaign and the steps of a funnel open their companies', async () => {
  const page = await openDashboard('&source=google+/+organic&noCampaign=1');
  const row = page
    .locator('section', { has: page.getByText(/ › No campaign · Pages$/) })
    .last()
    .getByTestId('breakdown-row')
    .first();
  const path = required(await row.getByRole('link').textContent());
  await clickAndCount(page, row.getByRole('link'), Number(await row.locator('.number').last().textContent()));
  await page.getByRole('group', { name: 'Filters' }).getByText(`google / organic / (none) / ${path}`).waitFor();
  await page.goBack();
  for (const step of ['Viewed more than one page', 'Viewed a page on the way']) {
    const link = page.getByTestId('funnel').locator('li', { hasText: step }).getByRole('link');
    await clickAndCount(page, link, Number((await link.textContent())?.replaceAll(/\D/g, '')));
    await page.getByRole('group', { name: 'Filters' }).getByText(step).waitFor();
    await page.goBack();
  }
});

test('the figures of the campaigns and goals open their companies', async () => {
  const lastDays = `from=${addDays(to, -6)}&to=${to}`;
  const { campaigns } = await web.getJson<AccountApi['GET /campaigns']['response']>(`/campaigns?${lastDays}`);
  assert.ok(
    campaigns.some(({ companies, newCompanies }) => newCompanies < companies),
    JSON.stringify(campaigns),
  );
  const page = await web.openSignedIn(demo, `/campaigns?${lastDays}`);
  for (const { name, visits, companies, newCompanies, goals } of campaigns) {
    const figures = page.getByTestId('campaign').filter({ hasText: name }).locator('td.number a[href^="/leads"]');
    await figures.first().waitFor();
    const shown = await figures.evaluateAll((all) =>
      all.map((link) => ({ text: link.textContent, href: link.getAttribute('href') ?? '' })),
    );
    const expected = [visits, companies, newCompanies, goals].filter((figure) => figure > 0);
    assert.deepEqual(
      shown.map(({ text }) => Number(text)),
      expected,
      name,
    );
    const counts = await Promise.all(shown.map(({ href }) => countLeads(href)));
    assert.deepEqual(counts.slice(0, newCompanies > 0 ? 3 : 2), [companies, companies, ...(newCompanies > 0 ? [newCompanies] : [])], name);
    if (goals > 0) assert.ok(required(counts.at(-1)) <= Math.min(goals, companies), name);
  }
  const { name, companies, newCompanies } = required(campaigns.find((campaign) => campaign.newCompanies > 0 && campaign.goals > 0));
  const figures = page.getByTestId('campaign').filter({ hasText: name }).locator('td.number a[href^="/leads"]');
  for (const [index, label, count] of [
    [0, 'Campaign', companies],
    [1, 'Campaign', companies],
    [2, 'First visit through campaign', newCompanies],
    [3, 'Campaign of a visit with a goal', await countLeads(required(await figures.nth(3).getAttribute('href')))],
  ] as const) {
    await clickAndCount(page, figures.nth(index), count);
    await page.getByRole('group', { name: 'Filters' }).getByText(`${label} is ${name}`, { exact: true }).waitFor();
    await page.goBack();
    await figures.nth(3).waitFor();
  }

  const { goals } = await web.getJson<AccountApi['GET /goal-results']['response']>(`/goal-results?${lastDays}`);
  const goal = required(goals.find(({ companies }) => companies > 0));
  await page.goto(`${service.url}/goals?${lastDays}`);
  const links = page.getByTestId('goal').filter({ hasText: goal.name }).locator('td.number a');
  for (const index of [0, 1]) {
    await clickAndCount(page, links.nth(index), goal.companies);
    await page.goBack();
  }
});

test('the dashboard shows the progress of a rebuild of the rollups until it has ended', async () => {
  const { last } = await db
    .selectFrom('visits')
    .select((eb) => eb.fn.max('started_at').as('last'))
    .where('account_id', '=', demo.accountId)
    .executeTakeFirstOrThrow();
  const values = { account_id: demo.accountId, requested_at: new Date(), heartbeat_at: new Date(), companies: 10, companies_done: 3 };
  await db
    .insertInto('day_rebuilds')
    .values({ ...values, step: 'companies' })
    .execute();
  const page = await openDashboard();
  await page.getByText('Figures are being recalculated: 3 of 10 companies.').waitFor();
  await db.updateTable('day_rebuilds').set({ step: 'visits', companies_done: 10, counted_until: last }).execute();
  await page.getByText(/^Figures are being recalculated: (\d+) of \d+ days\. Until this is complete/).waitFor();
  await db.deleteFrom('day_rebuilds').execute();
  await page.getByText('Figures are being recalculated').waitFor({ state: 'hidden' });
});

test('a dot of the map opens the companies of its place, unless there are none', async () => {
  const { dots } = await web.getJson<AccountApi['GET /breakdowns']['response']>(`/breakdowns?${days}`);
  const companiesIn = async (place: string) => {
    const { rows } = await sql<{ companies: number }>`
      select count(distinct v.company_id)::int as companies
      from visits v join places p on p.account_id = v.account_id and p.id = v.place_id join accounts a on a.id = v.account_id
      where v.account_id = ${demo.accountId} and v.page_depth > 0 and concat_ws(', ', p.city, p.region, p.country_code) = ${place}
        and (v.started_at at time zone a.timezone)::date between ${addDays(to, -14)}::date and ${to}::date`.execute(db);
    return firstOf(rows).companies;
  };
  const page = await openDashboard();
  const hrefs = await page
    .locator('main svg a[href*="place"]')
    .evaluateAll((all) => all.map((link) => new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('filters') ?? ''));
  const linkedPlaces = hrefs.map((filters): string => JSON.parse(filters).all[0].values[0]).sort();
  const shown = dots.filter(({ latitude }) => latitude > -56 && latitude < north);
  assert.deepEqual(linkedPlaces, shown.flatMap(({ place, identified }) => (identified > 0 ? [place] : [])).sort());
  assert.ok(shown.some(({ identified }) => identified === 0) && linkedPlaces.length > 10);
  for (const { place, identified } of shown) {
    const companies = await companiesIn(place);
    assert.equal(companies > 0, identified > 0, place);
    if (companies === 0) continue;
    const filters = JSON.stringify({ all: [{ field: 'place', operator: 'is', values: [place], excluded: false }] });
    assert.equal(await countLeads(`?${days}&${new URLSearchParams({ filters })}`), companies, place);
  }
});

test('the drill-down of a source and the goal of the funnel are still selected after going back', async () => {
  const page = await openDashboard();
  const source = page.getByRole('button', { name: /google · organic/ });
  await source.click();
  await page.getByText(/google · organic · Campaigns/).waitFor();
  const isFocused = (button: Locator) => button.and(page.locator(':focus')).waitFor();
  const back = page.getByRole('button', { name: 'Back' });
  await isFocused(back);
  await page.getByRole('button', { name: 'No campaign' }).click();
  await isFocused(back);
  await back.click();
  await isFocused(page.getByRole('button', { name: 'No campaign' }));
  await back.click();
  await isFocused(source);
  await source.click();
  await page.getByText(/google · organic · Campaigns/).waitFor();
  const goals = page.getByLabel('Goal', { exact: true });
  const other = required((await goals.locator('option').evaluateAll((all) => all.map((option) => option.getAttribute('value')))).at(-1));
  await goals.selectOption(other);
  await page.getByRole('link', { name: /companies.*No campaign|No campaign.*companies/i }).click();
  await page.getByRole('group', { name: 'Filters' }).getByText('google / organic / (none)').waitFor();
  await page.goBack();
  await page.getByText(/google · organic · Campaigns/).waitFor();
  await page.getByTestId('funnel').waitFor();
  assert.equal(await goals.inputValue(), other);
  await page.getByRole('button', { name: 'No campaign' }).click();
  await page.getByText(/google · organic › No campaign · Pages/).waitFor();
  await page.goBack();
  await page.getByText(/google · organic · Campaigns/).waitFor();
  await page.getByRole('link', { name: 'Funnel' }).click();
  await page.waitForURL((url) => url.pathname === `/goals/${other}` && url.search === `?${days}`);
});

test('the page of a goal links to the companies that reached it, even while the options of filters are loading', async () => {
  const { goals } = await web.getJson<AccountApi['GET /goal-results']['response']>(`/goal-results?${days}`);
  const { id } = required(goals.find(({ visits }) => visits > 0));
  const page = await web.open();
  await page.route('**/feed-fields', () => {});
  await signIn(page, web, demo, `/goals/${id}?${days}`);
  const href = required(await page.getByRole('link', { name: 'Show the companies' }).getAttribute('href'));
  const filters = { all: [{ field: 'goal', operator: 'is', values: [id], excluded: false }] };
  assert.equal(new URL(href, service.url).searchParams.get('filters'), JSON.stringify(filters));
});
