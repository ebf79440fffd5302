import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { required } from '../../server/src/lib/required.ts';
import { type AxeScope, axeViolations } from './axe-violations.ts';
import { pageViews, popupViews, textIn, visit, watchContent } from './views.ts';
import { startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo } = web;
const { companyId, domain } = required((await web.leads()).find((lead) => lead.domain !== null));
/** Low, because axe checks every visible row of a list, and the rows are alike. */
const desktop = { width: 1360, height: 480 };
const phone = { width: 390, height: 844 };

type Look = 'light' | 'dark' | 'phone';

/** Light mode is checked with all rules, dark mode only for contrast, and a phone for everything else, because nothing else differs. */
const rulesOf: Record<Look, AxeScope> = { light: {}, dark: { only: ['color-contrast'] }, phone: { without: ['color-contrast'] } };

/**
 * Returns a function that finds the faults of the current view in all looks. It starts with the look of the previous view, because every
 * change redraws the page; views that are opened with desktop controls start on a desktop.
 */
function faultFinder(page: Page, { opensOnPhone }: { opensOnPhone: boolean }, settle = async () => {}) {
  let looks: Look[] = ['light', 'dark', 'phone'];
  let shown: Look = 'light';
  const show = async (look: Look) => {
    const size = look === 'phone' ? phone : desktop;
    if (page.viewportSize()?.width !== size.width) {
      await page.setViewportSize(size);
      await settle();
    }
    if (look === 'phone' || look === shown) return;
    await page.emulateMedia({ colorScheme: look });
    shown = look;
  };
  return async (name: string, part: AxeScope = {}): Promise<string[]> => {
    const faults: string[] = [];
    for (const look of looks) {
      await show(look);
      if (look === 'phone') faults.push(...(await persistentOverflow(page)).map((fault) => `phone: ${fault}`));
      faults.push(...(await axeViolations(page, { ...part, ...rulesOf[look] })).map((fault) => `${look}: ${fault}`));
    }
    looks = opensOnPhone ? looks.toReversed() : [shown, shown === 'light' ? 'dark' : 'light', 'phone'];
    if (!opensOnPhone) await show(shown);
    return faults.map((fault) => `${name}, ${fault}`);
  };
}

/** The overflow that remains after a while: a busy machine needs a moment to move a menu after the page has been resized. */
async function persistentOverflow(page: Page): Promise<string[]> {
  let faults = await page.evaluate(findOverflow);
  for (let tries = 0; faults.length > 0 && tries < 30; tries++) {
    await page.waitForTimeout(100);
    faults = await page.evaluate(findOverflow);
  }
  return faults;
}

/** Finds parts of a page that scroll horizontally, and submit buttons of dialogs below the screen. */
function findOverflow(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('html, main *, [role=dialog] *')];
  const wide = parts.filter((part) => {
    const scrolls = part.matches('html') || /auto|scroll/.test(getComputedStyle(part).overflowX);
    return scrolls && part.scrollWidth > part.clientWidth + 1 && !part.matches('[data-testid=lead-table], textarea, pre');
  });
  const below = [...document.querySelectorAll('[role=dialog] button[type=submit]')].filter(
    (button) => button.getBoundingClientRect().bottom > window.innerHeight,
  );
  return [
    ...wide.map((part) => `${part.tagName} ${part.className} is ${part.scrollWidth} pixels wide`),
    ...below.map((button) => `“${button.textContent}” is below the screen`),
  ];
}

test('no page has serious axe violations in light mode, in dark mode or on a phone, or overflows a phone', async () => {
  const signedOutPage = await web.open();
  await signedOutPage.goto(service.url);
  await signedOutPage.getByRole('heading', { name: 'Sign in' }).waitFor();
  const faults = await faultFinder(signedOutPage, { opensOnPhone: true })('sign in');
  const page = await web.openSignedIn(demo, '/no/such/page', { viewport: desktop });
  const settle = watchContent(page);
  await settle();
  const faultsIn = faultFinder(page, { opensOnPhone: true }, settle);
  faults.push(...(await faultsIn('the sidebar')));
  for (const { name, path, open } of pageViews({ companyId })) {
    await visit(page, `/${path}`);
    await open?.(page, textIn('en'));
    await settle();
    faults.push(...(await faultsIn(name, { outside: 'main ~ *, nav' })));
  }
  assert.deepEqual(faults, []);
});

test('in German, no menu or dialog has serious axe violations or overflows a phone', async () => {
  const page = await web.openSignedIn(demo, '/no/such/page', { viewport: desktop, locale: 'de-DE' });
  const settle = watchContent(page);
  const faultsIn = faultFinder(page, { opensOnPhone: false }, settle);
  const faults: string[] = [];
  const popup = page.locator('[role=dialog], [role=menu], [role=toolbar], main form').last();
  const closable = page.locator('[role=dialog], [role=menu], [role=toolbar]');
  let shown = '';
  for (const { name, path, open } of popupViews({ companyId })) {
    // A list with one row is enough, because only the popups are checked.
    if (path !== shown) await visit(page, path === 'leads' ? `/leads?q=${domain}` : `/${path}`);
    shown = path;
    await settle();
    await open?.(page, textIn('de'));
    await popup.waitFor();
    await settle();
    faults.push(...(await faultsIn(name, { inside: '[role=dialog], [role=menu], [role=toolbar], main form' })));
    // Closes the menu, and then the selection it applies to.
    for (let open = await closable.count(); open > 0; open = await closable.count()) {
      await page.keyboard.press('Escape');
      await settle();
    }
  }
  assert.deepEqual(faults, []);
});
