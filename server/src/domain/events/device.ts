import Bowser from 'bowser';
import { boundedCache } from '../../lib/bounded-cache.ts';

export type DeviceType = 'desktop' | 'smartphone' | 'tablet' | 'tv' | 'console' | 'wearable' | 'other';

/** A field is null if the user agent does not contain the information. */
export type Device = { deviceType: DeviceType | null; browser: string | null; os: string | null };

const maxUserAgentLength = 512;
const unknown: Device = { deviceType: null, browser: null, os: null };

/** Device types that the parser does not distinguish, or mistakes for desktops or phones because of their browser. */
const ownRules: readonly { pattern: RegExp; deviceType: DeviceType }[] = [
  { pattern: /PlayStation|Xbox|Nintendo|SteamDeck|Steam Deck/i, deviceType: 'console' },
  {
    pattern:
      /SMART-?TV|SmartTV|HbbTV|AppleTV|Apple TV|GoogleTV|Android TV|BRAVIA|\bAFT[A-Z]\w*|\bCrKey\b|NetCast|Web0S|Roku|VIDAA|\bTV Safari\b|Large Screen/i,
    deviceType: 'tv',
  },
  { pattern: /Watch OS|watchOS|SM-R\d{3}|Galaxy Watch/i, deviceType: 'wearable' },
  { pattern: /iPad|\bKindle\b|\bKF[A-Z]{2,}\b|Silk-Accelerated|PlayBook/i, deviceType: 'tablet' },
  { pattern: /\bCrOS\b/, deviceType: 'desktop' },
];

const deviceTypeByPlatform = new Map<string | undefined, DeviceType>([
  ['desktop', 'desktop'],
  ['mobile', 'smartphone'],
  ['tablet', 'tablet'],
  ['tv', 'tv'],
]);

const parse = boundedCache((userAgent: string): Device => {
  const truncated = userAgent.slice(0, maxUserAgentLength);
  if (truncated.trim() === '') return unknown;
  const ownRule = ownRules.find(({ pattern }) => pattern.test(truncated));
  try {
    const { browser, os, platform } = Bowser.parse(truncated);
    return {
      deviceType: ownRule?.deviceType ?? deviceTypeByPlatform.get(platform.type) ?? 'other',
      browser: browser.name || null,
      os: os.name || null,
    };
  } catch {
    // The parser expects browsers and may fail on other input; the visit is stored anyway.
    return { ...unknown, deviceType: ownRule?.deviceType ?? 'other' };
  }
}, 5_000);

/** Detects device type, browser and operating system from a user agent. Never throws. */
export function deviceOf(userAgent: string | null): Device {
  return userAgent === null ? unknown : parse(userAgent);
}
