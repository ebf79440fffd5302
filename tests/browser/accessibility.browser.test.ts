import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { required } from '../../server/src/lib/required.ts';
import { type AxeScope, axeViolations } from './axe-violations.ts';
import { fillPages } from './fill-pages.ts';
import { smallTargets } from './small-targets.ts';
import { loadSignedOut, pageViews, popupViews, signedOutViews, textIn, visit, watchContent } from './views.ts';
import { startDemoTest } from './web-kit.ts';

const web = await startDemoTest();
const { service, demo } = web;
const { domain } = required((await web.leads()).find((lead) => lead.domain !== null));
const shown = await fillPages(web);
type Look = 'light' | 'dark' | 'phone';

/** The desktop is low, because axe checks every visible row of a list, and the rows are alike. */
const screens = {
  desktop: { width: 1360, height: 480, deviceScaleFactor: 1, mobile: false },
  phone: { width: 390, height: 844, deviceScaleFactor: 1, mobile: false },
};
const { width, height } = screens.desktop;
const desktop = { viewport: { width, height } };

/**
 * Light mode is checked with all rules, dark mode only for contrast, and a phone for everything else, because nothing else differs. Targets
 * on a phone must be larger than axe demands.
 */
const rulesOf: Record<Look, AxeScope> = {
  light: {},
  dark: { only: ['color-contrast'] },
  phone: { without: ['color-contrast', 'target-size'] },
};

/**
 * Returns a function that finds the faults of the current view in all looks. It starts with the look of the previous view, because every
 * change redraws the page; views that are opened with desktop controls start on a desktop.
 */
async function faultFinder(page: Page, { opensOnPhone }: { opensOnPhone: boolean }, settle = watchContent(page)) {
  const devtools = await page.context().newCDPSession(page);
  let looks: Look[] = ['light', 'dark', 'phone'];
  let scheme: Look = 'light';
  let screen: keyof typeof screens = 'desktop';
  const show = async (look: Look) => {
    const next = look === 'phone' ? 'phone' : 'desktop';
    if (screen !== next) {
      // With touch, the pointer is coarse.
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: next === 'phone' });
      await devtools.send('Emulation.setDeviceMetricsOverride', screens[next]);
      screen = next;
      await settle();
    }
    if (look === 'phone' || look === scheme) return;
    await page.emulateMedia({ colorScheme: look });
    scheme = look;
  };
  return async (name: string, part: AxeScope = {}): Promise<string[]> => {
    const faults: string[] = [];
    for (const look of looks) {
      await show(look);
      if (look === 'phone') faults.push(...(await persistentFaults(page, part)).map((fault) => `phone: ${fault}`));
      const rules = { ...rulesOf[look], ...(look === 'light' && part.without && { without: part.without }) };
      faults.push(...(await axeViolations(page, { ...part, ...rules })).map((fault) => `${look}: ${fault}`));
    }
    looks = opensOnPhone ? looks.toReversed() : [scheme, scheme === 'light' ? 'dark' : 'light', 'phone'];
    if (!opensOnPhone) await show(scheme);
    return faults.map((fault) => `${name}, ${fault}`);
  };
}

/** The faults of a phone view that remain after a while: a busy machine needs a moment to move a menu after the page has been resized. */
async function persistentFaults(page: Page, part: AxeScope): Promise<string[]> {
  const find = async () => [...(await page.evaluate(findOverflow)), ...(await smallTargets(page, part))];
  let faults = await find();
  for (let tries = 0; faults.length > 0 && tries < 30; tries++) {
    await page.waitForTimeout(100);
    faults = await find();
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

/** Menus and dialogs are outside the element of the application. */
const popups = 'body > div:not(#root), [role=toolbar], main form';

test('no page without a session has axe violations in light mode, in dark mode or on a phone, overflows a phone or has small targets', async () => {
  const page = await web.open(desktop);
  const settle = watchContent(page);
  const faultsIn = await faultFinder(page, { opensOnPhone: true }, settle);
  const faults: string[] = [];
  for (const view of signedOutViews(shown)) {
    await loadSignedOut(page, service.url, view);
    await settle();
    faults.push(...(await faultsIn(view.name)));
  }
  assert.deepEqual(faults, []);
});
test('no page has axe violations in light mode, in dark mode or on a phone, overflows a phone or has small targets', async () => {
  const text = textIn('en');
  const page = await web.openSignedIn(demo, `/oauth/authorize?${shown.authorizeQuery}`, desktop);
  const settle = watchContent(page);
  const faultsIn = await faultFinder(page, { opensOnPhone: true }, settle);
  const faults = await faultsIn('oauth-consent');
  await page.goto(`${service.url}/no/such/page`);
  await settle();
  // The previous look was the phone, on which the sidebar is behind a button.
  await page.getByRole('button', { name: text('shell.menu'), exact: true }).click();
  faults.push(...(await smallTargets(page, { inside: 'nav' })).map((target) => `the sidebar, phone: ${target}`));
  await page.keyboard.press('Escape');
  faults.push(...(await faultsIn('the sidebar')));
  for (const { name, path, open, part } of pageViews(shown)) {
    await visit(page, `/${path}`);
    await open?.(page, text);
    await settle();
    faults.push(...(await faultsIn(name, part === undefined ? { outside: 'main ~ *, nav' } : { inside: part })));
  }
  assert.deepEqual(faults, []);
});

test('in German, no menu or dialog has axe violations, overflows a phone or has small targets', async () => {
  const page = await web.openSignedIn(demo, '/no/such/page', { ...desktop, locale: 'de-DE' });
  const settle = watchContent(page);
  const faultsIn = await faultFinder(page, { opensOnPhone: false }, settle);
  const faults: string[] = [];
  const popup = page.locator('[role=dialog], [role=menu], [role=toolbar], main form').last();
  const closable = page.locator('[role=dialog], [role=menu], [role=toolbar]');
  let shownPath = '';
  for (const { name, path, open } of popupViews(shown)) {
    // A list with one row is enough, because only the popups are checked.
    if (path !== shownPath) await visit(page, path === 'leads' ? `/leads?q=${domain}` : `/${path}`);
    shownPath = path;
    await settle();
    await open?.(page, textIn('de'));
    await popup.waitFor();
    await settle();
    faults.push(...(await faultsIn(name, { inside: popups })));
    // axe applies this rule only to whole pages.
    faults.push(...(await axeViolations(page, { only: ['region'] })).map((fault) => `${name}: ${fault}`));
    // Closes the menu, and then the selection it applies to.
    for (let open = await closable.count(); open > 0; open = await closable.count()) {
      await page.keyboard.press('Escape');
      await settle();
    }
  }
  assert.deepEqual(faults, []);
});
