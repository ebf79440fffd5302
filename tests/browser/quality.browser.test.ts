import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Page, Request, Route } from 'playwright-core';
import { longestTaskMs } from '../../bench/browser-trace.ts';
import type { AccountApi } from '../../server/src/app/api.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { BrowserSession } from '../kit/browser-session.ts';
import { visit, watchContent } from './views.ts';
import { rowOf, startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo, openSignedIn } = web;
const latest = await web.latestLead();
const { name } = latest;
const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

test('the first tab stop is a link that skips the navigation', async () => {
  const page = await openSignedIn(demo);
  await rowOf(page, name).first().waitFor();
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Skip to content' });
  assert.ok(await link.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');
});

test('in German, whose texts are longer, the list of leads loads at most 240 kB, 150 kB of scripts, and nothing from third parties', async () => {
  // The page before is not part of the application, so no file is cached.
  const page = await openSignedIn(demo, '/healthz', { locale: 'de-DE' });
  const all: Request[] = [];
  page.on('request', (request) => !request.url().startsWith('data:') && all.push(request));
  const settle = watchContent(page);
  await page.goto(`${service.url}/leads`);
  await rowOf(page, name).first().waitFor();
  await settle();
  const isScript = (request: Request) => request.resourceType() === 'script';
  const urls = all.map((request) => request.url());
  assert.deepEqual(
    urls.filter((url) => !url.startsWith(service.url)),
    [],
  );
  const scripts = new Set(all.filter(isScript).map((request) => request.url()));
  let scriptBytes = 0;
  for (const url of scripts) scriptBytes += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;
  assert.ok(scriptBytes > 10_000 && scriptBytes <= 150_000, `${scriptBytes} bytes of script`);
  assert.ok(scripts.size <= 12, `scripts:\n${[...scripts].join('\n')}`);
  const others = all.filter((request) => !isScript(request)).map((request) => request.url());
  assert.ok(others.length <= 20, `requests:\n${others.join('\n')}`);
  // The stream of live updates does not end.
  const ended = all.filter((request) => !request.url().endsWith('/stream'));
  const sizes = await Promise.all(ended.map(async (request) => ({ url: request.url(), bytes: (await request.sizes()).responseBodySize })));
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  assert.ok(bytes > scriptBytes / 2 && bytes <= 240_000, `${bytes} bytes:\n${sizes.map((size) => `${size.bytes} ${size.url}`).join('\n')}`);
});

test('a returning browser requests the leads without waiting for the session, and never shows those of another user', async () => {
  /** Returns the status of the leads. The session is delayed until they arrive, so a page that waited for the session would get neither. */
  const leadsBeforeSession = async (page: Page) => {
    const leads = page.waitForResponse((response) => response.url().includes(`/accounts/${demo.accountId}/leads?`));
    const delaySession = async (route: Route) => {
      await leads;
      await route.continue();
    };
    await page.route('**/app/api/session', delaySession, { times: 1 });
    await page.goto(service.url);
    return (await leads).status();
  };
  const rememberedAccount = (page: Page) => page.evaluate(() => localStorage.getItem('last-account'));
  const page = await openSignedIn(demo, '/no/such/page');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  assert.equal(await leadsBeforeSession(page), 200);
  await rowOf(page, name).first().waitFor();

  const other = await service.newAccount();
  const stranger = await openSignedIn(other, '/no/such/page');
  await stranger.getByRole('heading', { level: 1 }).first().waitFor();
  const remember = (text: string | null) => {
    for (const storage of [sessionStorage, localStorage]) storage.removeItem('account');
    localStorage.setItem('last-account', String(text));
  };
  await stranger.evaluate(remember, await rememberedAccount(page));
  assert.equal(await leadsBeforeSession(stranger), 404, 'the server does not rely on what a browser remembers');
  await stranger.getByTestId('empty-state').waitFor();
  assert.equal(await rowOf(stranger, name).count(), 0);
  assert.equal(JSON.parse(required(await rememberedAccount(stranger))).id, other.accountId);

  await stranger.getByRole('navigation').getByRole('button').last().click();
  await stranger.getByRole('menuitem', { name: 'Sign out' }).click();
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await rememberedAccount(stranger), null, 'nothing is remembered after signing out');
});

