import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { type AxeScope, axeViolations } from './axe-violations.ts';
import { pageViews, popupViews, textIn, visit, watchContent } from './views.ts';
import { startDemoStage } from './web-kit.ts';

const stage = await startDemoStage();
const { service, demo } = stage;
const { companyId } = firstOf(await stage.leads());
/** Low, because axe takes its time for each row of a list, and the rows are alike. */
const desktop = { width: 1360, height: 480 };
const phone = { width: 390, height: 844 };

/** All rules in light mode; those about colors in dark mode, and the others on a phone, because nothing else differs. */
async function faultsIn(page: Page, name: string, part: AxeScope = {}): Promise<string[]> {
  const faults = (await axeViolations(page, part)).map((fault) => `light: ${fault}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await axeViolations(page, { ...part, only: ['color-contrast'] })).map((fault) => `dark: ${fault}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  faults.push(...(await axeViolations(page, { ...part, without: ['color-contrast'] })).map((fault) => `phone: ${fault}`));
  faults.push(...(await page.evaluate(outOfSight)).map((fault) => `phone: ${fault}`));
  await page.setViewportSize(desktop);
  return faults.map((fault) => `${name}, ${fault}`);
}

/** Parts of a page that are wider than the screen, also if they scroll by themselves, and buttons that submit a dialog out of sight. */
function outOfSight(): string[] {
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

test('axe finds no serious violation on any page, in light mode, in dark mode and on a phone', async () => {
  const signedOutPage = await stage.open();
  await signedOutPage.goto(service.url);
  await signedOutPage.getByRole('heading', { name: 'Sign in' }).waitFor();
  const faults = await faultsIn(signedOutPage, 'sign in');
  const page = await stage.enter(demo, '/no/such/page', { viewport: desktop });
  const settle = watchContent(page);
  await settle();
  faults.push(...(await faultsIn(page, 'the sidebar')));
  for (const { name, path, open } of pageViews({ companyId })) {
    await visit(page, `/${path}`);
    await open?.(page, textIn('en'));
    await settle();
    faults.push(...(await faultsIn(page, name, { outside: 'main ~ *, nav' })));
  }
  assert.deepEqual(faults, []);
});

test('axe finds no serious violation in any menu or dialog, in German', async () => {
  const page = await stage.enter(demo, '/no/such/page', { viewport: desktop, locale: 'de-DE' });
  const settle = watchContent(page);
  const faults: string[] = [];
  const popup = page.locator('[role=dialog], [role=menu], [role=toolbar], main form').last();
  for (const { name, path, open } of popupViews({ companyId })) {
    await visit(page, `/${path}`);
    await settle();
    await open?.(page, textIn('de'));
    await popup.waitFor();
    await settle();
    faults.push(...(await faultsIn(page, name, { inside: '[role=dialog], [role=menu], [role=toolbar], main form' })));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await visit(page, '/no/such/page');
  }
  assert.deepEqual(faults, []);
});
