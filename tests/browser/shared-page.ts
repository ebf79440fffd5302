import { afterEach, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { visit } from './views.ts';
import type { DemoTest } from './web-kit.ts';

type SharedPage = {
  page: Page;
  /** Shows another view in the loaded application, as a link does; `isFresh` loads the application again, without what it cached. */
  show(path?: string, options?: { isFresh?: boolean }): Promise<Page>;
};

/** A page of the demo account for several tests in turn: loading the application takes longer than most of them. */
export async function openSharedPage({ openSignedIn, demo, service }: DemoTest): Promise<SharedPage> {
  const page = await openSignedIn(demo, '/no/such/page');
  const notFound = page.getByRole('heading', { name: 'Page not found' });
  await notFound.waitFor();
  const popups = page.locator('[role=dialog], [role=menu]');
  // A failed test may leave anything behind.
  let mustLoad = false;
  afterEach((context) => {
    if ((context as TestContext).passed === false) mustLoad = true;
  });
  return {
    page,
    async show(path = '/leads', { isFresh = false } = {}) {
      const isApplication = await page.evaluate(() => document.querySelector('#root') !== null);
      if (isFresh || mustLoad || !isApplication) {
        mustLoad = false;
        await page.goto(service.url + path);
        return page;
      }
      // In between, so that a view does not keep its state, and a message of the last test does not count as one of this test.
      await visit(page, '/no/such/page');
      while ((await popups.count()) > 0) await page.keyboard.press('Escape');
      await notFound.waitFor();
      await page.locator('[role=status][aria-live=polite] > div').first().waitFor({ state: 'detached' });
      await visit(page, path);
      return page;
    },
  };
}
