import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { useTrackerSetup } from './tracker-setup.ts';
import type { TrackerSite } from './tracker-site.ts';

suite('links, calls and forms', () => {
  let site: TrackerSite;
  let page: Page;
  useTrackerSetup((setup) => {
    ({ site, page } = setup);
  });

  const waitForViews = (count = 1) => site.until(`${count} page views`, () => site.eventsOfKind('page_view').length >= count);

  test('links to files and other hosts are recorded, however they are followed', async () => {
    site.pages['/links'] = {
      body:
        '<a id="file" href="/files/Report.PDF?v=2">report</a> <a id="named" href="/files/data" download>data</a>' +
        '<a id="out" href="https://other.example/path?a=1"><b id="inner">other</b></a> <a id="own" href="/own">own</a>' +
        '<a id="mail" href="mailto:a@example.com">mail</a> <a id="middle" href="https://middle.example/">middle</a><div id="host"></div>' +
        '<script>const root = document.getElementById("host").attachShadow({ mode: "open" });' +
        'root.innerHTML = \'<a href="https://shadow.example/">shadow</a>\';' +
        'addEventListener("click", (event) => event.preventDefault()); addEventListener("auxclick", (event) => event.preventDefault());' +
        'for (const link of document.links) link.addEventListener("click", (event) => event.stopImmediatePropagation() || event.preventDefault())</script>',
    };
    await page.goto(site.url('/links'));
    await waitForViews();
    for (const id of ['file', 'named', 'inner', 'own', 'mail']) {
      await page.click(`#${id}`, { noWaitAfter: true });
    }
    await page.click('#middle', { button: 'middle', noWaitAfter: true });
    await page.click('#out', { button: 'right', noWaitAfter: true });
    await page.click('#host a', { noWaitAfter: true });
    await site.until('the last link', () => site.eventsOfKind('outbound').length >= 3);
    assert.deepEqual(
      site.eventsOfKind('download').map((event) => event.target_url),
      [site.url('/files/Report.PDF?v=2'), site.url('/files/data')],
    );
    assert.deepEqual(
      site.eventsOfKind('outbound').map((event) => event.target_url),
      ['https://other.example/path?a=1', 'https://middle.example/', 'https://shadow.example/'],
    );
    assert.equal(firstOf(site.eventsOfKind('outbound')).url, site.url('/links'));
  });

  test('a link that leaves the page immediately is still recorded', async () => {
    site.pages['/links'] = { body: `<a id="out" href="${site.url('/').replace('127.0.0.1', 'localhost')}">out</a>` };
    await page.goto(site.url('/links'));
    await waitForViews();
    await page.click('#out');
    await site.until('the link', () => site.eventsOfKind('outbound').length === 1);
  });

  test('calls made before the script has loaded are queued', async () => {
    site.pages['/early'] = {
      body:
        '<script>leadlight("event", "early"); leadlight("identify", "ada@example.com", { first_name: "Ada", last_name: "Lovelace" });' +
        'window.kept = leadlight;</script>',
    };
    await page.goto(site.url('/early'));
    await page.evaluate('window.kept("event", "through an old reference")');
    await site.until('both events', () => site.eventsOfKind('event').length === 2);
    assert.deepEqual(
      site.eventsOfKind('event').map((event) => event.name),
      ['early', 'through an old reference'],
    );
    const identify = firstOf(site.eventsOfKind('identify'));
    assert.deepEqual([identify.email, identify.first_name, identify.last_name], ['ada@example.com', 'Ada', 'Lovelace']);
  });

  test('the script works without the inline part', async () => {
    site.pages['/bare'] = { snippet: site.snippet.replace(/^<script>.*?<\/script>/, '') };
    await page.goto(site.url('/bare'));
    await waitForViews();
    await page.evaluate('leadlight("event", "bare")');
    await site.until('the event', () => site.eventsOfKind('event').length === 1);
  });

  test('invalid calls are ignored', async () => {
    await page.goto(site.url('/calls'));
    await page.evaluate(
      'for (const call of [[], ["event"], ["event", ""], ["identify"], ["identify", "nobody"], ["unknown", 1], [null, null], ["identify", "b@example.com", null]]) leadlight(...call)',
    );
    await page.evaluate('leadlight("event", "last")');
    await site.until('the last event', () => site.eventsOfKind('event').length > 0);
    assert.deepEqual(
      site.events.map((event) => event.name ?? event.email ?? event.kind),
      ['page_view', 'b@example.com', 'last'],
    );
  });

  suite('forms', () => {
    const form =
      '<form id="contact" onsubmit="return false"><input name="id" value="7"><input name="name" value="Ada"><input name="email_confirm" value="not yet"><input type="password" name="email" value="secret@example.com">' +
      '<input type="hidden" name="email_token" value="hidden@example.com"><input type="email" name="work" value=" ada@example.com "><textarea name="message">private</textarea><button>Send</button></form>';

    test('a submitted form is recorded and its e-mail address identifies the visitor; no other value leaves the page', async () => {
      site.config.formsUrl = site.formsUrl;
      site.pages['/contact'] = { body: form };
      await page.goto(site.url('/contact'));
      await page.waitForFunction(() => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/forms.js')));
      await page.click('button');
      await site.until('the form', () => site.eventsOfKind('form').length === 1 && site.eventsOfKind('identify').length === 1);
      assert.equal(firstOf(site.eventsOfKind('form')).name, 'contact');
      assert.equal(firstOf(site.eventsOfKind('identify')).email, 'ada@example.com');
      assert.doesNotMatch(JSON.stringify(site.posts), /secret|hidden@|private|"Ada"/);
    });

    test('a form without an id is identified by its name or action', async () => {
      site.config.formsUrl = site.formsUrl;
      site.pages['/contact'] = {
        body: '<form name="named" onsubmit="return false"><button id="a">A</button></form><form action="/send" onsubmit="return false"><button id="b">B</button></form>',
      };
      await page.goto(site.url('/contact'));
      await page.waitForFunction(() => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/forms.js')));
      await page.click('#a');
      await page.click('#b');
      await site.until('the forms', () => site.eventsOfKind('form').length === 2);
      assert.deepEqual(
        site.eventsOfKind('form').map((event) => event.name),
        ['named', '/send'],
      );
      assert.equal(site.eventsOfKind('identify').length, 0);
    });

    test('before consent a form is counted without its e-mail address', async () => {
      Object.assign(site.config, { formsUrl: site.formsUrl, consentMode: 'consent_required' });
      site.pages['/contact'] = { body: form };
      await page.goto(site.url('/contact'));
      await page.waitForFunction(() => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/forms.js')));
      await page.click('button');
      await page.evaluate('leadlight("event", "after")');
      await site.until('the event after', () => site.eventsOfKind('event').length === 1);
      assert.equal(site.eventsOfKind('form').length, 1);
      assert.equal(site.eventsOfKind('identify').length, 0);
    });

    test('without the setting, forms are not recorded and forms.js is not loaded', async () => {
      site.pages['/contact'] = { body: form };
      await page.goto(site.url('/contact'));
      await page.click('button');
      await page.evaluate('leadlight("event", "after")');
      await site.until('the event after', () => site.eventsOfKind('event').length === 1);
      assert.equal(site.eventsOfKind('form').length, 0);
      assert.ok(!(await page.evaluate(() => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/forms.js')))));
    });
  });
});
