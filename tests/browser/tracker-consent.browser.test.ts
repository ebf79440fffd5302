import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { recordEvent, recordEventAndGetBatch, useTrackerSetup } from './tracker-setup.ts';
import type { TrackerSite } from './tracker-site.ts';

suite('consent and storage', () => {
  let site: TrackerSite;
  let context: BrowserContext;
  let page: Page;
  useTrackerSetup((setup) => {
    ({ site, context, page } = setup);
  });

  type Stored = { cookies: string[]; local: string[]; session: number; databases: number };
  const stored = async (): Promise<Stored> => ({
    cookies: (await context.cookies()).map((cookie) => cookie.name),
    ...(await page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
    }))),
  });
  const nothing: Stored = { cookies: [], local: [], session: 0, databases: 0 };
  const batchOf = (name: string) => recordEventAndGetBatch({ page, site }, name);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

  test('cookieless mode stores nothing, even after a consent call or a failed request', async () => {
    await page.goto(site.url('/page'));
    await page.evaluate('leadlight("consent", true)');
    const batch = await batchOf('after consent');
    assert.equal(batch.visitor_id, undefined);
    site.status = 503;
    await recordEvent(page, 'lost');
    await site.until('a 503', () => site.posts.some((post) => post.status === 503));
    await page.reload();
    assert.deepEqual(await stored(), nothing);
  });

  test('always mode stores an id in one first-party cookie with the configured lifetime', async () => {
    Object.assign(site.config, { consentMode: 'always', cookieLifetimeDays: 30 });
    await page.goto(site.url('/page'));
    const batch = await batchOf('first');
    assert.match(required(batch.visitor_id), uuid);
    assert.equal(batch.consent, undefined);
    const cookies = await context.cookies();
    const cookie = firstOf(cookies);
    assert.equal(cookies.length, 1);
    assert.equal(cookie.name, '_leadlight');
    assert.equal(cookie.value, batch.visitor_id);
    assert.equal(cookie.sameSite, 'Lax');
    assert.equal(cookie.secure, true);
    assert.ok(Math.abs(cookie.expires - (Date.now() / 1000 + 30 * 86_400)) < 60);
    assert.deepEqual((await stored()).local, []);
    await page.goto(site.url('/next'));
    assert.equal((await batchOf('second')).visitor_id, batch.visitor_id);
    assert.equal(firstOf(await context.cookies()).expires, cookie.expires, 'the lifetime is not prolonged by further visits');
  });

  test('if consent is required, nothing is stored before consent or after it is revoked', async () => {
    site.config.consentMode = 'consent_required';
    await page.goto(site.url('/page'));
    const before = await batchOf('before');
    assert.deepEqual([before.visitor_id, before.consent], [undefined, undefined]);
    assert.deepEqual(await stored(), nothing);
    await page.evaluate('leadlight("consent", true)');
    const given = await batchOf('given');
    assert.match(required(given.visitor_id), uuid);
    assert.equal(given.consent, true);
    assert.deepEqual((await stored()).cookies, ['_leadlight']);
    // The next page still has consent without another call.
    await page.goto(site.url('/next'));
    assert.equal((await batchOf('remembered')).visitor_id, given.visitor_id);
    // Unsent events are stored as well, and removed when the consent is revoked.
    await context.setOffline(true);
    await recordEvent(page, 'unsent');
    await page.waitForFunction(() => Object.keys(localStorage).length > 0);
    await page.evaluate('leadlight("consent", false)');
    assert.deepEqual(await stored(), nothing);
    await context.setOffline(false);
    const revoked = await batchOf('revoked');
    assert.deepEqual([revoked.visitor_id, revoked.consent], [undefined, false]);
    await page.reload();
    assert.equal((await batchOf('afterwards')).visitor_id, undefined);
    assert.deepEqual(await stored(), nothing);
  });

  for (const mode of ['cookieless', 'always'] as const) {
    test(`revoking consent drops unsent batches, queued identification and a request that fails afterwards (${mode})`, async () => {
      Object.assign(site.config, { consentMode: mode, extractAnalyticsIds: true });
      await context.addCookies([{ name: '_ga', value: 'GA1.1.111.222', url: site.url('/') }]);
      await page.goto(site.url('/page'));
      assert.deepEqual((await batchOf('before')).ga_client_ids, ['111.222']);
      const held = await holdRequest();
      await recordEvent(page, 'in flight');
      await held.isMade;
      await context.setOffline(true);
      await page.evaluate(() => {
        // Five events are sent at once, so these are kept as a batch; the next ones are still queued when the consent is revoked.
        for (let number = 0; number < 5; number++) window.leadlight('event', 'unsent');
        window.leadlight('identify', 'ada@example.com');
        window.leadlight('event', 'queued');
        window.leadlight('consent', false);
        window.leadlight('identify', 'ada@example.com');
      });
      await held.fail();
      await context.setOffline(false);
      await page.evaluate(() => history.pushState({}, '', '/after'));
      await site.until('the view after the refusal', () => site.eventsOfKind('page_view').some(({ url }) => url === site.url('/after')));
      await batchOf('later');
      assert.deepEqual(
        site.eventsOfKind('event').map(({ name }) => name),
        ['before', 'queued', 'later'],
      );
      assert.deepEqual(site.eventsOfKind('identify'), []);
      const refused = site.posts.filter(({ batch }) => batch.consent === false);
      assert.ok(refused.every(({ batch }) => batch.visitor_id === undefined && batch.ga_client_ids === undefined));
      assert.deepEqual(await stored(), { ...nothing, cookies: ['_ga'] });
    });
  }

  test('a request without an id that fails after a refusal is retried', async () => {
    site.config.consentMode = 'consent_required';
    await page.goto(site.url('/page'));
    await batchOf('before');
    const held = await holdRequest();
    await recordEvent(page, 'in flight');
    await held.isMade;
    await page.evaluate('leadlight("consent", false)');
    await held.fail();
    await site.until('the event in flight', () => site.events.some(({ name }) => name === 'in flight'));
  });

  /** Holds the next request to the collector until the test lets it fail. Until then, others fail immediately. */
  async function holdRequest() {
    const held = Promise.withResolvers<Route>();
    let isFirst = true;
    await page.route('**/collect', async (route) => {
      if (isFirst) {
        isFirst = false;
        held.resolve(route);
      } else {
        await route.abort();
      }
    });
    const fail = async () => {
      await (await held.promise).abort();
      await page.unroute('**/collect');
    };
    return { isMade: held.promise, fail };
  }

  test('a refusal also applies in always mode', async () => {
    site.config.consentMode = 'always';
    await page.goto(site.url('/page'));
    await batchOf('before');
    await page.evaluate('leadlight("consent", false)');
    assert.equal((await batchOf('refused')).visitor_id, undefined);
    assert.deepEqual(await stored(), nothing);
  });

  test('switching to cookieless removes everything stored before', async () => {
    site.config.consentMode = 'always';
    await page.goto(site.url('/page'));
    await batchOf('before');
    site.config.consentMode = 'cookieless';
    await page.reload();
    await batchOf('after');
    assert.deepEqual(await stored(), nothing);
  });

  for (const [name, script, setting] of [
    ['GPC', 'Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true })', 'respectGpc'],
    ['DNT', 'Object.defineProperty(Navigator.prototype, "doNotTrack", { get: () => "1" })', 'respectDnt'],
  ] as const) {
    test(`${name} overrides consent unless the account ignores it`, async () => {
      Object.assign(site.config, { consentMode: 'always', extractAnalyticsIds: true });
      await context.addCookies([{ name: '_ga', value: 'GA1.1.111.222', url: site.url('/') }]);
      await context.addInitScript(script);
      await page.goto(site.url('/page'));
      await page.evaluate('leadlight("consent", true)');
      const respected = await batchOf('respected');
      assert.deepEqual([respected.visitor_id, respected.ga_client_ids], [undefined, undefined]);
      assert.deepEqual(await stored(), { ...nothing, cookies: ['_ga'] });
      site.config[setting] = false;
      await page.reload();
      const ignored = await batchOf('ignored');
      assert.match(required(ignored.visitor_id), uuid);
      assert.deepEqual(ignored.ga_client_ids, ['111.222']);
    });
  }

  test('with TCF, consent to purpose 1 decides, also if the consent manager loads late or the choice changes', async () => {
    Object.assign(site.config, { consentMode: 'consent_required', consentManager: 'tcf' });
    await page.goto(site.url('/page'));
    await batchOf('before the manager');
    await page.evaluate(() => {
      const listeners: ((data: unknown, success: boolean) => void)[] = [];
      const state = { eventStatus: 'cmpuishown', gdprApplies: true, purpose: { consents: { 1: true } } };
      Object.assign(window, {
        notify: (changes: object) => {
          for (const listener of listeners) {
            listener(Object.assign(state, changes), true);
          }
        },
        __tcfapi: (_command: string, _version: number, listener: (data: unknown, success: boolean) => void) => {
          listeners.push(listener);
          listener(state, true);
          Object.assign(window, { connected: true });
        },
      });
    });
    await page.waitForFunction('window.connected');
    assert.equal((await batchOf('while choosing')).visitor_id, undefined);
    await page.evaluate('notify({ eventStatus: "useractioncomplete" })');
    assert.match(required((await batchOf('chosen')).visitor_id), uuid);
    await page.evaluate('notify({ eventStatus: "useractioncomplete", purpose: { consents: { 1: false, 2: true } } })');
    assert.equal((await batchOf('revoked')).visitor_id, undefined);
    assert.deepEqual(await stored(), nothing);
    await page.evaluate('notify({ eventStatus: "tcloaded", gdprApplies: false, purpose: undefined })');
    assert.match(required((await batchOf('not needed here')).visitor_id), uuid);
  });

  test('with Google Consent Mode, updates of analytics_storage decide; defaults and other entries do not', async () => {
    Object.assign(site.config, { consentMode: 'consent_required', consentManager: 'google_consent_mode' });
    const gtag = 'window.dataLayer = window.dataLayer || []; function gtag() { return dataLayer.push(arguments) }';
    site.pages['/granted'] = {
      head: `<script>${gtag}; gtag("consent", "default", { analytics_storage: "denied" }); dataLayer.push(null, { event: "own" }); gtag("consent", "update", { analytics_storage: "granted" })</script>`,
    };
    await page.goto(site.url('/granted'));
    const granted = await batchOf('granted before');
    assert.match(required(granted.visitor_id), uuid);
    // On the next page the default comes first and must not remove the id.
    site.pages['/default'] = { head: `<script>${gtag}; gtag("consent", "default", { analytics_storage: "denied" })</script>` };
    await page.goto(site.url('/default'));
    assert.equal((await batchOf('default')).visitor_id, granted.visitor_id);
    assert.equal(await page.evaluate('gtag("consent", "update", { ad_storage: "denied" })'), 2, 'push still returns the length');
    assert.equal((await batchOf('something else')).visitor_id, granted.visitor_id);
    await page.evaluate('gtag("consent", "update", { analytics_storage: "denied" })');
    assert.equal((await batchOf('denied')).visitor_id, undefined);
    assert.deepEqual(await stored(), nothing);
  });

  suite('identifiers of other products', () => {
    const amcv = encodeURIComponent(
      '-330454231|MCIDTS|19000|MCMID|31415926535|MCAAMLH-1700000000|6|MCAAMB-1700000000|RKhpRz8krg2tLO6pguXWp5olkAcUniQYPHaMWWgdJ3xzPWQmdj0y|MCOPTOUT-1|NONE',
    );
    beforeEach(async () => {
      const url = site.url('/');
      await context.addCookies([
        { name: '_ga', value: 'GA1.1.1234567890.1600000000', url },
        { name: '_ga_ABC123', value: 'GS1.1.1700000000.3.1.1700000100.0.0.0', url },
        { name: '_ga_DEF456', value: 'GA1.2-2.987654321.1500000000', url },
        { name: '_gid', value: 'GA1.1.555.666', url },
        { name: 'broken', value: '%E0%A4%A', url },
        { name: 'AMCV_1234%40AdobeOrg', value: amcv, url },
      ]);
    });

    test('identifiers are sent if the account enables them', async () => {
      Object.assign(site.config, { extractAnalyticsIds: true, extractPartnerCookies: true });
      await page.goto(site.url('/page'));
      const batch = await batchOf('event');
      assert.deepEqual([...required(batch.ga_client_ids)].sort(), ['1234567890.1600000000', '987654321.1500000000']);
      assert.deepEqual(batch.partner_cookies, {
        MCMID: '31415926535',
        MCAAMB: 'RKhpRz8krg2tLO6pguXWp5olkAcUniQYPHaMWWgdJ3xzPWQmdj0y',
        MCAAMLH: '6',
      });
    });

    test('identifiers are not sent without consent, if the account does not enable them, or if there are none', async () => {
      await page.goto(site.url('/page'));
      const notAsked = await batchOf('not asked');
      assert.deepEqual([notAsked.ga_client_ids, notAsked.partner_cookies], [undefined, undefined]);
      Object.assign(site.config, { extractAnalyticsIds: true, extractPartnerCookies: true, consentMode: 'consent_required' });
      await page.reload();
      const notConsented = await batchOf('not consented');
      assert.deepEqual([notConsented.ga_client_ids, notConsented.partner_cookies], [undefined, undefined]);
      await context.clearCookies();
      site.config.consentMode = 'cookieless';
      await page.reload();
      const none = await batchOf('none');
      assert.deepEqual([none.ga_client_ids, none.partner_cookies], [[], {}]);
    });
  });
});
