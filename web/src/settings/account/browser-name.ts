import { t } from '../../texts/t.ts';

type Patterns = [name: string, pattern: RegExp][];

/** The order matters: Chromium browsers also name Chrome, and all browsers except Firefox on computers and Android name Safari. */
const browsers: Patterns = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /(OPR|OPT|OPiOS)\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
];

/** The order matters: Android also names Linux, and iOS names Mac OS X. An iPad that requests desktop sites looks like a Mac. */
const systems: Patterns = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** The browser and the system of a user agent, such as “Chrome on Android”. */
export function browserName(userAgent: string): string {
  const find = (patterns: Patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = find(browsers) ?? t('accountSettings.unknownBrowser');
  const system = find(systems);
  return system ? t('common.browserOn', { browser, system }) : browser;
}
