import { trimEnd } from '../../lib/trim-end.ts';

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ' };

// Names of networks whose holder the registry does not know, or that have none.
const placeholders = [
  /^-?\s*(reserved|private|unassigned|unallocated|unknown|none|n\/?a)\b.*$/i,
  /^as[-_ ]?n?\d+$/i,
  /^org-[a-z0-9]+-(ripe|ap|arin|afrinic|lacnic)$/i,
  /^[\d\s.-]+$/,
  // The registry itself is registered as "Reseaux IP Europeens"; the English form means "held elsewhere", such as the consumer
  // network of AS719.
  /^ripe network coordination cent(re|er)$/i,
  /^.{0,2}$/,
];

const legalForm =
  /\b(inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|co|company|gmbh|ag|kg|se|sa|s\.a|sas|sarl|srl|spa|s\.p\.a|bv|b\.v|nv|n\.v|ab|oy|oyj|as|a\/s|aps|plc|pte|pty|pvt|jsc|pjsc|ooo|llp|lp|kft|zrt|doo|d\.o\.o|sro|s\.r\.o|university|bank|institute|college|hospital|ministry)\b\.?/i;

const streetWord = /\b(road|street|avenue|lane|boulevard|blvd|highway|jalan|jl|strasse|str|ulitsa|rd)\b\.?/i;

const addressPatterns = [
  /\bno\.?\s?[a-z]?\d+/i,
  /\b\d+(st|nd|rd|th)? ?[-/]? ?(f|fl|floor)\b/i,
  /\b(floor|level|suite|unit|room|block|plot|tower|building|bldg)\b/i,
  streetWord,
  /\b(district|dist|ward|province|city|section|sec|area|park)\b/i,
];

/**
 * Repairs a holder's name from the IP data; null if it does not identify an organization. The data was merged automatically
 * from five registries; each rule fixes a fault found in it.
 */
export function repairOrganizationName(raw: string): string | null {
  let name = decodeEntities(raw)
    .replace(/[\u00ad\u200b-\u200f\ufeff\ufffd]/g, ' ')
    .replace(/\?{2,}|¿/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  name = name.replace(/^(name|org-?name|owner)\s*:\s*/i, '').replace(/ ?\b\w*desc(r|ription)?:[\s\S]*$/i, '');
  name = dropRepetition(dropHandle(name));
  if (raw.length >= 79) name = dropTruncatedEnd(name);
  name = dropStreet(balanceQuotes(name));
  return placeholders.some((placeholder) => placeholder.test(name)) ? null : name;
}

function decodeEntities(text: string): string {
  return text.replace(/&(#\d+|[a-z]+)[; ]/gi, (whole, entity: string) => {
    if (entity.startsWith('#')) return String.fromCodePoint(Math.min(Number(entity.slice(1)), 0x10ffff));
    return entities[entity.toLowerCase()] ?? whole;
  });
}

/** Drops a technical handle: `AS54165 - NAME` and `SOME-AS-AP - NAME`. */
function dropHandle(name: string): string {
  const match = /^(\S+) - (.+)$/.exec(name);
  if (match === null) return name;
  const [, handle = '', rest = ''] = match;
  const isTechnical = /^as\d+$/i.test(handle) || /(^|[-_])as($|[-_\d])/i.test(handle) || /^[A-Z0-9]+([-_][A-Z0-9]+)+$/.test(handle);
  return isTechnical ? rest.trim() : name;
}

/** One registry repeats every name: `NAME - NAME`. */
function dropRepetition(name: string): string {
  const half = (name.length - 3) / 2;
  return Number.isInteger(half) && name.slice(half, half + 3) === ' - ' && name.slice(0, half) === name.slice(half + 3)
    ? name.slice(0, half)
    : name;
}

/** Names were truncated at 80 characters: the last word is probably partial, and a bracket may be open. */
function dropTruncatedEnd(name: string): string {
  const words = name.split(' ');
  if (words.length > 3) words.pop();
  const shortened = words.join(' ');
  const open = shortened.lastIndexOf('(');
  const closed = open >= 0 && shortened.indexOf(')', open) < 0 ? shortened.slice(0, open) : shortened;
  return trimEnd(closed, ' ,;:&/-').replace(/ (and|of|the|for|de|da|do|und|der|et|i|v|y)$/i, '');
}

function balanceQuotes(name: string): string {
  return (name.split('"').length - 1) % 2 === 0 ? name : name.replaceAll('"', '');
}

/**
 * Removes a street address; the text before it may be a name. A number with words of two kinds, or a leading number with a street word,
 * indicates an address.
 */
function dropStreet(name: string): string {
  if (/^(level|suite|floor|unit|room|no)\.? ?(no\.? ?)?\d/i.test(name)) return '';
  const matches = addressPatterns.filter((pattern) => pattern.test(name)).length;
  const firstDigit = name.search(/\d/);
  const form = legalForm.exec(name);
  const startsWithNumber = firstDigit === 0 && form === null && streetWord.test(name);
  if (firstDigit < 0 || (matches < 2 && !startsWithNumber)) return name;
  if (form !== null && form.index > 2 && form.index < firstDigit) return name.slice(0, form.index + form[0].length).trim();
  const dash = name.indexOf(' - ');
  return dash > 2 && dash < firstDigit ? name.slice(0, dash) : '';
}
