import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { clearForms, legalFormLengthAtEnd, legalFormLengthAtStart } from './legal-forms.ts';
import { nameWords } from './name-words.ts';

// Words before a name, as in "M/s Acme Ltd", "Kd-Nr. 4711 Acme GmbH", "Customer: Acme GmbH", "LAN of Acme SpA", "Leased line: Acme Ltd" and "IP range assigned to Acme Ltd".
const introduction =
  /^(?:m\/s\.?(?= )|fa\.(?= )|(?:kd|kunden|vertrags?|auftrags?|customer|client|order|contract)[-. ]{0,2}(?:nr|no|nummer|number|id)?[.:# ]*\d[\d/-]*(?= )|(?:(?:static|public|fixed) )?(?:(?:ipv?[46]?|address|network|net)s? )?(?:(?:range|block|subnet|space|address)(?:es|s)? )?(?:(?:re-?)?assign(?:ed|ment)s? (?:to|for|of)|used by|delegated to)|(?:ip|ips|ipv4|ipv6|static|public|fixed|fixe|feste|address|addresses|block|range|subnet|network|networks|net|lan|wan|office|internet|access|connection|line|leased|backup|infrastructure|circuit)(?:[ -](?:ip|ips|address|addresses|block|range|subnet|network|networks|net|lan|wan|office|access|connection|line|lines|space))*(?: (?:of|for|to|from|at|von|fur|fuer|für|de|per|pour|para|dla|di)\b|(?=\s*:))|(?:end[- ]?)?(?:customer|client|cliente|kunde|kundennetz|klient|klant|abonent|subscriber|user)(?: name| final)?(?=\s*[:-]|\s+\S+\s)|netz(?:werk)? (?:der|des|von)|r[eé]seau (?:de|du|d')|red de|rede de|rete di)[\s:–-]*/iu;
// The customer after the provider: "Musternet GmbH - Kunde Acme GmbH".
const customerAfterName = /[\s,;|(/–-](?:end[- ]?)?(?:customer|client|cliente|kunde|klient|klant|user)\b[\s:–-]{1,5}(?=\S{1,60} )/iu;

// In "Harlan, Reyes & Stone LLP", the parts are surnames, even if one is also a town.
const surnames = /,[^-,–—:/|;]*(?:&|\b(?:and|und|et|y|e|och|og)\b)/i;

type NameInLine = {
  name: string;
  /** Whether the name has a legal form. */
  hasForm: boolean;
};
type IsLabel = (part: string, mayBeSurname: boolean) => boolean;

/**
 * Extracts the name from a line: "LAN of Acme SpA, via Roma 1" becomes "Acme SpA". `words` are the words of the line, and `mayBeIntroduced`
 * is true if one of them can introduce a name. `isLabel` recognizes parts that are not part of the name, such as a branch or a town.
 */
export function nameInLine(line: string, words: readonly string[], mayBeIntroduced: boolean, isLabel: IsLabel): NameInLine {
  const hasParts = /[,;|(]|\s[-–—:/]\s|: /.test(line);
  if (!mayBeIntroduced && !hasParts) {
    if (legalFormLengthAtEnd(words) > 0) return { name: line, hasForm: true };
    const inside = words.some((word) => clearForms.has(word)) ? nameUpToForm(line) : null;
    return inside === null ? { name: line, hasForm: false } : { name: inside, hasForm: true };
  }
  const base = mayBeIntroduced ? withoutIntroduction(line) : line;
  return nameInParts(base, isLabel);
}

function withoutIntroduction(line: string): string {
  // "Assigned to customer Acme": two introductions.
  const rest = line.replace(introduction, '').replace(introduction, '');
  const customer = customerAfterName.exec(rest);
  const name = customer === null ? '' : rest.slice(customer.index + customer[0].length);
  if (legalFormLengthAtEnd(nameWords(name)) > 0) return name;
  return rest === '' ? line : rest;
}

function nameInParts(base: string, isLabel: IsLabel): NameInLine {
  const parts = partsOf(base);
  // "Acme, Inc." and "Acme Co., Ltd.": a part that is only a legal form belongs to the part before it.
  for (let count = Math.min(parts.length, 3); count > 0; count--) {
    const candidate = base.slice(0, endOfParts(base, parts, count)).trim();
    if (legalFormLengthAtEnd(nameWords(candidate)) > 0 && (count === 1 || isForm(itemAt(parts, count - 1))))
      return { name: candidate, hasForm: true };
  }
  if (parts.length > 1 && legalFormLengthAtStart(nameWords(firstOf(parts))) > 0) return { name: firstOf(parts), hasForm: true };
  const first = nameUpToForm(firstOf(parts));
  if (first !== null) return { name: first, hasForm: true };
  const last = itemAt(parts, parts.length - 1);
  // "Filiale Berlin - Acme GmbH", "Harlan, Reyes & Stone LLP": the form is that of the whole name, except for labels in front of it.
  if (parts.length > 1 && legalFormLengthAtEnd(['x', ...nameWords(last)]) > 0) {
    if (last.endsWith(')') && !last.includes('(')) return { name: last.slice(0, -1).trim(), hasForm: true };
    const mayBeSurname = surnames.test(base);
    let labels = 0;
    while (labels < parts.length - 1 && isLabel(itemAt(parts, labels), mayBeSurname)) labels++;
    return { name: base.slice(startOfPart(base, parts, labels)), hasForm: true };
  }
  // Without a legal form, only an explanation in parentheses is removed.
  return { name: (base.includes('(') ? firstOf(parts) : base).trim(), hasForm: false };
}

/** Splits a line at punctuation. Parentheses inside a name do not split it: "Acme (Thailand) Co., Ltd." */
function partsOf(base: string): string[] {
  return base.split(/ ?[,;|] ?| ?\((?![^()]*\)\s*[\p{L}&]) ?| [-–—:/] |: /u);
}

function startOfPart(base: string, parts: readonly string[], index: number): number {
  return index === 0 ? 0 : base.indexOf(itemAt(parts, index), endOfParts(base, parts, index));
}

function endOfParts(base: string, parts: readonly string[], count: number): number {
  let at = 0;
  for (let index = 0; index < count; index++) at = base.indexOf(itemAt(parts, index), at) + itemAt(parts, index).length;
  return at;
}

function isForm(part: string): boolean {
  const words = nameWords(part);
  return words.length > 0 && legalFormLengthAtEnd(['x', ...words]) >= words.length;
}

function nameUpToForm(part: string): string | null {
  const tokens = part.split(' ');
  for (let index = 1; index < tokens.length - 1; index++) {
    const lower = itemAt(tokens, index).toLowerCase();
    const dot = lower.indexOf('.');
    const token = dot >= 0 || lower.includes(',') ? lower.replace(/[.,]/g, '') : lower;
    const isClear = clearForms.has(token) || (dot >= 0 && lower.includes('.', dot + 1) && legalFormLengthAtEnd(['x', token]) > 0);
    if (isClear && !/^(&|(und|and|co|sp|kg|company|for|of|de)\b)/i.test(itemAt(tokens, index + 1)))
      return tokens.slice(0, index + 1).join(' ');
  }
  return null;
}
