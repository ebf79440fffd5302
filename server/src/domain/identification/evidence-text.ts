import { entriesOf, keysOf } from '../../lib/entries-of.ts';
import { recordOf } from '../../lib/record-of.ts';
import { type NetworkKind, networkKinds } from './network-kind.ts';
import type { SharedPlace } from './shared-place.ts';

/**
 * The sentences of evidence, with placeholders for their values. They are stored with verdicts and returned by the APIs; the web
 * application shows its own text for each code.
 */
const sentences = {
  rule_company: 'a correction in this account assigns the {subject} to {company}',
  rule_not_a_company: 'a correction in this account says that the {subject} is not a company',
  rule_ignore: 'a correction in this account ignores the {subject}',
  work_email: "the visitor's e-mail address ends in {domain}",
  workplace_same_day: 'the same visitor came from {company} less than a day before or after',
  workplace_next_day: 'the same visitor came from {company} a day before or after',
  workplace_days: 'the same visitor came from {company} {days} days before or after',
  learned_one: 'one visitor at this address left an e-mail address of {domain}',
  learned: '{visitors} visitors at this address left an e-mail address of {domain}',
  host_confirmed: 'reverse DNS gives a hostname under {domain}, which resolves back to the address',
  host_unconfirmed: 'reverse DNS gives a hostname under {domain}, which does not resolve back to the address',
  database_kind: '{database} lists the address as {kindCode}',
  database_nobody: '{database} lists the address without a holder',
  database_company: '{database} assigns the address to {company}',
  small_block: 'a small block with this address is listed for {company}',
  block: 'the block {block} is listed for {company}',
  holder_unknown: 'the holder of AS{asn} is not known reliably',
  holder: 'AS{asn} is held by {holder}',
  street_address: 'AS{asn} is registered under a street address',
  reviewed_company: 'AS{asn} was classified as a network of {company} by review',
  listed_company: 'AS{asn} is listed as a network of {company}',
  reviewed: 'AS{asn} was classified as {kind} by review',
  listed: 'AS{asn} is listed as {kind}',
  others_reviewed: 'other networks of {holder} were classified as {kind} by review',
  scored_person: 'AS{asn} is classified as {kind} by its score',
  scored: 'AS{asn} {holder} is classified as {kind} by its score',
  scored_nothing: 'AS{asn} {holder} could not be classified',
  guests: 'this is {place}, whose visitors are mostly guests',
  ipv6_only: 'announces IPv6 only',
  size_with_ipv6: '{addresses} IPv4 addresses in {blocks} blocks and IPv6',
  size: '{addresses} IPv4 addresses in {blocks} blocks',
  registry_organizations: 'its part of {block} of {registry} is assigned to organizations for their own use',
  registry_customers: 'its part of {block} of {registry} is assigned to customers by a carrier',
  registry_newcomers: 'its part of {block} of {registry} is assigned in small pieces to new members',
  registry_providers: 'its part of {block} of {registry} is assigned to providers for their customers',
  country_unknown: 'most networks in an unknown country belong to providers',
  country: 'most networks in {country} belong to providers',
  word_of_organizations: '"{word}" is more common among organizations',
  word_of_providers: '"{word}" is more common among providers',
  word: '"{word}" indicates {kindCode}',
} as const;

type EvidenceCode = keyof typeof sentences;

/** Sentences of earlier versions, which stored verdicts still contain. They are only parsed, not written. */
const formerSentences: { [Code in EvidenceCode]?: string } = {
  rule_company: 'a rule of this account assigns the {subject} to {company}',
  rule_not_a_company: 'a rule of this account says that the {subject} is not a company',
  rule_ignore: 'a rule of this account ignores the {subject}',
  host_confirmed: 'the address is called a host of {domain}, which points back to it',
  host_unconfirmed: 'the address is called a host of {domain}, which does not point back to it',
  database_nobody: '{database} lists the address as nobody in particular',
  reviewed_company: 'AS{asn} is reviewed as a network of {company}',
  reviewed: 'AS{asn} is reviewed as {kind}',
  others_reviewed: 'other networks of {holder} are reviewed as {kind}',
  scored_person: 'AS{asn} is scored as {kind}',
  scored: 'AS{asn} {holder} is scored as {kind}',
  scored_nothing: 'AS{asn} {holder} is scored as nothing in particular',
};

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ValueOf<Name> = Name extends 'kind' | 'kindCode'
  ? NetworkKind
  : Name extends 'place'
    ? SharedPlace
    : Name extends NumberName
      ? number
      : string;
type Values<Code extends EvidenceCode> = { [Name in NamesIn<(typeof sentences)[Code]>]: ValueOf<Name> };

/** A sentence of evidence, or one of its reasons. */
export type EvidencePart = { code: EvidenceCode; values: Record<string, string | number> };

type NumberName = 'asn' | 'days' | 'visitors' | 'addresses' | 'blocks';
const numberNames: ReadonlySet<string> = new Set<NumberName>(['asn', 'days', 'visitors', 'addresses', 'blocks']);

