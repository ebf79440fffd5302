import { cleanText } from '../events/campaign-parameters.ts';
import { pageUrl } from '../events/page-url.ts';
import { isOwnHostname } from './is-own-hostname.ts';
import { parseReferrer, type Referrer } from './referrer.ts';

export type TrafficSource = {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referringUrl: string | null;
};

type SourceWithoutCampaign = Pick<TrafficSource, 'source' | 'medium' | 'keyword'>;

const direct: SourceWithoutCampaign = { source: '(direct)', medium: '(none)', keyword: null };

/** These networks share a click id; only the referrer distinguishes them. */
const facebookNetworks = new Set(['facebook', 'instagram', 'messenger', 'threads', 'whatsapp']);

/**
 * Determines the traffic source of a visit from its landing page view: UTM parameters, then click ids, then the class of the referrer, else
 * direct. Values missing from the UTM parameters are taken from the click id or referrer where they match, and the medium of a source that
 * is the hostname of a known site from its class. A referrer on the account's hostnames or the page's registrable domain is ignored.
 */
export function trafficSource(landing: { url: string | null; referrer: string | null; ownHostnames: readonly string[] }): TrafficSource {
  const page = pageUrl(landing.url);
  const parsedReferrer = parseReferrer(landing.referrer);
  const isExternal =
    parsedReferrer !== null &&
    (parsedReferrer.hostname === null || !isOwnHostname(parsedReferrer.hostname, page?.hostname ?? null, landing.ownHostnames));
  const referrer = isExternal ? parsedReferrer : null;
  const campaign = page?.campaign ?? null;
  const referringUrl = referrer === null ? null : cleanText(landing.referrer);

  const withoutUtm = sourceWithoutUtm(campaign?.clickId ?? null, referrer);
  if (campaign === null) return { ...withoutUtm, campaign: null, referringUrl };
  const { utmSource, utmMedium, utmCampaign, utmTerm } = campaign;
  const isSourceConsistent = utmSource === null || utmSource.toLowerCase() === withoutUtm.source?.toLowerCase();
  return {
    source: utmSource ?? withoutUtm.source,
    medium: utmMedium ?? (isSourceConsistent || campaign.clickId !== null ? withoutUtm.medium : mediumOfSite(utmSource)),
    campaign: utmCampaign,
    keyword: utmTerm ?? (isSourceConsistent ? withoutUtm.keyword : null),
    referringUrl,
  };
}

/** ChatGPT, for example, adds `utm_source=chatgpt.com` to its links, without a medium. */
function mediumOfSite(hostname: string): string | null {
  const site = /^[a-z\d.-]+$/i.test(hostname) ? parseReferrer(`https://${hostname}`) : null;
  return site === null || site.medium === 'referral' ? null : site.medium;
}

function sourceWithoutUtm(clickId: { source: string; medium: string } | null, referrer: Referrer | null): SourceWithoutCampaign {
  if (clickId === null) return referrer ?? direct;
  const isSameNetwork = referrer?.source === clickId.source;
  const isSameFamily = clickId.source === 'facebook' && referrer !== null && facebookNetworks.has(referrer.source);
  return {
    source: isSameFamily ? referrer.source : clickId.source,
    medium: clickId.medium,
    keyword: isSameNetwork ? referrer.keyword : null,
  };
}