test('the session and the leads are requested before any script has arrived, and no response is requested twice', async () => {
  const page = await openSignedIn(demo, '/leads');
  await rowOf(page, name).first().waitFor();
  await page.goto('about:blank');
  const requested: string[] = [];
  const isData = (request: Request) => /\/session$|\/leads\?/.test(request.url());
  page.on('request', (request) => isData(request) && requested.push(new URL(request.url()).pathname));
  const both = Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/app/api/session')),
    page.waitForRequest((request) => request.url().includes(`/accounts/${demo.accountId}/leads?`)),
  ]);
  const delayScript = async (route: Route) => {
    await both;
    await route.continue();
  };
  await page.route('**/assets/*.js', delayScript);
  // Without live updates: the server's jobs may change leads at any time, and then the page requests the list again.
  await page.route('**/stream', () => {});
  await page.goto(`${service.url}/leads`, { waitUntil: 'commit' });
  await both;
  await rowOf(page, name).first().waitFor();
  assert.deepEqual(requested.toSorted(), [`/app/api/accounts/${demo.accountId}/leads`, '/app/api/session']);
});

test('while the session is being loaded, the font and the locale data of the first list are loaded', async () => {
  const page = await openSignedIn(demo, '/healthz');
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, values) {
        performance.mark('date formatter');
        return Reflect.construct(target, values);
      },
    });
  });
  const isLoaded = Promise.all([
    page.waitForRequest((request) => request.url().endsWith('.woff2')),
    page.waitForFunction(() => performance.getEntriesByName('date formatter').length > 0),
  ]);
  const delaySession = async (route: Route) => {
    await isLoaded;
    await route.continue();
  };
  await page.route('**/app/api/session', delaySession, { times: 1 });
  await page.goto(`${service.url}/leads`);
  await isLoaded;
  await rowOf(page, name).first().waitFor();
});

test('files with a hash in their name are cached forever, the page itself is revalidated; the manifest makes it installable', async () => {
  const response = await fetch(service.url, { headers: { accept: 'text/html' } });
  assert.equal(response.headers.get('cache-control'), 'no-cache');
  const path = itemAt(required(/src="(\/assets\/[^"]+)"/.exec(await response.text())), 1);
  const file = await fetch(service.url + path, { headers: { 'accept-encoding': 'br' } });
  assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(file.headers.get('content-encoding'), 'br');
  const manifest = await (await fetch(`${service.url}/manifest.webmanifest`)).json();
  assert.equal(manifest.display, 'standalone', 'the application can be installed');
  for (const { src } of manifest.icons) assert.match(String((await fetch(service.url + src)).headers.get('content-type')), /^image\//, src);
  const again = await fetch(service.url, { headers: { accept: 'text/html', 'if-none-match': required(response.headers.get('etag')) } });
  assert.equal(again.status, 304);
});

test('the page contains its skeleton before most of its styles, and references all scripts that are imported on start', async () => {
  const html = await (await fetch(service.url, { headers: { accept: 'text/html' } })).text();
  const skeletonAt = html.indexOf('<main class="boot"');
  assert.ok(skeletonAt > 0 && skeletonAt < 10_000, `the skeleton is at ${skeletonAt}`);
  const skeletonEnd = html.indexOf('</main>');
  assert.ok(html.slice(0, skeletonEnd).indexOf('fetch(') === -1, 'the browser can paint the skeleton before it sends requests');
  assert.ok(html.slice(skeletonEnd).indexOf('fetch(') < html.slice(skeletonEnd).indexOf('<style>'), 'requests do not wait for the styles');
  assert.ok(html.length > 40_000, 'the page contains all styles');
  const scriptPaths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => itemAt(match, 1));
  for (const path of scriptPaths) {
    const script = await (await fetch(service.url + path)).text();
    for (const match of script.matchAll(/\bimport(?:{[^}]*}from)?"\.\/([\w.-]+)"/g))
      assert.ok(scriptPaths.includes(`/assets/${itemAt(match, 1)}`), `${path} imports ${itemAt(match, 1)}`);
  }
});

