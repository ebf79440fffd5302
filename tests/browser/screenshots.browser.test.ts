import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startDemoStage } from './web-kit.ts';

const root = join(import.meta.dirname, '../..');
const stage = await startDemoStage();
const { service } = stage;

/** `SCREENSHOTS=docs/screenshots npm test -- tests/browser/screenshots.browser.test.ts` updates the screenshots of the README. */
const wanted = process.env.SCREENSHOTS;
const folder = wanted ? join(root, wanted) : mkdtempSync(join(tmpdir(), 'leadlight-screenshots-'));
mkdirSync(folder, { recursive: true });
if (!wanted) after(() => rmSync(folder, { recursive: true, force: true }));

test('screenshots of the main pages can be taken', async () => {
  const page = await stage.enter(stage.demo, '/leads', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const picture = async (name: string) => {
    await page.mouse.move(0, 0);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    assert.ok(statSync(path).size > 20_000, `${name} shows something`);
  };
  await page.locator('[data-testid=lead-name]').nth(12).waitFor();
  await picture('leads');
  await page.locator('[data-testid=lead-name] a').nth(1).click();
  await page.locator('[data-testid=visit-step]').first().waitFor();
  await picture('company');
  await page.goto(`${service.url}/dashboard?range=7d`);
  await page.locator('[data-testid=breakdown-row]').first().waitFor();
  await picture('dashboard');
  await page.goto(`${service.url}/settings/tracker`);
  await page.locator('[data-status]').waitFor();
  await picture('tracker');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${service.url}/leads`);
  await page.locator('[data-testid=lead-name]').nth(12).waitFor();
  await picture('leads-dark');
});
