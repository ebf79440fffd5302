import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { lastOf } from '../../server/src/lib/last-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { useTrackerSetup } from './tracker-setup.ts';
import type { TrackerSite } from './tracker-site.ts';

suite('delivery', () => {
  let site: TrackerSite;
  let context: BrowserContext;
  let page: Page;
  useTrackerSetup((setup) => {
    ({ site, context, page } = setup);
  });

  const waitForViews = (count = 1) => site.until(`${count} page views`, () => site.eventsOfKind('page_view').length >= count);

  const eventsNamed = (name: string) => site.events.filter((event) => event.name === name);
  const waitForEvent = (name: string) => site.until(`the event ${name}`, () => eventsNamed(name).length > 0);
  const storedKeys = () => page.evaluate(() => Object.keys(localStorage));

  test('events from an offline period arrive once, with their original times', async () => {
    await page.goto(site.url('/page'));
    await waitForViews();
    await context.setOffline(true);
    await page.evaluate('leadlight("event", "meanwhile")');
    await page.evaluate(() => {
      history.pushState({}, '', '/meanwhile');
    });
    const offlineAt = Date.now();
    assert.deepEqual(await storedKeys(), [], 'a cookieless page stores nothing');
    await context.setOffline(false);
    await waitForEvent('meanwhile');
    await site.until('the view meanwhile', () => site.eventsOfKind('page_view').length === 2);
    assert.equal(eventsNamed('meanwhile').length, 1);
    assert.ok(firstOf(eventsNamed('meanwhile')).occurred_at <= offlineAt);
  });

  test('events stored before an offline page was closed arrive with the next page', async () => {
    site.config.consentMode = 'always';
    await page.goto(site.url('/page'));
    await waitForViews();
    await context.setOffline(true);
    await page.evaluate('leadlight("event", "on the train")');
    await page.close();
    await context.setOffline(false);
    page = await context.newPage();
    await page.goto(site.url('/next'));
    await waitForEvent('on the train');
    await site.until('the leave', () => site.eventsOfKind('leave').some((event) => event.url === site.url('/page')));
    await page.waitForFunction(() => Object.keys(localStorage).length === 0);
    const visitors = new Set(site.posts.map((post) => post.batch.visitor_id));
    assert.equal(visitors.size, 1);
  });

  test('a 503 response is retried later with a new sent_at', async () => {
    site.status = 503;
    await page.goto(site.url('/page'));
    await site.until('a refused post', () => site.posts.length > 0);
    await page.evaluate('leadlight("event", "during")');
    site.status = 204;
    await waitForEvent('during');
    await waitForViews();
    const attempts = site.posts.filter((post) => post.batch.events.some((event) => event.kind === 'page_view'));
    assert.ok(attempts.length >= 2);
    assert.ok(lastOf(attempts).batch.sent_at > firstOf(attempts).batch.sent_at);
    assert.deepEqual(lastOf(attempts).batch.events, firstOf(attempts).batch.events);
    assert.equal(site.eventsOfKind('page_view').length, 1);
    assert.equal(eventsNamed('during').length, 1);
    await page.evaluate('leadlight("event", "healthy again")');
    await waitForEvent('healthy again');
  });

  for (const status of [429, 503]) {
    test(`after ${status} with Retry-After, nothing is sent before that time, and no event is lost`, async () => {
      site.status = status;
      site.responseHeaders = { 'retry-after': '3' };
      await page.goto(site.url('/page'));
      await site.until('a refused post', () => site.posts.length > 0);
      site.status = 204;
      await page.evaluate('leadlight("event", "during")');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await waitForEvent('during');
      await waitForViews();
      const [refused, ...later] = site.posts;
      assert.ok(
        later.every(({ receivedAtMs }) => receivedAtMs - required(refused).receivedAtMs >= 2_900),
        'not before the requested time',
      );
      assert.equal(site.eventsOfKind('page_view').length, 1);
      assert.equal(eventsNamed('during').length, 1);
      assert.deepEqual(await storedKeys(), [], 'a cookieless page stores nothing');
    });
  }

  test('events refused with 429 are sent by the next page if storage is allowed', async () => {
    site.config.consentMode = 'always';
    site.status = 429;
    site.responseHeaders = { 'retry-after': '600' };
    await page.goto(site.url('/page'));
    await page.evaluate('leadlight("event", "refused")');
    await page.waitForFunction(() => Object.keys(localStorage).length > 0);
    site.status = 204;
    await page.goto(site.url('/next'));
    await waitForEvent('refused');
    await page.waitForFunction(() => Object.keys(localStorage).length === 0);
    assert.equal(eventsNamed('refused').length, 1);
  });

  test('only an automated browser is reported as such', async () => {
    await page.goto(site.url('/page'));
    await waitForViews();
    assert.deepEqual(firstOf(site.posts).batch.hints, ['webdriver']);
    await context.addInitScript('Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false })');
    await page.goto(site.url('/next'));
    await waitForViews(2);
    assert.equal(lastOf(site.posts).batch.hints, undefined);
  });

  test('permanently rejected events are not sent again', async () => {
    site.status = 400;
    await page.goto(site.url('/page'));
    await site.until('a refused post', () => site.posts.length > 0);
    site.status = 204;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.evaluate('leadlight("event", "next")');
    await waitForEvent('next');
    assert.equal(site.eventsOfKind('page_view').length, 0);
    assert.equal(site.posts.length, 2);
  });

  test('two tabs that come back online at the same time send every event, with few duplicates', async () => {
    site.config.consentMode = 'always';
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto(site.url('/page'));
    }
    await waitForViews(2);
    await context.setOffline(true);
    for (const [index, tab] of [page, second].entries()) {
      for (let number = 0; number < 4; number++) {
        await tab.evaluate(`leadlight("event", "tab ${index} event ${number}"); dispatchEvent(new Event("visibilitychange"))`);
        await tab.waitForFunction((count) => Object.keys(localStorage).length >= count, index * 4 + number + 1);
      }
    }
    await context.setOffline(false);
    await site.until('all events of both tabs', () => new Set(site.eventsOfKind('event').map((event) => event.name)).size === 8);
    await page.waitForFunction(() => Object.keys(localStorage).length === 0);
    await second.waitForFunction(() => Object.keys(localStorage).length === 0);
    const sent = site.eventsOfKind('event');
    assert.equal(new Set(sent.map((event) => event.id)).size, 8);
    // The second tab may notice too late that the first one has sent the last batches; these then arrive twice, with the same ids.
    assert.ok(sent.length <= 10, `8 events were sent ${sent.length} times`);
  });

  test('many and long events are split into requests that the collector accepts', async () => {
    await page.goto(site.url('/page'));
    await waitForViews();
    await page.evaluate(() => {
      history.pushState({}, '', `/long?${'a=1&'.repeat(1_000)}`);
      for (let number = 0; number < 60; number++) {
        window.leadlight('event', `${number} ${'\u4e16\u754c'.repeat(2_000)}`);
      }
    });
    await site.until('all events', () => site.eventsOfKind('event').length >= 60);
    const names = site.eventsOfKind('event').map((event) => required(event.name).split(' ')[0]);
    assert.deepEqual(
      names.map(Number).sort((a, b) => a - b),
      [...Array(60).keys()],
    );
    for (const post of site.posts) {
      assert.ok(post.bytes < 64 * 1024, `${post.bytes} bytes`);
    }
    assert.ok(site.events.every((event) => event.url.length <= 2_000));
  });

  test('pages load although the collector never responds', async () => {
    await page.route('**/collect', () => {});
    await page.goto(site.url('/page'), { waitUntil: 'load' });
    await page.goto(site.url('/next'), { waitUntil: 'load' });
  });
});
