import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { BrowserContextOptions, Page, PageScreenshotOptions } from 'playwright-core';
import { fillPages } from './fill-pages.ts';
import { type Language, loadSignedOut, pageViews, popupViews, signedOutViews, textIn, visit, watchContent } from './views.ts';
import { startDemoTest } from './web-kit.ts';

const root = join(import.meta.dirname, '../..');
const web = await startDemoTest();
const { service } = web;

/** `SCREENSHOTS=docs/screenshots npm test -- tests/browser/screenshots.browser.test.ts` updates the screenshots of the README and the tour. */
const target = process.env.SCREENSHOTS;
const folder = target ? join(root, target) : mkdtempSync(join(tmpdir(), 'leadlight-screenshots-'));
mkdirSync(folder, { recursive: true });
if (!target) after(() => rmSync(folder, { recursive: true, force: true }));

async function takeScreenshot(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<string> {
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, ...options });
  return path;
}

test('screenshots of the main pages can be taken, and the tour shows each of them', async () => {
  const page = await web.openSignedIn(web.demo, '/leads', { viewport: { width: 1440, height: 900 } });
  const names: string[] = [];
  const picture = async (name: string) => {
    names.push(name);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Viewed pricing').waitFor();
    await page.mouse.move(0, 0);
    assert.ok(statSync(await takeScreenshot(page, name)).size > 20_000, `${name} shows something`);
  };
  await page.locator('[data-testid=lead-name]').nth(12).waitFor();
  await picture('leads');
  await page.locator('[data-testid=lead-name] a').nth(1).click();
  await page.locator('[data-testid=visit-step]').first().waitFor();
  await picture('company');
  // Complete days, so that the charts do not end with a few hours.
  await visit(page, `/dashboard?from=${await web.day(-7)}&to=${await web.day(-1)}`);
  await page.locator('[data-testid=breakdown-row]').first().waitFor();
  await picture('dashboard');
  await visit(page, '/start');
  await page.getByRole('link', { name: 'Invite your team' }).waitFor();
  await picture('get-started');
  await visit(page, '/settings/tracker');
  await page.locator('[data-status]').waitFor();
  await picture('tracker');
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/leads');
  await page.locator('[data-testid=lead-name]').nth(12).waitFor();
  await picture('leads-dark');
  const tour = readFileSync(join(root, 'docs/tour.md'), 'utf8');
  const shown = [...tour.matchAll(/\(screenshots\/([\w-]+)\.png\)/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(shown)].sort(), names.sort());
  for (const name of names) assert.ok(existsSync(join(root, `docs/screenshots/${name}.png`)), `docs/screenshots/${name}.png`);
});

const desktop = { viewport: { width: 1440, height: 900 } };
const looks: Record<string, BrowserContextOptions & { language: Language }> = {
  desktop: { ...desktop, language: 'en' },
  dark: { ...desktop, colorScheme: 'dark', language: 'en' },
  narrow: { viewport: { width: 1024, height: 768 }, language: 'en' },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, language: 'en' },
  german: { ...desktop, locale: 'de-DE', language: 'de' },
};

// `npm run screenshots` takes screenshots of every page, menu and dialog, for visual review. It checks nothing, so ordinary runs skip it.
if (process.env.SCREENSHOTS_OF === 'every') {
  // Filled once, and within a test, because the service stops as soon as no test runs.
  let filled: ReturnType<typeof fillPages> | null = null;
  const fill = () => {
    filled ??= fillPages(web);
    return filled;
  };
  for (const [look, { language, ...options }] of Object.entries(looks)) {
    test(`screenshots of every page: ${look}`, async () => {
      const shown = await fill();
      const page = await web.openSignedIn(web.demo, '/no/such/page', options);
      const settle = watchContent(page);
      for (const { name, path, open } of pageViews(shown)) {
        await visit(page, `/${path}`);
        await open?.(page, textIn(language));
        await settle();
        await takeScreenshot(page, `${look}-${name}`);
      }
      await page.goto(`${service.url}/oauth/authorize?${shown.authorizeQuery}`);
      await takeScreenshot(page, `${look}-oauth-consent`);
      await page.goto(`${service.url}/dashboard`);
      await settle();
      await page.emulateMedia({ media: 'print' });
      await takeScreenshot(page, `${look}-print`, { fullPage: true });
      const reader = await web.open(options);
      const settleReader = watchContent(reader);
      for (const view of signedOutViews(shown)) {
        await loadSignedOut(reader, service.url, view);
        await settleReader();
        await takeScreenshot(reader, `${look}-${view.name}`);
      }
    });

    test(`screenshots of every menu and dialog: ${look}`, async (context) => {
      const { companyId } = await fill();
      const page = await web.openSignedIn(web.demo, '/no/such/page', options);
      page.setDefaultTimeout(15_000);
      const settle = watchContent(page);
      for (const { name, path, open } of popupViews({ companyId })) {
        await visit(page, `/${path}`);
        await settle();
        // Some buttons do not exist in every look, such as on a phone.
        const openPopup = async () => {
          await open?.(page, textIn(language));
          await page.locator('[role=dialog], [role=menu], [role=toolbar], main form').last().waitFor();
        };
        await openPopup().catch((error: Error) => context.diagnostic(`${look}-${name}: ${error.message}`));
        await settle();
        await takeScreenshot(page, `${look}-${name}`);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await visit(page, '/no/such/page');
      }
    });
  }
}
