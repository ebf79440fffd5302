import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

/** Where Chromium is: as CHROMIUM_PATH says, else in PATH, else in the usual places. */
export function chromiumPath(): string {
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)));
  const found = [process.env.CHROMIUM_PATH, ...inPath, ...usualPlaces].find((path) => path && existsSync(path));
  if (!found) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable.');
  }
  return found;
}

/** The last such list counts, so it begins with what Playwright would leave out. */
const unwantedFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Two pages behind the address bar of every window, which nobody sees here: more work than the window itself.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Starts a headless Chromium that behaves like a visitor's, back/forward cache included, and calls nobody. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    headless: false,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${unwantedFeatures.join(',')}`,
    ],
  });
}

/** A tab that no tool looks into, so that it is really hidden behind another, prerendered and closed as a visitor's would be. */
export type Tab = { show(): Promise<void>; close(): Promise<void> };

export async function openTab(browser: Browser, url: string): Promise<Tab> {
  const session = await browser.newBrowserCDPSession();
  const { targetId } = await session.send('Target.createTarget', { url });
  return {
    async show() {
      await session.send('Target.activateTarget', { targetId });
    },
    async close() {
      await session.send('Target.closeTarget', { targetId });
    },
  };
}
