import { cleanText } from '../events/campaign.ts';
import { pageUrl } from '../events/page-url.ts';
import { isOwnHostname } from './is-own-hostname.ts';
import { parseReferrer, type Referrer } from './referrer.ts';

export type Attribution = {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  keyword: string | null;
  referringUrl: string | null;
};

type Origin = Pick<Attribution, 'source' | 'medium' | 'keyword'>;

const direct: Origin = { source: '(direct)', medium: '(none)', keyword: null };

/** These networks share one click id; the referrer distinguishes them. */
const familyOfFacebook = new Set(['facebook', 'instagram', 'messenger', 'threads', 'whatsapp']);

/**
 * Determines the source of a visit from its landing page view: UTM parameters, then click ids, then the class of the referrer, else direct.
 * Values missing from the UTM parameters are taken from the later sources where they match. A referrer on the account's hostnames or the
 * page's registrable domain is ignored.
 */
export function attribute(landing: { url: string | null; referrer: string | null; ownHostnames: readonly string[] }): Attribution {
  const page = pageUrl(landing.url);
  const parsedReferrer = parseReferrer(landing.referrer);
  const isForeign =
    parsedReferrer !== null &&
    (parsedReferrer.hostname === null || !isOwnHostname(parsedReferrer.hostname, page?.hostname ?? null, landing.ownHostnames));
  const referrer = isForeign ? parsedReferrer : null;
  const campaign = page?.campaign ?? null;
  const referringUrl = referrer === null ? null : cleanText(landing.referrer);

  const withoutUtm = originWithoutUtm(campaign?.clickId ?? null, referrer);
  if (campaign === null) return { ...withoutUtm, campaign: null, referringUrl };
  const { utmSource, utmMedium, utmCampaign, utmTerm } = campaign;
  const sourceAgrees = utmSource === null || utmSource.toLowerCase() === withoutUtm.source?.toLowerCase();
  return {
    source: utmSource ?? withoutUtm.source,
    medium: utmMedium ?? (sourceAgrees || campaign.clickId !== null ? withoutUtm.medium : null),
    campaign: utmCampaign,
    keyword: utmTerm ?? (sourceAgrees ? withoutUtm.keyword : null),
    referringUrl,
  };
}

function originWithoutUtm(clickId: { source: string; medium: string } | null, referrer: Referrer | null): Origin {
  if (clickId === null) return referrer ?? direct;
  const sameNetwork = referrer?.source === clickId.source;
  const sameFamily = clickId.source === 'facebook' && referrer !== null && familyOfFacebook.has(referrer.source);
  return {
    source: sameFamily ? referrer.source : clickId.source,
    medium: clickId.medium,
    keyword: sameNetwork ? referrer.keyword : null,
  };
}
