import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { recordEvent, recordEventAndGetBatch, useTrackerSetup } from './tracker-setup.ts';
import type { TrackerSite } from './tracker-site.ts';

suite('hostile pages and browsers', () => {
  let site: TrackerSite;
  let context: BrowserContext;
  let page: Page;
  useTrackerSetup((setup) => {
    ({ site, context, page } = setup);
  });

  const waitForViews = (count = 1) => site.until(`${count} page views`, () => site.eventsOfKind('page_view').length >= count);

  const errors: string[] = [];
  beforeEach(() => {
    errors.length = 0;
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  const batchOf = (name: string) => recordEventAndGetBatch({ page, site }, name);

  test('the tracker works under a strict Content Security Policy with the hash of the inline script', async () => {
    site.config.formsUrl = site.formsUrl;
    const origin = new URL(site.formsUrl).origin;
    const { createHash } = await import('node:crypto');
    const { snippetScript } = await import('../../tracker/index.ts');
    const hash = createHash('sha256').update(snippetScript).digest('base64');
    const violations: string[] = [];
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()));
    site.pages['/strict'] = {
      headers: { 'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}' ${origin}; connect-src ${origin}` },
      body: '<form id="strict" action="/sent"><button>Send</button></form>',
    };
    await page.goto(site.url('/strict'));
    await batchOf('under the policy');
    await page.waitForFunction(() => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/forms.js')));
    assert.deepEqual(violations, []);
    await page.click('button', { noWaitAfter: true });
    await site.until('the form', () => site.eventsOfKind('form').length === 1);
    assert.deepEqual(errors, []);
  });

  test('if the browser rejects cookies, events are sent without a visitor id, and no other storage is used', async () => {
    site.config.consentMode = 'always';
    await context.addInitScript('Object.defineProperty(Document.prototype, "cookie", { get: () => "", set() {} })');
    await page.goto(site.url('/page'));
    assert.equal((await batchOf('first')).visitor_id, undefined);
    assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
    assert.deepEqual(errors, []);
  });

  test('if all storage is blocked, events are sent without a visitor id, and retried after a 503 response', async () => {
    Object.assign(site.config, { consentMode: 'always', extractAnalyticsIds: true, extractPartnerCookies: true });
    site.pages['/sandbox'] = { headers: { 'content-security-policy': 'sandbox allow-scripts' } };
    await page.goto(site.url('/sandbox'));
    assert.equal(
      await page.evaluate(() => {
        try {
          return typeof localStorage;
        } catch (error) {
          return error instanceof Error && error.name;
        }
      }),
      'SecurityError',
    );
    assert.equal((await batchOf('without storage')).visitor_id, undefined);
    site.status = 503;
    await recordEvent(page, 'refused first');
    await site.until('a 503', () => site.posts.some((post) => post.status === 503));
    site.status = 204;
    await site.until('the event', () => site.events.some((event) => event.name === 'refused first'));
    assert.deepEqual(errors, []);
  });

  test('if the storage is full, unsent events stay in memory and are sent later', async () => {
    site.config.consentMode = 'always';
    await page.goto(site.url('/page'));
    await waitForViews();
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new Error('full');
      };
      for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
        try {
          localStorage[`filler${size}`] = 'x'.repeat(size);
        } catch {}
      }
    });
    await context.setOffline(true);
    await recordEvent(page, 'no room');
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      dispatchEvent(new Event('visibilitychange'));
    });
    await context.setOffline(false);
    await site.until('the event', () => site.events.some((event) => event.name === 'no room'));
    assert.deepEqual(errors, []);
  });

  for (const [attack, script] of [
    ['fetch throws', 'window.fetch = () => { throw new Error("mine") }'],
    ['fetch returns undefined', 'window.fetch = () => undefined'],
    ['fetch rejects', 'window.fetch = () => Promise.reject(new Error("mine"))'],
    ['fetch resolves to an empty object', 'window.fetch = () => Promise.resolve({})'],
    ['JSON.stringify throws', 'JSON.stringify = () => { throw new Error("mine") }'],
    ['JSON, history and navigator are frozen', 'Object.freeze(JSON); Object.freeze(history); Object.freeze(navigator)'],
    ['locks reject', 'Object.defineProperty(navigator, "locks", { value: { request: () => Promise.reject(new Error("mine")) } })'],
    [
      'navigator has neither locks nor onLine',
      'for (const name of ["locks", "onLine"]) Object.defineProperty(navigator, name, { value: undefined })',
    ],
    ['the global is taken', 'window.leadlight = 42'],
    ['history cannot be replaced', 'Object.defineProperty(history, "pushState", { value: history.pushState, writable: false })'],
    ['the consent manager throws', 'window.__tcfapi = () => { throw new Error("mine") }'],
    ['addEventListener throws', 'window.addEventListener = () => { throw new Error("mine") }'],
  ] as const) {
    test(`if ${attack}, the tracker causes no errors on the page`, async () => {
      Object.assign(site.config, { consentMode: 'always', consentManager: 'tcf', extractAnalyticsIds: true });
      site.pages['/broken'] = {
        head: `<script>${script}; window.rejections = []; onunhandledrejection = (event) => rejections.push(String(event.reason))</script>`,
        body: '<a id="out" href="https://other.example/" onclick="return false">out</a>',
        snippet: `${attack === 'the global is taken' ? '' : '<script>window.leadlight=window.leadlight||function(){leadlight.q.push(arguments)};leadlight.q=leadlight.q||[]</script>'}${site.snippet.replace(/^.*?<\/script>/, '')}`,
      };
      await page.goto(site.url('/broken'));
      await page.evaluate(() => {
        const { leadlight } = window;
        if (typeof leadlight === 'function') {
          leadlight('event', 'something');
          leadlight('identify', 'ada@example.com');
          leadlight('consent', false);
          leadlight('consent', true);
        }
        history.pushState({}, '', '/elsewhere');
      });
      await page.click('#out');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await page.evaluate(() => dispatchEvent(new Event('online')));
      // Two event loop turns let every promise settle.
      await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
      assert.equal(new URL(page.url()).pathname, '/elsewhere');
      assert.deepEqual(await page.evaluate('rejections'), []);
      assert.deepEqual(errors, []);
    });
  }
});
