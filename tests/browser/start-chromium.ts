import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** Chromium applies only the last `--disable-features`, so this list repeats the features that Playwright disables. */
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
  // Avoids two hidden pages per window, which cost more than the window itself.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/**
 * Starts a headless Chromium that makes no background requests. With `isComplete` it behaves like a visitor's browser, including the
 * back/forward cache and hidden tabs. Tests that do not need these use the headless shell, which takes less CPU time.
 */
export function startChromium({ isComplete = false } = {}): Promise<Browser> {
  return chromium.launch(launchOptions(isComplete));
}

/** Starts a Chromium that stores its profile in a folder. Unlike other contexts, it caches compiled scripts, as the browsers of users do. */
export function startChromiumWithProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...launchOptions(true), ...options });
}

function launchOptions(isComplete: boolean) {
  return {
    executablePath: (!isComplete && process.env.HEADLESS_SHELL_PATH) || process.env.CHROMIUM_PATH,
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
  };
}

/** A tab without a debugger attached, so that it is really hidden, prerendered and closed like a visitor's. */
type Tab = { show(): Promise<void>; close(): Promise<void> };

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