test('only the visible rows of many leads are rendered, without long tasks, and only their pages are requested', async () => {
  const large = await service.newAccount();
  const total = 450;
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
  const page = await openSignedIn(large, '/no/such/page');
  let offsets: number[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/\/accounts\/\d+\/leads$/.test(pathname)) offsets.push(Number(searchParams.get('offset')));
  });
  /** Waits for the lead, and returns the offsets of the pages requested until then. */
  const pagesUntil = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).waitFor();
    const rows = await page.getByRole('table', { name: 'Leads' }).getByRole('row').count();
    assert.ok(rows < 60, `${rows} rows on the page`);
    const requested = [...new Set(offsets)].sort((a, b) => a - b);
    offsets = [];
    return requested;
  };
  await page.goto(`${service.url}/leads`);
  assert.deepEqual(await pagesUntil('Company 1'), [0]);
  const browser = required(page.context().browser());
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  const table = page.getByRole('table', { name: 'Leads' });
  assert.equal(await table.getAttribute('aria-rowcount'), String(total + 1));
  await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  // A live update may request the first page again.
  const scrolled = (await pagesUntil(`Company ${total}`)).filter((offset) => offset > 0);
  assert.deepEqual(scrolled, [400], 'the pages in between are not requested');
  await page.getByRole('button', { name: 'Company', exact: true }).click();
  await table.evaluate((element) => element.scrollTo(0, 0));
  const sorted = await pagesUntil('Company 10');
  assert.ok(sorted.includes(0) && sorted.length <= 2, `pages ${sorted}`);
  await page.getByLabel('Search companies by name or domain').fill('company-449.');
  await page.getByText('1 company', { exact: true }).waitFor();
  assert.deepEqual(await pagesUntil('Company 449'), [0]);
  await page.getByLabel('Search companies by name or domain').fill('');
  await page.getByText(`${total} companies`, { exact: true }).waitFor();
  await page.route('**/leads?*offset=200*', (route) => route.fulfill({ status: 500, json: { code: 'fault', title: 'Not this page.' } }));
  await table.evaluate((element) => element.scrollTo(0, 52 * 240));
  await page.getByRole('alert').getByText('Not this page.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  // CPU time, about 50 ms; rendering all rows would take ten times as long.
  const longestMs = longestTaskMs(await browser.stopTracing());
  assert.ok(longestMs > 0 && longestMs < 400, `a task of ${longestMs} ms`);
});

test('in German, the headings of the list have one line, and the names of the selected filter fields are not cut', async () => {
  const page = await openSignedIn(demo, '/leads', { locale: 'de-DE' });
  await rowOf(page, name).first().waitFor();
  const linesOfHeadings = await page.getByRole('columnheader').evaluateAll((headings) =>
    headings.map((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      const texts = [...range.getClientRects()].filter(({ width }) => width > 20);
      return {
        text: heading.textContent,
        height: Math.max(0, ...texts.map(({ bottom }) => bottom)) - Math.min(...texts.map(({ top }) => top)),
      };
    }),
  );
  assert.deepEqual(
    linesOfHeadings.filter(({ height }) => height > 24),
    [],
  );
  const fields = ['goal_step', 'new_through_campaign', 'goal_campaign', 'source_medium_campaign_page'];
  const filters = JSON.stringify({ all: fields.map((field) => ({ field, operator: 'exists', values: [], excluded: false })) });
  await visit(page, `/leads?build=1&filters=${encodeURIComponent(filters)}`);
  await page.getByLabel('Feld', { exact: true }).nth(3).locator('option:checked', { hasText: 'Seite' }).waitFor({ state: 'attached' });
  const cut = await page.getByLabel('Feld', { exact: true }).evaluateAll((selects) =>
    (selects as HTMLSelectElement[]).flatMap((select) => {
      const text = select.selectedOptions[0]?.textContent ?? '';
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      const style = getComputedStyle(select);
      context.font = style.font;
      const arrowWidth = 20;
      const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - arrowWidth;
      return context.measureText(text).width > room ? [text] : [];
    }),
  );
  assert.deepEqual(cut, []);
});