const kindWords: Record<NetworkKind, string> = {
  business: 'a business',
  education: 'an educational or research institution',
  government: 'a public body',
  isp: 'an internet provider',
  mobile: 'a mobile network',
  hosting: 'a hosting provider',
  cdn: 'a content delivery network',
  vpn: 'a VPN service',
  gateway: 'a secure web gateway',
  nonprofit: 'an association or foundation',
  exchange: "a part of the internet's own infrastructure",
  person: "an individual's network",
  unknown: 'a network whose users are not known',
  relay: 'a privacy relay',
  crawler: 'the crawler of a search engine',
};
const formerKindWords: { [Kind in NetworkKind]?: string } = {
  education: 'an institution of education or research',
  person: 'the network of a person',
};
const placeWords: Record<SharedPlace, string> = {
  hotel: 'a hotel',
  airport: 'an airport',
  coworking: 'a coworking space',
  science_park: 'a science park',
  guest_network: 'a guest network',
};

/** The texts for the values of placeholders that have a fixed set of values. */
const wordsOf: Record<string, Record<string, string>> = {
  kind: kindWords,
  kindCode: Object.fromEntries(networkKinds.map((kind) => [kind, kind])),
  place: placeWords,
  subject: { domain: 'domain', address: 'address' },
};

const templateOf = (sentence: string) => sentence.split(/[{}]/);
const templates = recordOf(keysOf(sentences), (code) => templateOf(sentences[code]));
const readableTemplates = recordOf(keysOf(sentences), (code) => {
  const former = formerSentences[code];
  return former === undefined ? [templates[code]] : [templates[code], templateOf(former)];
});
const beforeReasons = ': ';
const betweenReasons = ', ';
const beforeGuests = '; ';

/** Appends reasons to a sentence. */
export function withReasons(sentence: string, reasons: readonly string[]): string {
  return reasons.length === 0 ? sentence : sentence + beforeReasons + reasons.join(betweenReasons);
}

/** Appends to a sentence that most visitors of the place are guests. */
export function withGuests(sentence: string, place: SharedPlace): string {
  return sentence + beforeGuests + evidenceText('guests', { place });
}

/** Returns the sentence of a code with the given values. */
export function evidenceText<Code extends EvidenceCode>(code: Code, values: Values<Code>): string {
  const given = values as Record<string, string | number>;
  const written = (name: string) => wordsOf[name]?.[String(given[name])] ?? String(given[name]);
  return templates[code].map((part, index) => (index % 2 === 0 ? part : written(part))).join('');
}

/** Parses stored evidence into its sentence and its reasons. Returns null if the text does not match any known sentence. */
export function readEvidenceText(detail: string): EvidencePart[] | null {
  const guestsAt = detail.lastIndexOf(beforeGuests);
  const guests = guestsAt < 0 ? null : readSentence(detail.slice(guestsAt + beforeGuests.length));
  if (guests?.code === 'guests') {
    const others = readEvidenceText(detail.slice(0, guestsAt));
    return others && [...others, guests];
  }
  const whole = readSentence(detail);
  if (whole !== null) return [whole];
  for (let index = detail.indexOf(beforeReasons); index >= 0; index = detail.indexOf(beforeReasons, index + 1)) {
    const parts = [detail.slice(0, index), ...detail.slice(index + beforeReasons.length).split(betweenReasons)].map(readSentence);
    if (parts.every((part) => part !== null)) return parts;
  }
  return null;
}

/** The first matching template wins, so order matters: "a correction in this account" could also be the name of a database. */
function readSentence(text: string): EvidencePart | null {
  for (const [code, readable] of entriesOf(readableTemplates)) {
    for (const parts of readable) {
      const values = readValues(text, parts);
      if (values) return { code, values };
    }
  }
  return null;
}

/** Matches a string with a template, in which literal parts and names of values alternate. The first and the last part are literals. */
function readValues(text: string, [fixed = '', name, ...rest]: readonly string[]): EvidencePart['values'] | null {
  if (!text.startsWith(fixed)) return null;
  const unread = text.slice(fixed.length);
  if (name === undefined) return unread === '' ? {} : null;
  const [next = ''] = rest;
  // A value at the end of the template extends to the end of the text.
  for (
    let index = next === '' ? unread.length : unread.indexOf(next);
    index >= 0;
    index = next === '' ? -1 : unread.indexOf(next, index + 1)
  ) {
    const value = readValue(name, unread.slice(0, index));
    const others = value === null ? null : readValues(unread.slice(index), rest);
    if (value !== null && others) return { [name]: value, ...others };
  }
  return null;
}

function readValue(name: string, text: string): string | number | null {
  if (numberNames.has(name)) return /^\d{1,15}$/.test(text) ? Number(text) : null;
  const words = wordsOf[name];
  const former: Record<string, string> = name === 'kind' ? formerKindWords : {};
  if (words) return Object.keys(words).find((code) => words[code] === text || former[code] === text) ?? null;
  return text === '' ? null : text;
}
