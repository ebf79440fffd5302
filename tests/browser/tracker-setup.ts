import { after, afterEach, before, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { required } from '../../server/src/lib/required.ts';
import { startChromium } from './start-chromium.ts';
import { TrackerSite } from './tracker-site.ts';

type TrackerSetup = { browser: Browser; site: TrackerSite; context: BrowserContext; page: Page };

/** Starts a browser for a suite, and a site with a new page for each of its tests. */
export function useTrackerSetup(onReady: (setup: TrackerSetup) => void, options?: Parameters<typeof startChromium>[0]): void {
  let browser: Browser;
  let setup: TrackerSetup;
  before(async () => {
    browser = await startChromium(options);
  });
  after(() => browser.close());
  beforeEach(async () => {
    const site = await TrackerSite.start();
    const context = await browser.newContext();
    setup = { browser, site, context, page: await context.newPage() };
    onReady(setup);
  });
  afterEach(async () => {
    await setup.context.close();
    await setup.site.stop();
  });
}

declare global {
  interface Window {
    leadlight: (...call: unknown[]) => void;
  }
}

/** Calls the tracker on the page to record a custom event. */
export async function recordEvent(page: Page, name: string): Promise<void> {
  await page.evaluate((text) => window.leadlight('event', text), name);
}

/** Records an event and returns the batch that contained it. */
export async function recordEventAndGetBatch({ page, site }: Pick<TrackerSetup, 'page' | 'site'>, name: string) {
  await recordEvent(page, name);
  const find = () => site.posts.find((post) => post.batch.events.some((event) => event.name === name));
  await site.until(`the event ${name}`, () => !!find());
  return required(find()).batch;
}