test('on a phone, the numbers of a card are in one line, whether they are links or not', async () => {
  const page = await openSignedIn(demo, '/goals', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.getByRole('link', { name: 'Viewed pricing' }).waitFor();
  const tops = await page
    .locator('main tbody tr')
    .first()
    .locator('td')
    .evaluateAll((cells) =>
      cells.slice(1, 3).map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector('a') ?? cell);
        return range.getBoundingClientRect().top;
      }),
    );
  assert.equal(tops.length, 2);
  assert.ok(Math.abs(Number(tops[0]) - Number(tops[1])) <= 1, `${tops}`);
});

test('in German on a phone, no content is wider than its container', async () => {
  const owner = new BrowserSession(service);
  await owner.signIn(demo.email, demo.password);
  const create = (path: string, body: object) => owner.send('POST', `/accounts/${demo.accountId}${path}`, body);
  await create('/keys', { name: 'Reporting', scopes: ['companies:read'] });
  await create('/oauth-apps', { name: 'Agency', redirectUris: ['https://agency.example/callback'], grants: ['authorization_code'] });
  const page = await openSignedIn(demo, '/leads', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'de-DE',
  });
  const tooWide: (string | null)[] = [];
  const check = async (selector: string) => {
    await page.locator(selector).first().waitFor();
    const parts = page.locator(selector);
    tooWide.push(
      ...(await parts.evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent))),
    );
  };
  await rowOf(page, name).first().getByRole('checkbox').tap();
  await check('[role=toolbar], [role=toolbar] button:has(svg):not([aria-label])');
  await visit(page, '/lists');
  await check('main ul > li');
  await visit(page, '/settings/keys');
  await check('[data-testid=settings-page] div:has(> table)');
  await visit(page, '/settings/applications');
  await check('[data-testid=settings-page] header > *');
  assert.deepEqual(tooWide, []);
});

