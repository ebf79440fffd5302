import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { itemAt } from '../server/src/lib/item-at.ts';
import { required } from '../server/src/lib/required.ts';
import { buildTracker } from './build.ts';
import { renderForms, renderSnippet, renderTracker, snippetScript, type TrackerConfig } from './index.ts';

const realistic: TrackerConfig = {
  // A hash as long as those of the server, and URLs with a long hostname.
  scriptHash: 'a1b2c3d4e5f607189f3c',
  collectUrl: 'https://visitors.statistics.some-company-name.example:8443/collect',
  formsUrl: 'https://visitors.statistics.some-company-name.example:8443/t/forms.js',
  consentMode: 'consent_required',
  consentManager: 'tcf',
  cookieLifetimeDays: 365,
  respectGpc: true,
  respectDnt: false,
  extractAnalyticsIds: false,
  extractPartnerCookies: false,
};

const gzippedBytes = (config: TrackerConfig) => gzipSync(renderTracker(config), { level: 9 }).length;

test('the built files match the sources (run tracker/build.ts)', async () => {
  for (const [name, text] of Object.entries(await buildTracker())) {
    assert.equal(await readFile(new URL(`built/${name}`, import.meta.url), 'utf8'), text, name);
  }
});

test('the script is at most 2,000 bytes gzipped with any combination of settings', () => {
  const flags = [false, true];
  const tooLarge: string[] = [];
  let variants = 0;
  for (const consentMode of ['cookieless', 'consent_required', 'always'] as const)
    for (const consentManager of ['none', 'tcf', 'google_consent_mode', 'custom'] as const)
      for (const respectGpc of flags)
        for (const respectDnt of flags)
          for (const extractAnalyticsIds of flags)
            for (const extractPartnerCookies of flags)
              for (const formsUrl of [null, realistic.formsUrl]) {
                const config = {
                  ...realistic,
                  consentMode,
                  consentManager,
                  respectGpc,
                  respectDnt,
                  extractAnalyticsIds,
                  extractPartnerCookies,
                  formsUrl,
                };
                variants++;
                if (gzippedBytes(config) > 2_000) tooLarge.push(`${gzippedBytes(config)} bytes: ${JSON.stringify(config)}`);
              }
  assert.equal(variants, 3 * 4 * 2 ** 5);
  assert.deepEqual(tooLarge, []);
});

test('the settings replace the placeholder in the script', () => {
  const script = renderTracker(realistic);
  assert.ok(!script.includes('LEADLIGHT_CONFIG'));
  assert.ok(script.includes('"a1b2c3d4e5f607189f3c","https://visitors.statistics.some-company-name.example:8443/collect"'));
});

test('a setting that contains code or the end of a script element is escaped', () => {
  const collectUrl = 'https://example.com/"]);alert(1)//</script>\u2028\u2029<!--$&$1`$';
  const script = renderTracker({ ...realistic, collectUrl });
  assert.ok(
    !/<|\u2028|\u2029/.test(itemAt(required(/^.*?=(\["a1b2.*?\])/s.exec(script)), 1)),
    'the settings contain a character that HTML or an old parser would interpret',
  );
  const list = required(/=(\["a1b2c3d4e5f607189f3c",.*?\])\s*,/s.exec(script.replace(/,function .*?\}\}\}\]/s, ']')));
  assert.equal(runInNewContext(`${list[1]}[1]`, { navigator: {} }), collectUrl);
});

test('rendered scripts are valid JavaScript', () => {
  for (const consentManager of ['none', 'tcf', 'google_consent_mode'] as const) {
    for (const extract of [false, true]) {
      const config = { ...realistic, consentManager, formsUrl: null, extractAnalyticsIds: extract, extractPartnerCookies: extract };
      assert.doesNotThrow(() => new Function(renderTracker({ ...config, respectGpc: extract })));
    }
  }
  assert.doesNotThrow(() => new Function(renderForms()));
});

test('a cookieless script does not listen to a consent manager', () => {
  assert.ok(!renderTracker({ ...realistic, consentMode: 'cookieless' }).includes('__tcfapi'));
});

test('the snippet loads the script asynchronously and escapes its URL', () => {
  const html = renderSnippet({ scriptUrl: 'https://example.com/t/a.js?a="b"&c=<d>' });
  assert.match(html, /<script async src="https:\/\/example\.com\/t\/a\.js\?a=&#34;b&#34;&#38;c=&#60;d&#62;"><\/script>$/);
});

test('the README contains the hash of the inline script', async () => {
  const hash = `'sha256-${createHash('sha256').update(snippetScript).digest('base64')}'`;
  assert.ok((await readFile(new URL('README.md', import.meta.url), 'utf8')).includes(hash), hash);
});
