import { type ClickId, clickIds } from './click-ids.ts';

/** Campaign parameters of a page URL. Texts are cleaned; empty ones are null. */
export type CampaignParameters = {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  clickId: ClickId | null;
  /** A page view with another key starts a new visit, even before the session timeout. */
  key: string;
};

/** Campaign names are indexed, and index entries are limited in size. */
const maxNameLength = 500;

const utmParameters = new Set(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id']);
const clickIdRank = new Map(clickIds.map((clickId, rank) => [clickId.parameter, rank]));

/** PostgreSQL rejects NUL, and no control character belongs in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const controlCharacters = /[\u0000-\u001f\u007f]+/g;

export function cleanText(text: string | null | undefined): string | null {
  if (!text) return null;
  const clean = text.replace(controlCharacters, ' ').trim();
  return clean === '' ? null : clean;
}

/**
 * Reads the campaign from the query string of a URL; null if it has none.
 *
 * If there are UTM parameters, the key consists of all six in fixed order, ignoring case; click ids are left out, because they identify a
 * click and not the campaign. Otherwise the key is the name and value of the click id. Of repeated parameters the first non-empty one
 * counts, and of several click ids the one listed first in `clickIds`.
 */
export function campaignParametersOf(search: string): CampaignParameters | null {
  if (search.length < 2) return null;
  const utm = new Map<string, string>();
  let rank = Number.POSITIVE_INFINITY;
  let clickIdValue = '';
  for (const [rawName, rawValue] of new URLSearchParams(search)) {
    const name = rawName.toLowerCase();
    const isUtm = utmParameters.has(name);
    const nameRank = isUtm ? undefined : clickIdRank.get(name);
    if (!isUtm && nameRank === undefined) continue;
    const value = cleanText(rawValue)?.slice(0, maxNameLength).toWellFormed() ?? null;
    if (value === null) continue;
    if (nameRank === undefined) {
      if (!utm.has(name)) utm.set(name, value);
    } else if (nameRank < rank) {
      rank = nameRank;
      clickIdValue = value;
    }
  }
  const clickId = clickIds[rank] ?? null;
  if (utm.size === 0 && clickId === null) return null;
  return {
    utmSource: utm.get('utm_source') ?? null,
    utmMedium: utm.get('utm_medium') ?? null,
    utmCampaign: utm.get('utm_campaign') ?? null,
    utmTerm: utm.get('utm_term') ?? null,
    clickId,
    key: utm.size > 0 ? utmKey(utm) : JSON.stringify([clickId?.parameter, clickIdValue]),
  };
}

function utmKey(utm: Map<string, string>): string {
  return JSON.stringify([...utmParameters].map((name) => utm.get(name)?.toLowerCase() ?? null));
}
