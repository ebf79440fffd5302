import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts, loadTextsOf } from '../../texts/language.ts';
import { browserName } from './browser-name.ts';

await loadTexts('en');
await loadTextsOf('settings');

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mobileWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone = '(iPhone; CPU iPhone OS 18_6 like Mac OS X)';

test('a session is named after its browser and system, even if the user agent names others', () => {
  const names: Record<string, string> = {
    [`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`]: 'Chrome on Windows',
    [`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`]: 'Edge on Windows',
    [`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`]: 'Opera on Windows',
    '(X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0': 'Firefox on Linux',
    [`(X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`]: 'Chrome on ChromeOS',
    [`(Macintosh; Intel Mac OS X 10_15_7) ${mobileWebkit} Version/18.6 Safari/605.1.15`]: 'Safari on macOS',
    [`(Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`]: 'Chrome on Android',
    [`(Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`]: 'Samsung Internet on Android',
    [`(Linux; Android 10; HD1913) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`]: 'Edge on Android',
    '(Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0': 'Firefox on Android',
    [`${iphone} ${mobileWebkit} Version/18.6 Mobile/15E148 Safari/604.1`]: 'Safari on iPhone',
    [`${iphone} ${mobileWebkit} CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`]: 'Chrome on iPhone',
    [`${iphone} ${mobileWebkit} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`]: 'Firefox on iPhone',
    [`${iphone} ${mobileWebkit} Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/605.1.15`]: 'Edge on iPhone',
    [`(iPad; CPU OS 18_6 like Mac OS X) ${mobileWebkit} Version/18.6 Mobile/15E148 Safari/604.1`]: 'Safari on iPad',
  };
  for (const [rest, name] of Object.entries(names)) assert.equal(browserName(`Mozilla/5.0 ${rest}`), name);
  assert.equal(browserName('curl/8.5.0'), 'Unknown browser');
});
