import { boundedCache } from '../../lib/bounded-cache.ts';
import { type Campaign, campaignOf } from './campaign.ts';

/** The parts of a page's address that the rules ask for again and again. */
type PageUrl = {
  hostname: string;
  path: string;
  /** The path with its query, as a person would copy it behind the hostname. */
  pathWithQuery: string;
  campaign: Campaign | null;
};

const parse = boundedCache((url: string): PageUrl | null => {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null;
  return {
    hostname: parsed.hostname,
    path: parsed.pathname,
    pathWithQuery: parsed.pathname + parsed.search,
    campaign: campaignOf(parsed.search),
  };
}, 10_000);

/** The address of a page taken apart, or null when it is missing or not an http address. Never throws. */
export function pageUrl(url: string | null): PageUrl | null {
  return url === null ? null : parse(url);
}
