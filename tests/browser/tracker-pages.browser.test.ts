import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { firstItems } from '../../server/src/lib/first-items.ts';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { itemAt } from '../../server/src/lib/item-at.ts';
import { required } from '../../server/src/lib/required.ts';
import { openTab } from './start-chromium.ts';
import { useTrackerSetup } from './tracker-setup.ts';
import type { TrackerSite } from './tracker-site.ts';

suite('page views and time on page', () => {
  let browser: Browser;
  let site: TrackerSite;
  let page: Page;
  useTrackerSetup(
    (setup) => {
      ({ browser, site, page } = setup);
    },
    { isComplete: true },
  );

  const views = () => site.eventsOfKind('page_view').map((event) => event.url);
  const waitForViews = (count: number) => site.until(`${count} page views`, () => views().length >= count);

  test('each page has a page view and a leave with its visible time', async () => {
    await page.goto(site.url('/first?utm_source=letter#part'), { referer: 'https://search.example/' });
    await waitForViews(1);
    await page.goto(site.url('/second'));
    await waitForViews(2);
    await site.until('the leave', () => site.eventsOfKind('leave').length === 1);
    const [first, second] = firstItems(site.eventsOfKind('page_view'), 2);
    const leave = firstOf(site.eventsOfKind('leave'));
    assert.equal(first.url, site.url('/first?utm_source=letter'));
    assert.equal(first.title, 'Title of /first?utm_source=letter');
    assert.equal(first.referrer, 'https://search.example/');
    assert.match(first.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // The clock may advance between the creation of the id and of the time.
    const idMs = Number.parseInt(first.id.replace('-', '').slice(0, 12), 16);
    assert.ok(idMs <= first.occurred_at && first.occurred_at - idMs < 60_000, `${idMs} is not ${first.occurred_at}`);
    assert.equal(leave.url, first.url);
    assert.ok(Math.abs(required(leave.duration) - (leave.occurred_at - first.occurred_at) / 1_000) <= 1);
    assert.equal(second.url, site.url('/second'));
    const { batch, headers } = firstOf(site.posts);
    assert.equal(batch.script_hash, site.config.scriptHash);
    assert.ok(batch.sent_at >= first.occurred_at && batch.sent_at <= Date.now());
    assert.match(required(headers['content-type']), /^text\/plain/);
    assert.deepEqual(site.preflights, []);
  });

  test('in a single-page application pushState, replaceState and back count as page views, fragments do not', async () => {
    await page.goto(site.url('/app'));
    await waitForViews(1);
    await page.evaluate(() => {
      history.pushState({}, '', '/app/one');
      document.title = 'One';
    });
    await waitForViews(2);
    await page.evaluate(() => {
      history.pushState({}, '', '#below');
      history.replaceState({ again: true }, '', '/app/one#below');
      location.hash = 'further';
      history.replaceState({}, '', '/app/two');
    });
    await waitForViews(3);
    await page.evaluate(() => history.go(-3));
    await waitForViews(4);
    assert.deepEqual(
      site.events.map((event) => [event.kind, event.url.replace(site.url(''), '')]),
      [
        ['page_view', '/app'],
        ['leave', '/app'],
        ['page_view', '/app/one'],
        ['leave', '/app/one'],
        ['page_view', '/app/two'],
        ['leave', '/app/two'],
        ['page_view', '/app'],
      ],
    );
    const [first, second, third] = firstItems(site.eventsOfKind('page_view'), 3);
    assert.equal(first.title, 'Title of /app');
    assert.equal(second.title, 'One');
    assert.equal(third.referrer, site.url('/app/one'));
  });

  test('exceptions of the history API are passed on to the page', async () => {
    await page.goto(site.url('/app'));
    await waitForViews(1);
    const thrown = await page.evaluate(() => {
      try {
        history.pushState(() => {}, '', '/never');
      } catch (error) {
        return error instanceof Error && error.name;
      }
    });
    assert.equal(thrown, 'DataCloneError');
  });

  test('a page restored from the back/forward cache is a new page view', async () => {
    await page.goto(site.url('/first'));
    await waitForViews(1);
    await page.evaluate('window.stillTheSame = true');
    await page.goto(site.url('/second'));
    await waitForViews(2);
    await page.goBack({ waitUntil: 'commit' });
    await waitForViews(3);
    assert.equal(await page.evaluate('window.stillTheSame'), true, 'the page was restored from the cache');
    assert.deepEqual(
      views(),
      ['/first', '/second', '/first'].map((path) => site.url(path)),
    );
    await page.goForward({ waitUntil: 'commit' });
    await waitForViews(4);
    // The first page was left twice.
    const leaves = site.eventsOfKind('leave').filter((event) => event.url === site.url('/first'));
    assert.equal(leaves.length, 2);
  });

  test('a prerendered page counts only when it is shown', async () => {
    site.pages['/start'] = {
      body:
        '<script type="speculationrules">{"prerender":[{"urls":["/next"],"eagerness":"immediate"}]}</script>' +
        '<script>fetch("/gate").then(() => { location.href = "/next" })</script>',
    };
    // The load event comes after the tracker ran, and a second is longer than its send delay.
    site.pages['/next'] = {
      body:
        '<script>leadlight("event", "prerendering " + document.prerendering);' +
        'addEventListener("load", () => setTimeout(() => fetch("/ran"), 1000))</script>',
    };
    // On a busy machine the leave may arrive before the rest.
    const eventsOfNext = () => site.events.filter((event) => event.url === site.url('/next') && event.kind !== 'leave');
    const runCount = () => site.requests.filter((path) => path === '/ran').length;
    // A busy browser may refuse to prerender or give up; then the test tries again.
    for (let attempt = 1; attempt <= 10; attempt++) {
      site.reset();
      const tab = await openTab(browser, site.url('/start'));
      await tab.show();
      await site.until('the page to have run', () => runCount() === 1, 4_000).catch(() => {});
      assert.deepEqual(views(), [site.url('/start')]);
      site.gate.resolve();
      await site.until('the page to be shown', () => eventsOfNext().length >= 2);
      await tab.close();
      assert.deepEqual(
        eventsOfNext()
          .map((event) => event.kind)
          .slice(0, 2),
        ['page_view', 'event'],
      );
      if (itemAt(eventsOfNext(), 1).name === 'prerendering true') {
        return;
      }
    }
    assert.fail('the browser never prerendered');
  });

  test('a hidden page reports its time, and its total time again when it is closed', async () => {
    /** Waits in real time, by rendering frames of another page. */
    const wait = async (durationMs: number) => {
      const started = Date.now();
      while (Date.now() - started < durationMs) {
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    };
    const tab = await openTab(browser, site.url('/first'));
    await waitForViews(1);
    // Longer than the second visible period, so that only the sum of both exceeds it.
    await wait(2_500);
    const cover = await openTab(browser, site.url('/cover'));
    await cover.show();
    const leaves = () => site.eventsOfKind('leave').filter((event) => event.url === site.url('/first'));
    await site.until('the leave of the hidden page', () => leaves().length === 1);
    await waitForViews(2);
    await tab.show();
    await site.until('the leave of the covering page', () => site.eventsOfKind('leave').length === 2);
    await wait(1_100);
    await tab.close();
    await site.until('the leave of the closed page', () => leaves().length === 2);
    await cover.close();
    assert.ok(required(itemAt(leaves(), 1).duration) >= required(firstOf(leaves()).duration) + 1);
  });

  test('a tab that is closed immediately sends all its events', async () => {
    await page.goto(site.url('/first'));
    await page.evaluate('leadlight("event", "last words")');
    await page.close();
    await site.until('all three events', () => site.events.length === 3);
    assert.deepEqual(site.events.map((event) => event.kind).sort(), ['event', 'leave', 'page_view']);
  });

  test('a page with two snippets is counted once', async () => {
    site.pages['/twice'] = { snippet: site.snippet + site.snippet };
    await page.goto(site.url('/twice'));
    await page.evaluate('leadlight("event", "once")');
    await site.until('the event', () => site.eventsOfKind('event').length > 0);
    assert.equal(views().length, 1);
    assert.equal(site.eventsOfKind('event').length, 1);
  });

  test('the tracker defines only one global variable', async () => {
    site.pages['/without'] = { snippet: '' };
    await page.goto(site.url('/without'));
    const before = await page.evaluate(() => Object.getOwnPropertyNames(window));
    await page.goto(site.url('/with'));
    await waitForViews(1);
    const now = await page.evaluate(() => Object.getOwnPropertyNames(window));
    assert.deepEqual(
      now.filter((name) => !before.includes(name)),
      ['leadlight'],
    );
  });
});
