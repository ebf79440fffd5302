import { type ClickId, clickIds } from './click-ids.ts';

/** What the address of a page tells of the campaign that brought the visitor. Every text is cleaned, an empty one is null. */
export type Campaign = {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  clickId: ClickId | null;
  /** Two page views come from the same campaign exactly when their keys are equal. */
  key: string;
};

/** Names of campaigns stand in an index, whose entries must not grow without end. */
const longestName = 500;

const utmParameters = new Set(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id']);
const clickIdRank = new Map(clickIds.map((clickId, rank) => [clickId.parameter, rank]));

/** Control characters never belong to a name, and the database refuses one of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const controlCharacters = /[\u0000-\u001f\u007f]+/g;

export function cleanText(text: string | null | undefined): string | null {
  if (!text) return null;
  const clean = text.replace(controlCharacters, ' ').trim();
  return clean === '' ? null : clean;
}

/**
 * Reads the campaign from the query of an address, or null when it carries none.
 *
 * The key: when any utm parameter is there, all six of them in fixed order, without regard to case. Click ids then do not
 * count, because they name one click and not the campaign. Without utm parameters the click id is all there is, so the key is
 * its name and value, and another click is another campaign. Of repeated parameters the first that is not empty counts, of
 * several click ids the one that stands first in our table, so that the order in the address does not matter.
 */
export function campaignOf(search: string): Campaign | null {
  if (search.length < 2) return null;
  const utm = new Map<string, string>();
  let rank = Number.POSITIVE_INFINITY;
  let clickIdValue = '';
  for (const [rawName, rawValue] of new URLSearchParams(search)) {
    const name = rawName.toLowerCase();
    const isUtm = utmParameters.has(name);
    const nameRank = isUtm ? undefined : clickIdRank.get(name);
    if (!isUtm && nameRank === undefined) continue;
    const value = cleanText(rawValue)?.slice(0, longestName).toWellFormed() ?? null;
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
