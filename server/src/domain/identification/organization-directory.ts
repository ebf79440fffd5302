import { type CompanyReference, companyReference } from './company-reference.ts';
import { geographicWords } from './geographic-words.ts';
import { nameWords } from './name-words.ts';
import type { NetworkKind } from './network-kind.ts';
import { nameKey, stripLegalForms } from './organization-name.ts';

/** One row of the organisations that come with Leadlight. */
export type SeedOrganization = {
  name: string;
  domain: string | null;
  countryCode: string | null;
  industry: string | null;
  employeeRange: string | null;
  kind: NetworkKind;
  asns: number[];
  /** Further names and further domains. */
  aliases: string[];
};

export type ReviewedNetwork = { asn: number; kind: NetworkKind; name: string | null };

export type KnownOrganization = { company: CompanyReference; kind: NetworkKind };

// Names made of these exist in many countries: there is a Standard Bank in South Africa and one in Bangladesh.
const ordinaryWords = /\b(bank|banco|banque|insurance|national|standard|general|first|united|central|commercial|city|union|trust|credit)\b/;

// Single words that are names of companies and stand in front of many others.
const commonBeginnings = new Set(
  'abacus alpha apollo apple arte atlas aurora capital clearstream continental delta douglas global guardian hamilton hermes horizon inova intel jacobs liberty metro orion polaris progressive shell signal software southern summit swift swiss target titan union universal vector'.split(
    ' ',
  ),
);

/** What people have written down about organisations and networks, ready to be asked. */
export class OrganizationDirectory {
  readonly #byAsn = new Map<number, KnownOrganization>();
  readonly #byName = new Map<string, KnownOrganization | null>();
  readonly #byDomain = new Map<string, KnownOrganization>();
  /** Proper names only: an alias such as an abbreviation may begin the name of anybody. */
  readonly #names = new Map<string, KnownOrganization>();
  readonly #reviewed = new Map<number, ReviewedNetwork>();

  /** What an operator has imported for a network outranks what we have reviewed. */
  constructor(organizations: Iterable<SeedOrganization>, reviewed: Iterable<ReviewedNetwork>, imported: ReadonlySet<number> = new Set()) {
    for (const row of organizations) {
      const known: KnownOrganization = { company: companyReference(row), kind: row.kind };
      for (const asn of row.asns) this.#byAsn.set(asn, known);
      this.#names.set(nameKey(row.name), known);
      if (row.domain !== null) this.#byDomain.set(row.domain, known);
      for (const alias of [row.name, ...row.aliases]) {
        if (looksLikeDomain(alias)) setOnce(this.#byDomain, alias.toLowerCase(), known);
        this.#addName(nameKey(alias), known);
      }
    }
    for (const network of reviewed) if (!imported.has(network.asn)) this.#reviewed.set(network.asn, network);
  }

  reviewedNetworks(): Iterable<ReviewedNetwork> {
    return this.#reviewed.values();
  }

  reviewed(asn: number): ReviewedNetwork | null {
    return this.#reviewed.get(asn) ?? null;
  }

  byAsn(asn: number): KnownOrganization | null {
    return this.#byAsn.get(asn) ?? null;
  }

  /**
   * By any spelling of a name, also that of a branch such as `Bayer (South East Asia) Pte Ltd`. Null where two organisations
   * share the name. Public bodies abroad are others, and so may be firms of a single word: many are called Target.
   */
  byName(name: string, countryCode: string | null): KnownOrganization | null {
    const key = nameKey(name);
    const known = this.#byName.get(key) ?? null;
    if (known === null) return this.#byNameOfBranch(name);
    const isUnmistakable = known.kind === 'business' && key.includes(' ') && !ordinaryWords.test(key);
    return isUnmistakable || countryCode === known.company.countryCode ? known : null;
  }

  #byNameOfBranch(name: string): KnownOrganization | null {
    const words = nameWords(stripLegalForms(name));
    let length = words.length;
    while (length > 0 && geographicWords.has(words[length - 1]!)) length--;
    const core = words.slice(0, length).join(' ');
    if (length === words.length || core.length < 3) return null;
    const known = this.#byName.get(core) ?? null;
    return known?.kind === 'business' ? known : null;
  }

  /** The organisation whose whole name a name begins with, as `thyssenkrupp Information Management` does; it may be no more than that. */
  byBeginning(name: string): KnownOrganization | null {
    const words = nameWords(stripLegalForms(name));
    for (let length = Math.min(4, words.length); length > 0; length--) {
      const beginning = words.slice(0, length).join(' ');
      const isTelling = length > 1 || (beginning.length >= 5 && !commonBeginnings.has(beginning));
      const known = isTelling ? this.#names.get(beginning) : undefined;
      if (known !== undefined) return known;
    }
    return null;
  }

  byDomain(domain: string): KnownOrganization | null {
    return this.#byDomain.get(domain.toLowerCase()) ?? null;
  }

  #addName(key: string, known: KnownOrganization): void {
    if (key === '') return;
    const other = this.#byName.get(key);
    this.#byName.set(key, other === undefined || other?.company.key === known.company.key ? known : null);
  }
}

/** Aliases are names and domains alike; `Apple Inc.` is a name. */
export function looksLikeDomain(text: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) && !text.endsWith('.') && /[a-z]{2}$/i.test(text);
}

function setOnce<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}
