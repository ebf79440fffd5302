import { afterEach, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { visit } from './views.ts';
import type { DemoTest } from './web-kit.ts';

type SharedPage = {
  page: Page;
  /** Navigates to a view in the loaded application, as a link does. `isFresh` reloads the application, which empties its caches. */
  show(path?: string, options?: { isFresh?: boolean }): Promise<Page>;
};

/** Opens a page of the demo account for several tests in turn, because loading the application takes longer than most tests. */
export async function openSharedPage({ openSignedIn, demo, service }: DemoTest): Promise<SharedPage> {
  const page = await openSignedIn(demo, '/no/such/page');
  const notFound = page.getByRole('heading', { name: 'Page not found' });
  await notFound.waitFor();
  const popups = page.locator('[role=dialog], [role=menu]');
  // A failed test may leave the page in any state, so the next test loads the page again.
  let mustLoad = false;
  afterEach((context) => {
    // The types of Node.js do not declare this property of a test.
    if ((context as TestContext & { passed?: boolean }).passed === false) mustLoad = true;
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
      // Visiting another page resets the state of the view. Messages of the previous test must disappear before the next test.
      await visit(page, '/no/such/page');
      while ((await popups.count()) > 0) await page.keyboard.press('Escape');
      await notFound.waitFor();
      await page.locator('[role=status][aria-live=polite] > div').first().waitFor({ state: 'detached' });
      await visit(page, path);
      return page;
    },
  };
}
