import { entriesOf } from '../../lib/entries-of.ts';
import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { lastOf } from '../../lib/last-of.ts';
import { trimEnd } from '../../lib/trim-end.ts';
import { customerWords } from './customer-words.ts';
import { firstNames } from './first-names.ts';
import { cuesIn } from './kind-cue-matcher.ts';
import { clearForms, legalFormLengthAtStart } from './legal-forms.ts';
import { nameInLine } from './name-in-line.ts';
import { nameWords } from './name-words.ts';
import { isUsedByHolder } from './network-kind.ts';
import { sharedPlaceInName } from './shared-place.ts';
import { WordCache } from './word-cache.ts';

type CustomerNameKind = 'organization' | 'provider' | 'pool' | 'shared_place' | 'place' | 'address' | 'person' | 'handle' | 'placeholder';

export type CustomerName = {
  kind: CustomerNameKind;
  /** The part of the text that is the name. */
  name: string;
  /** True if a legal form or a word such as "school" or "pool" supports the kind; otherwise the kind is a guess. */
  isLikely: boolean;
};

const noPlaces: ReadonlySet<string> = new Set();

// Texts that do not name the user of a block.
const placeholder =
  /\bnot (managed|allocated|assigned|registered|delegated)\b|^non-ripe|^iana\b|^(to be (defined|assigned)|tbd|n\/?a|none|null|unknown|unspecified|undefined|reserved|unused|various|private|dummy|placeholder|default|x+|[*.\-_=#\s]+)$|^private (customer|residence)|\b(residential|private) (customer|residence|user)s?\b|\b(early registration|erx-?netblock|transferred to the|netblock transferred|address block not|this network|these addresses|please (send|contact|use|report)|abuse|see http|rfc ?1918|early registrations?)\b/i;
const contact = /@|\bhttps?:|^www\.|^\+?[\d\s()./-]{6,}$|^(tel|fax|phone|e-?mail|contact|telefon)\b(\s?[.:]|.*\d)|^(attn|c\/o)\b/i;
const street =
  /(^|[\s,])(\p{L}*(stra(ss|ß)e|strasse|str\.|straat|gasse|allee|platz|weg|vej|gatan|gata|utca|laan|plein|kade)|street|st\.|road|rd\.?|avenue|ave\.?|av\.|avda\.?|boulevard|blvd\.?|bd\.|lane|drive|highway|hwy|parkway|pkwy|suite|floor|building|bldg|rue|place|quai|chemin|route|impasse|cours|via|viale|piazza|corso|largo|calle|carrer|plaza|paseo|rua|travessa|estrada|avenida|ul\.|ulica|ulitsa|al\.|aleja|prospekt|pr\.|per\.|nam\.|ulice|trg|cad\.?|caddesi|sok\.?|sokak|mah\.?|jalan|jl\.?|soi)(?=[\s,.\d]|$)/iu;
const postBox = /\b(p\.? ?o\.? ?box|postfach|casella postale|apartado|boite postale|b\.p\. ?\d|cedex|postbus)\b/i;
const postalCode =
  /^([A-Z]{1,3}[- ])?\d{4,6}(-\d{3,4})?[,\s]+\p{L}|^\d{3} \d{2}[,\s]+\p{Lu}|^\d{2}-\d{3}[,\s]+\p{L}|^\d{4} ?[A-Z]{2}[,\s]+\p{Lu}|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|,?\s[A-Z]{2}[ ,]+\d{5}(-\d{4})?\b|[\s,]\d{5,6}$/u;
const soleTrader =
  /\b(trading as|dba|t\/a|sole (proprietor|trader)|(private|individual) (entrepreneur|person|enterprise)|privatperson|particulier|privat(kunde)?)\b/i;
const soleTraderTitle =
  /^(FOP|FLP|SPD|PE|IE|IP|ChP|PP|FO-P|[Mm]rs?|[Mm]s|[Hh]err|[Ff]rau|[Pp]ani?|[Mm]onsieur|[Mm]adame|[Ss]ig|[Ss]ra?)\.? \p{Lu}/u;
// Characters that can frame a name: "*** Acme GmbH ***".
const frameCharacters = '#*=<>~|-';
const frame = /^[#*=<>~|-]+\s+(?=\p{L})/u;
// Legal forms in other scripts, which `legal-forms.ts` does not cover.
const foreignForm =
  /(^|[^\p{L}])(ооо|оао|зао|пао|ао|тов|пат|прат|тоо|еоод|оод|еад|доо|ад)(?=$|[^\p{L}])|株式会社|有限会社|合同会社|有限公司|股份|주식회사|유한회사/iu;
const foreignSoleTrader = /^(ип|чп|фоп|флп|спд)(?=$|[^\p{L}])/iu;
const providerEnding =
  /(telekabel|telecable|fiber|fibre|fibra|hosting|telecom|telekom|broadband|datacenter|datacentre|vps|vds|webhosts?)\d*$/;
const providerBeginning = /^(vps|vds|ipv4|ipv6|webhost)\p{L}/u;
const lot = /^(lot|plot|unit|flat|apt|shop)\.? ?\d/i;
// The last part of "ACME GROUP-VLAN20".
const lineAfterName = /[-_ ]v?lan[-_ ]?\d+$/i;
// The first word of "LAN Acme GmbH" and "SDSL-Anschluss Acme GmbH".
const lineBeforeName = /^(?:LAN|WAN|VPN|Netz|(?:[A-Z]{0,2}DSL|FTTH)(?:-\p{L}+)?) (?=\S+ \S)/u;
// German compounds: "Bezirksgericht", "Kantonsspital".
const organizationEnding = /\p{L}{3}(gericht|spital|klinik|krankenhaus|schule|verband|kammer)$/u;

const patronymic = /^\p{L}{3,}(ovich|evich|ovna|evna|yevich|ovych|ivna|iyovych|ogly|kyzy)$/u;

// Endings that are common in surnames of many languages and rare in company names.
const surname =
  /^\p{L}{2,}(ski|ska|cki|cka|wicz|wiczs|enko|chuk|yuk|ov|ova|ev|eva|yan|dze|shvili|sson|escu|opoulos|idis|akis|oglu|pour|zadeh)$/u;

/**
 * Classifies what a line of a registry says about the user of a block: the name of an organization, or something else that registries store
 * in the same field. A wrong company is worse than none, so a doubtful line does not count as a name. An import classifies millions of
 * lines, so the words of a line determine which of the expensive patterns are tried.
 */
export function customerName(text: string, places: ReadonlySet<string> = noPlaces): CustomerName {
  const spaced = text.includes('  ') || text.includes('\t') ? text.replace(/\s+/g, ' ').trim() : text.trim();
  const line =
    frameCharacters.includes(spaced.charAt(0)) && frame.test(spaced) ? trimEnd(spaced.replace(frame, ''), ` ${frameCharacters}`) : spaced;
  const found = (kind: CustomerNameKind, name = line, isLikely = false): CustomerName => ({ kind, name, isLikely });
  const all = nameWords(line);
  const classes = classifyWords(all);
  if (line.length < 2 || ((classes.hints & hint.placeholder || all.length === 0 || firstOf(all).length < 2) && placeholder.test(line)))
    return found('placeholder', line, true);
  const marks = marksIn(line);
  const hasDigit = (marks & mark.digit) !== 0;
  if ((marks & (mark.digit | mark.contact) || classes.hints & hint.contact) && contact.test(line)) return found('address');
  if (isHandle(line)) return found('handle');
  if (classes.hints & hint.guest && (classes.isGuest || sharedPlaceInName(line) !== null)) return found('shared_place');
  const isLabel = (part: string, mayBeSurname: boolean) =>
    isHandle(part) ||
    isAddress(part) ||
    isBranch(part, places, 1) ||
    isAboutLines(part) ||
    (!mayBeSurname && isPlace(part, nameWords(part), places));
  const trimmed = hasDigit ? line.replace(lineAfterName, '') : line;
  const trimmedWords = trimmed === line ? all : nameWords(trimmed);
  const extracted = nameInLine(trimmed, trimmedWords, (classes.hints & hint.introduction) !== 0, isLabel);
  const named = extracted.hasForm ? { ...extracted, name: extracted.name.replace(lineBeforeName, '') } : extracted;
  const isForeign = (marks & mark.foreign) !== 0;
  const words = named.name === line ? all : nameWords(named.name);
  const nameClasses = words === all ? classes : classifyWords(words);
  const hasForm = named.hasForm || legalFormLengthAtStart(words) > 0 || (isForeign && foreignForm.test(line));
  if (words.length === 0 || (words.length === 1 && firstOf(words).length < 2)) return found('handle');
  if (!hasForm && (hasDigit || classes.hints & hint.street) && isAddress(line)) return found('address');
  if (!hasForm && (isPlace(named.name, words, places) || (classes.hints & hint.branch && isBranch(named.name, places))))
    return found('place');
  if (nameClasses.strongPool > (hasForm ? 1 : 0) || nameClasses.strongPool + nameClasses.weakPool > (hasForm ? 2 : 0))
    return found('pool', line, nameClasses.strongPool > 0);
  if (classes.hints & ~nameClasses.hints & hint.served) return found('pool', line, true);
  if (nameClasses.isProvider) return found('provider', named.name);
  const isFirm = isFirmName(named.name, words);
  if (firstOf(all) === 'contact' && !isFirm) return found('address');
  if (classes.hints & hint.soleTrader && isSoleTrader(line, words, nameClasses, isFirm)) return found('person');
  if (isForeign && foreignSoleTrader.test(line)) return found('person');
  if (isPerson(named.name, words, nameClasses, { hasForm, isFirm })) return found('person');
  if (!hasForm && !nameClasses.isOrganization && marks & (mark.digit | mark.handle) && /\d{3}|[_#]|\d$/.test(named.name))
    return found('handle');
  return found('organization', named.name, hasForm || nameClasses.isOrganization);
}

const poolWords = new Set([...customerWords.strongPool, ...customerWords.guests]);

/** Whether a line mentions pools, guests or machines. In the lines after a name, only such words matter. */
export function mentionsPool(line: string): boolean {
  return nameWords(line).some((word) => poolWords.has(word));
}

/** Bits for the characters that decide which patterns are tried. */
const mark = { digit: 1, contact: 2, handle: 4, foreign: 8 } as const;

function marksIn(line: string): number {
  let marks = 0;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code >= 0x250) marks |= mark.foreign;
    else if (code < 0x40) marks |= marksOfCodes[code] ?? 0;
    else if (code === 0x40) marks |= mark.contact;
    else if (code === 0x5f) marks |= mark.handle;
  }
  return marks;
}

/** The marks of the characters before "@". */
const marksOfCodes = Uint8Array.from({ length: 0x40 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\d/.test(character) ? mark.digit : /[:/]/.test(character) ? mark.contact : character === '#' ? mark.handle : 0;
});

/** Whether a line is a generated token, not a name: `DE-ACME-20040101`, `CUST-1234`, `acme_net`. */
function isHandle(line: string): boolean {
  const hyphen = line.indexOf('-');
  const hasHyphens = hyphen >= 0 && line.includes('-', hyphen + 1);
  if (line.includes(' '))
    return /^[A-Z\d_-]+( [A-Z\d_-]+)*$/.test(line) && (hasHyphens || /\d{3}|_/.test(line)) && !/\b(AG|SA|AB|BV|NV|SE)$/.test(line);
  return (
    hasHyphens ||
    /_|\d{3}|-(NET|LAN|POOL|AP|RIPE|MNT|AS|NIC|BLK|BLOCK|CUST|IP|V4|V6)\d*$|^(NET|ORG|AS|CUST|IP|INET|MNT|MAINT)-/i.test(line) ||
    /^[A-Z]+\d+$/.test(line)
  );
}

function isAddress(line: string): boolean {
  if (postBox.test(line) || postalCode.test(line) || lot.test(line)) return true;
  return street.test(line) && (/\d/.test(line) || /(^|\s)(ul\.|str\.|c\/|rue |via |calle |rua |jalan )/i.test(line));
}

/** Whether the name consists of towns, regions, countries and their abbreviations. */
function isPlace(name: string, words: readonly string[], places: ReadonlySet<string>): boolean {
  if (words.length > 6) return false;
  const whole = words.join(' ');
  if (places.has(whole)) return true;
  // "Sydney NSW", "Austin TX".
  if (words.length > 1 && lastOf(words).length <= 3 && places.has(words.slice(0, -1).join(' '))) return true;
  if (!/[,/;-]/.test(name)) return false;
  const parts = name.split(/[,/;-]+/).map((part) => nameWords(part).join(' '));
  return parts.length > 1 && parts.every((part) => part === '' || places.has(part) || part.length <= 3 || /^\d+$/.test(part));
}

/**
 * Whether the name describes a branch or a building: "Werk 2", "Filiale Hamburg", "Bristol office". `maxOthers` is how many words may be
 * neither a place nor a number: next to the name of a company, "Standort Sued" is a branch, too.
 */
function isBranch(name: string, places: ReadonlySet<string>, maxOthers = 0): boolean {
  const words = nameWords(name);
  const others = words.filter((word) => !customerWords.branches.has(word));
  if (others.length === words.length) return false;
  const named = others.filter((word) => word.length > 2 && !/^\d+$/.test(word));
  return named.length <= maxOthers || places.has(named.join(' '));
}

/** Whether all words describe lines and machines: "Public IPs". */
function isAboutLines(part: string): boolean {
  return nameWords(part).every((word) => classifyWord(word).pool > 0);
}

/**
 * Whether the end of a name shows that it is not that of a person, even if its beginning is a title or a first name: "Mr Price Group Ltd", but
 * not "Mr Price, Acme Ltd".
 */
function isFirmName(name: string, words: readonly string[]): boolean {
  const hasClearForm = clearForms.has(lastOf(words));
  if (!hasClearForm && !customerWords.collectives.has(lastOf(words))) return false;
  return !/[,;:|(]|\s[-–—/]\s/.test(hasClearForm ? name.replace(/,\s?[^\s,]+$/, '') : name);
}

function isSoleTrader(line: string, words: readonly string[], { person }: LineClasses, isFirm: boolean): boolean {
  if (soleTrader.test(line)) return true;
  // Most companies whose names begin with "IP" are providers.
  const isCompany = isFirm && person === 0 && firstOf(words) !== 'ip';
  return !isCompany && soleTraderTitle.test(line);
}

function isPerson(
  name: string,
  words: readonly string[],
  { person, isOrganization }: LineClasses,
  { hasForm, isFirm }: { hasForm: boolean; isFirm: boolean },
): boolean {
  if (person & personal.patronymic && !isFirm) return true;
  if (hasForm || words.length < 2 || words.length > 4 || /[&+\d]/.test(name)) return false;
  const hasFirstName = (person & personal.firstName) !== 0;
  const hasSurname = words.length <= 3 && (person & personal.surname) !== 0;
  // Cues such as "petro" are also the beginnings of surnames; only words that name an organization count against a person.
  if (isOrganization) return hasFirstName && hasSurname && !words.some((word) => customerWords.organizations.has(word));
  return hasFirstName || hasSurname || /^\p{Lu}\p{Ll}+, \p{Lu}\p{Ll}+$/u.test(name) || /^\p{Lu}\. \p{Lu}\p{L}+$/u.test(name);
}

/** Bits for the patterns that a line can match. */
const hint = { placeholder: 1, contact: 2, guest: 4, introduction: 8, street: 16, soleTrader: 32, served: 64, branch: 128 } as const;

/** Bits for the parts of a person's name that a word may be. */
const personal = { firstName: 1, surname: 2, patronymic: 4 } as const;

type LineClasses = {
  strongPool: number;
  weakPool: number;
  isProvider: boolean;
  isOrganization: boolean;
  isGuest: boolean;
  hints: number;
  person: number;
};
type WordClasses = { pool: 0 | 1 | 2; provider: boolean; organization: boolean; guest: boolean; hints: number; person: number };

/** Words recur in millions of lines, so their classes are cached as indexes of `distinctClasses`. */
const classCache = new WordCache((word) => indexOfClasses(computeClasses(word)));
const distinctClasses: WordClasses[] = [];
const indexesOfClasses = new Map<string, number>();

/** Words that indicate a provider only next to each other, by the first of them: "data center", "IP broker", "Virgin Media". */
const providerPairs = new Map([
  ['data', new Set(['center', 'centre', 'centers'])],
  ...['ip', 'ips', 'prefix'].map((word) => [word, new Set(['broker', 'brokers', 'brokerage', 'leasing', 'rental'])] as const),
  // Names of providers that consist of ordinary words.
  ['free', new Set(['sas'])],
  ['virgin', new Set(['media'])],
  ['sky', new Set(['uk'])],
  ['ee', new Set(['limited', 'ltd'])],
  ['eir', new Set(['limited', 'ltd'])],
  ['hutchison', new Set(['3g', 'drei'])],
  ['o2', new Set(['gmbh', 'uk', 'czech', 'germany', 'deutschland', 'slovakia'])],
  ['upc', new Set(['polska', 'ceska', 'romania', 'magyarorszag', 'austria', 'schweiz', 'slovakia'])],
  ['p4', new Set(['sp'])],
  ['digi', new Set(['romania', 'spain', 'tavkozlesi'])],
  ['rcs', new Set(['rds'])],
  ['t', new Set(['mobile'])],
  ['m', new Set(['net'])],
  ['at', new Set(['t'])],
  ['com', new Set(['hem'])],
  ['salt', new Set(['mobile'])],
  ['liberty', new Set(['global'])],
  ['tim', new Set(['spa', 'sa'])],
  ['dna', new Set(['oyj', 'oy'])],
  ['meo', new Set(['sa'])],
  ['vectra', new Set(['sa'])],
  ['inea', new Set(['sa'])],
  ['stofa', new Set(['a'])],
  ['siminn', new Set(['hf'])],
]);

function classifyWords(words: readonly string[]): LineClasses {
  const classes: LineClasses = {
    strongPool: 0,
    weakPool: 0,
    isProvider: false,
    isOrganization: false,
    isGuest: false,
    hints: 0,
    person: 0,
  };
  let previous = '';
  for (const word of words) {
    const { pool, provider, organization, guest, hints, person } = classifyWord(word);
    if (pool === 2) classes.strongPool++;
    else if (pool === 1) classes.weakPool++;
    classes.isProvider ||= provider;
    classes.isOrganization ||= organization;
    classes.isGuest ||= guest;
    classes.hints |= hints;
    classes.person |= person;
    classes.isProvider ||= providerPairs.get(previous)?.has(word) === true;
    previous = word;
  }
  // "Delhi Public School", "Business Bank": here the adjective is part of a name.
  if (classes.isOrganization) classes.weakPool -= words.filter((word) => customerWords.adjectives.has(word)).length;
  return classes;
}

/** The lists that contain a word, so that a new word is looked up only once. */
const listsByWord = new Map<string, Set<keyof typeof customerWords>>();
for (const [list, words] of entriesOf(customerWords))
  for (const word of words) listsByWord.set(word, (listsByWord.get(word) ?? new Set()).add(list));
const unlisted: ReadonlySet<keyof typeof customerWords> = new Set();

const ordinary: WordClasses = { pool: 0, provider: false, organization: false, guest: false, hints: 0, person: 0 };

function classifyWord(word: string): WordClasses {
  // Words that begin with a digit are too numerous to cache; only listed ones (3g, 4g) have a meaning.
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57 && !listsByWord.has(word)) return ordinary;
  return itemAt(distinctClasses, classCache.get(word));
}

function indexOfClasses(classes: WordClasses): number {
  const key = JSON.stringify(classes);
  const known = indexesOfClasses.get(key);
  if (known !== undefined) return known;
  const index = distinctClasses.push(classes) - 1;
  indexesOfClasses.set(key, index);
  return index;
}

function computeClasses(word: string): WordClasses {
  const lists = listsByWord.get(word) ?? unlisted;
  const cues = cuesIn([word]);
  const organization =
    lists.has('organizations') || organizationEnding.test(word) || cues.some(({ line }) => isUsedByHolder(line.kind) && line.points >= 2.5);
  const classes: WordClasses = {
    pool: lists.has('strongPool') ? 2 : lists.has('weakPool') ? 1 : 0,
    provider:
      lists.has('providers') ||
      providerEnding.test(word) ||
      providerBeginning.test(word) ||
      (!organization && cues.some(({ line }) => !isUsedByHolder(line.kind) && line.points >= 4)),
    organization,
    guest: lists.has('guests'),
    hints: 0,
    person:
      (lists.has('firstNames') || firstNames.has(word) ? personal.firstName : 0) |
      (surname.test(word) ? personal.surname : 0) |
      (patronymic.test(word) ? personal.patronymic : 0),
  };
  if (lists.has('placeholders')) classes.hints |= hint.placeholder;
  if (lists.has('contacts')) classes.hints |= hint.contact;
  if (classes.guest || lists.has('shared') || /^te[ck]h?no/.test(word)) classes.hints |= hint.guest;
  if (lists.has('introductions')) classes.hints |= hint.introduction;
  if (lists.has('served')) classes.hints |= hint.served;
  if (lists.has('branches')) classes.hints |= hint.branch;
  if (lists.has('streets')) classes.hints |= hint.street;
  if (lists.has('soleTraders')) classes.hints |= hint.soleTrader;
  return classes;
}