test('on a phone, pages fit the screen, the drawer and the menu hold the focus, and a change can be undone with a large button', async () => {
  // Columns selected on a larger screen, such as those saved with a feed.
  const view = { columns: ['quality', 'place', 'industry', 'employees', 'source', 'tags'], widths: { name: 300 } };
  const page = await openSignedIn(demo, '/leads', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    storageState: {
      cookies: [],
      origins: [{ origin: service.url, localStorage: [{ name: 'view:all_leads', value: JSON.stringify(view) }] }],
    },
  });
  await rowOf(page, name).first().waitFor();
  const list = page.getByRole('table', { name: 'Leads' });
  assert.equal(await list.evaluate((element) => element.scrollWidth), 390, 'the list does not scroll sideways');
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  assert.ok(await fits());
  assert.equal(await page.getByRole('button', { name: 'Columns' }).count(), 0);
  assert.equal(await page.locator('kbd:visible').count(), 0, 'no shortcuts without a keyboard');
  await page.getByLabel(`Select ${name}`, { exact: true }).tap();
  await page.getByText('1 selected').waitFor();
  assert.ok(await fits());
  const bar = page.getByRole('toolbar', { name: 'Selected leads' });
  const { y: barTop, height: barHeight } = required(await bar.boundingBox());
  assert.ok(barHeight < 100, 'the list stays visible');
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const lastRow = list.locator(`[aria-rowindex="${await list.getAttribute('aria-rowcount')}"]`);
  assert.ok((await lastRow.evaluate((row) => row.getBoundingClientRect().bottom)) <= barTop, 'the bar does not cover the last row');
  await list.evaluate((element) => element.scrollTo(0, 0));
  await bar.getByRole('button', { name: 'Hide' }).tap();
  // Measured as soon as it appears, because the message disappears.
  const undoSize = await page.waitForFunction(() => {
    const { width, height } = document.querySelector('[role=status] button')?.getBoundingClientRect() ?? { width: 0, height: 0 };
    return Math.min(width, height);
  });
  assert.ok((await undoSize.jsonValue()) >= 44, 'Undo is large enough');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await page.getByRole('link', { name, exact: true }).first().tap();
  await page.locator('[data-testid=visit-step]').first().waitFor();
  assert.ok(await fits());
  const drawer = page.getByRole('complementary', { name: 'Company' });
  assert.ok(await drawer.evaluate((element) => element.contains(document.activeElement)), 'the drawer has the focus');
  assert.ok(await page.getByLabel('Menu').evaluate((button) => button.closest('[inert]') !== null), 'the page behind the drawer is inert');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => document.activeElement?.closest('[data-testid=lead-row]')), 'the focus returns to the row');
  await page.getByLabel('Menu').tap();
  assert.ok(await page.locator('main').evaluate((main) => (main as HTMLElement).inert), 'the page behind the menu is inert');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Menu');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.getByRole('button', { name: 'Close' }).tap();
  await palette.waitFor({ state: 'detached' });
  await page.getByLabel('Menu').tap();
  await page.getByRole('link', { name: 'Dashboard' }).tap();
  await page.waitForURL(/\/dashboard$/);
  await page.getByText('Visits by day').first().waitFor();
  assert.ok(await fits());
  const owner = new BrowserSession(service);
  await owner.signIn(demo.email, demo.password);
  type Found = AccountApi['GET /directory']['response'];
  const [most] = await web.leads('sort=visits&order=desc');
  const query = `q=${required(most?.domain)}&visited=1`;
  const { companies } = (await owner.get<Found>(`/accounts/${demo.accountId}/directory?search=${most?.domain}&visited=true`)).body;
  const found = required(companies.find(({ id }) => id === most?.companyId));
  assert.ok(found.contacts > 0 && found.countryCode !== null, 'the demo has contacts of the most active leads');
  await page.route('**/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), hasCompanyLogos: true } });
  });
  await page.route('**/companies/*/logo', (route) => route.fulfill({ contentType: 'image/svg+xml', body: logo }));
  await page.goto(`${service.url}/directory?${query}`);
  const company = page
    .getByTestId('company-row')
    .filter({ has: page.getByText(found.name, { exact: true }) })
    .first();
  await company.getByText(`· ${required(found.industry)} · `).waitFor();
  await company.locator('img').waitFor();
  await company.getByRole('button', { name: `Contacts of ${found.name}` }).tap();
  await page.getByTestId('contact').first().waitFor();
  assert.ok(await fits());
  await owner.send('PATCH', `/accounts/${demo.accountId}/leads`, { companyIds: [found.id], assigneeId: demo.userId });
  await visit(page, '/inbox');
  await page.getByTestId('assigned-lead').filter({ hasText: found.name }).first().locator('img').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await visit(page, '/campaigns');
  await page.getByRole('button', { name: /cost/i }).first().tap();
  const costs = page.getByRole('dialog', { name: /^Costs of / });
  const { x: left, width } = required(await costs.boundingBox());
  const lastDay = required(await costs.getByLabel('Last day').boundingBox());
  assert.ok(lastDay.x + lastDay.width <= left + width - 20, 'the fields of a dialog are inside it');
  await page.goto(`${service.url}/settings/goals`);
  await page.getByRole('button', { name: 'Edit Viewed pricing' }).tap();
  for (const part of [page.getByLabel('Trigger').first(), page.getByRole('button', { name: 'Save' })]) {
    const { x, width } = required(await part.boundingBox());
    assert.ok(x >= 0 && x + width <= 390, `a goal form is visible: ${x} to ${x + width}`);
  }
  await page.getByLabel('Settings page').selectOption('users');
  await page.locator('[data-testid=settings-page] table').first().waitFor();
  assert.ok(await fits());
});
