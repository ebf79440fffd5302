import { boundedCache } from '../../lib/bounded-cache.ts';
import { type CampaignParameters, campaignParametersOf } from './campaign-parameters.ts';

/** The parts of a page URL that the pipeline uses. */
type PageUrl = {
  hostname: string;
  path: string;
  /** Path with query string. */
  pathWithQuery: string;
  campaign: CampaignParameters | null;
};

const parse = boundedCache((url: string): PageUrl | null => {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return null;
  return {
    hostname: parsed.hostname,
    path: parsed.pathname,
    pathWithQuery: parsed.pathname + parsed.search,
    campaign: campaignParametersOf(parsed.search),
  };
}, 10_000);

/** Parses a page URL; null if it is missing or not http(s). Never throws. */
export function pageUrl(url: string | null): PageUrl | null {
  return url === null ? null : parse(url);
}
