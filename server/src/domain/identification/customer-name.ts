import { customerWords } from './customer-words.ts';
import { firstNames } from './first-names.ts';
import { cuesIn } from './kind-cue-matcher.ts';
import { legalFormLengthAtEnd, legalFormLengthAtStart } from './legal-forms.ts';
import { nameWords } from './name-words.ts';
import { belongsToItsUsers } from './network-kind.ts';
import { sharedPlaceInName } from './shared-place.ts';

export type CustomerNameKind =
  | 'organization'
  | 'provider'
  | 'pool'
  | 'shared_place'
  | 'place'
  | 'address'
  | 'person'
  | 'handle'
  | 'placeholder';

export type CustomerName = {
  kind: CustomerNameKind;
  /** The part of the text that is the name. */
  name: string;
  /** True if a legal form or a word such as "school" indicates an organization. */
  isLikely: boolean;
};

const none: ReadonlySet<string> = new Set();

// These describe the line and not its user.
const placeholder =
  /\bnot (managed|allocated|assigned|registered|delegated)\b|^non-ripe|^iana\b|^(to be (defined|assigned)|tbd|n\/?a|none|null|unknown|unspecified|undefined|reserved|unused|various|private|dummy|placeholder|default|x+|[*.\-_=#\s]+)$|\b(early registration|erx-?netblock|transferred to the|netblock transferred|address block not|this network|these addresses|please (send|contact|use|report)|abuse|see http|rfc ?1918|early registrations?)\b/i;
const contact = /@|\bhttps?:|^www\.|^\+?[\d\s()./-]{6,}$|^(tel|fax|phone|e-?mail|contact|telefon|attn|c\/o)\b[.:]?/i;
const street =
  /(^|[\s,])(\p{L}*(stra(ss|ß)e|strasse|str\.|straat|gasse|allee|platz|weg|vej|gatan|gata|utca|laan|plein|kade)|street|st\.|road|rd\.?|avenue|ave\.?|av\.|avda\.?|boulevard|blvd\.?|bd\.|lane|drive|highway|hwy|parkway|pkwy|suite|floor|building|bldg|rue|place|quai|chemin|route|impasse|cours|via|viale|piazza|corso|largo|calle|carrer|plaza|paseo|rua|travessa|estrada|avenida|ul\.|ulica|ulitsa|al\.|aleja|prospekt|pr\.|per\.|nam\.|ulice|trg|cad\.?|caddesi|sok\.?|sokak|mah\.?|jalan|jl\.?|soi)(?=[\s,.\d]|$)/iu;
const box = /\b(p\.? ?o\.? ?box|postfach|casella postale|apartado|boite postale|b\.p\. ?\d|cedex|postbus)\b/i;
const postalCode =
  /^([A-Z]{1,3}[- ])?\d{4,6}(-\d{3,4})?[,\s]+\p{L}|^\d{3} \d{2}[,\s]+\p{Lu}|^\d{2}-\d{3}[,\s]+\p{L}|^\d{4} ?[A-Z]{2}[,\s]+\p{Lu}|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|,?\s[A-Z]{2}[ ,]+\d{5}(-\d{4})?\b|[\s,]\d{5,6}$/u;
// "Customer: Acme GmbH", "LAN of Acme SpA", "assigned to Acme Ltd".
const introduction =
  /^(?:(?:re-?)?assign(?:ed|ment)s? (?:to|for|of)|used by|delegated to|(?:ip|ipv4|ipv6|static|public|fixed|address|addresses|block|range|subnet|network|networks|net|lan|wan|office|internet|access|connection|line|leased)(?:[ -](?:ip|ips|address|addresses|block|range|subnet|network|networks|net|lan|wan|office|access|connection|line|lines|space))* (?:of|for|to|from|at|von|fur|für|de|per|pour|para|dla|di)|(?:end[- ]?)?(?:customer|client|cliente|kunde|kundennetz|klient|klant|abonent|subscriber|user)(?: name)?(?=\s*[:-]|\s+\S+\s)|netz(?:werk)? (?:der|des|von)|r[eé]seau (?:de|du|d')|red de|rede de|rete di)[\s:–-]*/iu;
const soleTrader =
  /\b(trading as|dba|t\/a|sole (proprietor|trader)|(private|individual) (entrepreneur|person|enterprise)|privatperson|particulier|privat(kunde)?)\b|^(FOP|FLP|SPD|PE|IE|IP|ChP|PP|FO-P|mr|mrs|ms|herr|frau|pan|pani|monsieur|madame|sig\.?|sr\.?|sra\.?)\.? \p{Lu}/u;
const patronymic = /^\p{L}{3,}(ovich|evich|ovna|evna|yevich|ovych|ivna|iyovych|oglu|ogly|kyzy)$/u;

/**
 * What a line of a registry says about the user of a block: the name of an organisation, or something else that registries hold in the same
 * place. A wrong company costs more than none, so that a doubtful line is no name.
 */
export function customerName(text: string, places: ReadonlySet<string> = none): CustomerName {
  const line = text.replace(/\s+/g, ' ').trim();
  const found = (kind: CustomerNameKind, name = line, isLikely = false): CustomerName => ({ kind, name, isLikely });
  if (line.length < 2 || placeholder.test(line)) return found('placeholder');
  if (contact.test(line)) return found('address');
  if (isHandle(line)) return found('handle');
  const named = nameInLine(line);
  const words = nameWords(named.name);
  const hasForm = named.hasForm || legalFormLengthAtStart(words) > 0;
  if (words.length === 0 || (words.length === 1 && words[0]!.length < 2)) return found('handle');
  if (sharedPlaceInName(line) !== null || words.some((word) => customerWords.guests.has(word))) return found('shared_place');
  if (!hasForm && isAddress(line)) return found('address');
  if (isPlace(named.name, words, places) && !hasForm) return found('place');
  const judged = judgeWords(words);
  if (judged.strongPool > (hasForm ? 1 : 0) || judged.strongPool + judged.weakPool > (hasForm ? 2 : 0)) return found('pool');
  if (judged.isProvider) return found('provider', named.name);
  if (soleTrader.test(line) || (!judged.isOrganization && isPerson(named.name, words, hasForm))) return found('person');
  if (!hasForm && !judged.isOrganization && /\d{3}|[_#]|\d$/.test(named.name)) return found('handle');
  return found('organization', named.name, hasForm || judged.isOrganization);
}

/** A generated token, not a name: `DE-ACME-20040101`, `CUST-1234`, `acme_net`. */
function isHandle(line: string): boolean {
  if (line.includes(' '))
    return /^[A-Z\d_-]+([ -][A-Z\d_-]+)*$/.test(line) && /\d{3}|_|-.*-/.test(line) && !/\b(AG|SA|AB|BV|NV|SE)$/.test(line);
  return (
    /_|\d{3}|-.*-|-(NET|LAN|POOL|AP|RIPE|MNT|AS|NIC|BLK|BLOCK|CUST|IP|V4|V6)\d*$|^(NET|ORG|AS|CUST|IP|INET)-/i.test(line) ||
    /^[A-Z]+\d+$/.test(line)
  );
}

/** Extracts a name with a legal form: "LAN of Acme SpA, via Roma 1" becomes "Acme SpA". */
function nameInLine(line: string): { name: string; hasForm: boolean } {
  const rest = line.replace(introduction, '');
  const base = rest === '' ? line : rest;
  const parts = base.split(/\s*[,;|(]\s*|\s+[-–—:/]\s+/);
  // "Acme, Inc." and "Acme Co., Ltd.": a legal form alone belongs to the part before it.
  for (let count = Math.min(parts.length, 3); count > 0; count--) {
    const end = endOfParts(base, parts, count);
    const candidate = base.slice(0, end).trim();
    const words = nameWords(candidate);
    if (legalFormLengthAtEnd(words) > 0 && (count === 1 || isForm(parts[count - 1]!))) return { name: candidate, hasForm: true };
  }
  const first = formInside(parts[0]!);
  if (first !== null) return { name: first, hasForm: true };
  const second = parts[1];
  // "Branch Berlin - Acme GmbH" and "Acme - Frankfurt": the part with a legal form, or else the first.
  if (second !== undefined && parts.length === 2 && nameWords(second).length > 1 && legalFormLengthAtEnd(nameWords(second)) > 0)
    return { name: second.replace(/\)$/, '').trim(), hasForm: true };
  return { name: (rest === line ? (/[(]/.test(line) ? parts[0]! : base) : base).trim(), hasForm: false };
}

function endOfParts(base: string, parts: readonly string[], count: number): number {
  let at = 0;
  for (let index = 0; index < count; index++) at = base.indexOf(parts[index]!, at) + parts[index]!.length;
  return at;
}

function isForm(part: string): boolean {
  const words = nameWords(part);
  return words.length > 0 && legalFormLengthAtEnd(['x', ...words]) >= words.length;
}

// Forms that are also words ("co", "as", "sa", "pt") end a name only at its end.
const clearForms = new Set(
  'gmbh ltd limited llc inc sarl srl spa ooo oao zao sro kft zrt doo uab aps oyj gesmbh ltda eood ead plc'.split(' '),
);

function formInside(part: string): string | null {
  const tokens = part.split(' ');
  for (let index = 1; index < tokens.length - 1; index++) {
    const token = tokens[index]!.toLowerCase().replace(/[.,]/g, '');
    if (clearForms.has(token) && !/^(&|und|and|co|sp|kg|company|for|of)\b/i.test(tokens[index + 1]!))
      return tokens.slice(0, index + 1).join(' ');
  }
  return null;
}

function isAddress(line: string): boolean {
  if (box.test(line) || postalCode.test(line)) return true;
  return street.test(line) && (/\d/.test(line) || /(^|\s)(ul\.|str\.|st\.|c\/|rue |via |calle |rua |jalan )/i.test(line));
}

/** Every part of the line is a town, a region or a country. */
function isPlace(name: string, words: readonly string[], places: ReadonlySet<string>): boolean {
  if (words.length > 6) return false;
  const whole = words.join(' ');
  if (places.has(whole)) return true;
  const parts = name.split(/[,/;-]+/).map((part) => nameWords(part).join(' '));
  return parts.length > 1 && parts.every((part) => part === '' || places.has(part) || part.length <= 3 || /^\d+$/.test(part));
}

function isPerson(name: string, words: readonly string[], hasForm: boolean): boolean {
  if (words.some((word) => patronymic.test(word))) return true;
  if (hasForm || words.length < 2 || words.length > 4 || /[&+\d]/.test(name)) return false;
  return (
    words.some((word) => firstNames.has(word)) || /^\p{Lu}\p{Ll}+, \p{Lu}\p{Ll}+$/u.test(name) || /^\p{Lu}\. \p{Lu}\p{L}+$/u.test(name)
  );
}

type Judged = { strongPool: number; weakPool: number; isProvider: boolean; isOrganization: boolean };
type JudgedWord = { pool: 0 | 1 | 2; provider: boolean; organization: boolean };

/** Cached, because words repeat over millions of lines. */
const knownWords = new Map<string, JudgedWord>();
const mostKnownWords = 200_000;

function judgeWords(words: readonly string[]): Judged {
  const judged: Judged = { strongPool: 0, weakPool: 0, isProvider: false, isOrganization: false };
  for (const word of words) {
    const { pool, provider, organization } = judgedWord(word);
    if (pool === 2) judged.strongPool++;
    else if (pool === 1) judged.weakPool++;
    judged.isProvider ||= provider;
    judged.isOrganization ||= organization;
  }
  return judged;
}

function judgedWord(word: string): JudgedWord {
  const known = knownWords.get(word);
  if (known !== undefined) return known;
  const cues = cuesIn([word]);
  const organization = customerWords.organizations.has(word) || cues.some(({ line }) => belongsToItsUsers(line.kind) && line.points >= 2.5);
  const judged: JudgedWord = {
    pool: customerWords.strongPool.has(word) ? 2 : customerWords.weakPool.has(word) ? 1 : 0,
    provider:
      customerWords.providers.has(word) || (!organization && cues.some(({ line }) => !belongsToItsUsers(line.kind) && line.points >= 4)),
    organization,
  };
  if (knownWords.size >= mostKnownWords) knownWords.clear();
  knownWords.set(word, judged);
  return judged;
}
