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
const desktop = { width: 1360, height: 860 };
const phone = { width: 390, height: 844 };

/** All rules in light mode; those about colors in dark mode, and the others on a phone, because nothing else differs. */
async function faultsIn(page: Page, name: string, part: AxeScope = {}): Promise<string[]> {
  const faults = (await axeViolations(page, part)).map((fault) => `light: ${fault}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await axeViolations(page, { ...part, only: ['color-contrast'] })).map((fault) => `dark: ${fault}`));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  faults.push(...(await axeViolations(page, { ...part, without: ['color-contrast'] })).map((fault) => `phone: ${fault}`));
  const width = await page.evaluate(() =>
    Math.max(...['html', '[data-testid=scroll]'].flatMap((parts) => [...document.querySelectorAll(parts)].map((part) => part.scrollWidth))),
  );
  if (width > phone.width) faults.push(`phone: the page is ${width} pixels wide`);
  await page.setViewportSize(desktop);
  return faults.map((fault) => `${name}, ${fault}`);
}

test('axe finds no serious violation on any page, in light mode, in dark mode and on a phone', async () => {
  const signedOutPage = await stage.open();
  await signedOutPage.goto(service.url);
  await signedOutPage.getByRole('heading', { name: 'Sign in' }).waitFor();
  const faults = await faultsIn(signedOutPage, 'sign in');
  const page = await stage.enter(demo, '/no/such/page');
  const settle = watchContent(page);
  await settle();
  faults.push(...(await faultsIn(page, 'the sidebar')));
  for (const { name, path } of pageViews({ companyId })) {
    await visit(page, `/${path}`);
    await settle();
    faults.push(...(await faultsIn(page, name, { outside: 'main ~ *, nav' })));
  }
  assert.deepEqual(faults, []);
});

test('axe finds no serious violation in any menu or dialog, in German', async () => {
  const page = await stage.enter(demo, '/no/such/page', { locale: 'de-DE' });
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
