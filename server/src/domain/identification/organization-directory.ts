import { itemAt } from '../../lib/item-at.ts';
import { type CompanyReference, companyReference } from './company-reference.ts';
import { geographicWords } from './geographic-words.ts';
import { memoryOrganizationTable } from './memory-organization-table.ts';
import { nameWords } from './name-words.ts';
import type { NetworkKind, OrganizationKind } from './network-kind.ts';
import { nameKey, stripLegalForms } from './organization-name.ts';
import type { ListedOrganization, OrganizationTable, SeedOrganization } from './organization-table.ts';
import { type SharedPlace, sharedPlaceOf } from './shared-place.ts';

type KnownOrganization = {
  company: CompanyReference;
  kind: OrganizationKind;
  /** Set if most visitors from its network are guests. */
  sharedPlace: SharedPlace | null;
};

export type KnownNetwork = {
  kind: NetworkKind;
  /** The actual name of the holder, if the registered name is unreliable. */
  holder: string | null;
  organization: KnownOrganization | null;
  /** From an import or a public list, not from the bundled table. */
  isImported: boolean;
};

// Names with these words exist in many countries, such as Standard Bank in South Africa and in Bangladesh.
const ordinaryWords = /\b(bank|banco|banque|insurance|national|standard|general|first|united|central|commercial|city|union|trust|credit)\b/;

/** Reviewed organizations and networks. Data imported by the operator takes precedence. */
export class OrganizationDirectory {
  readonly #bundled: OrganizationTable;
  readonly #imported: OrganizationTable;
  readonly #cache = new WeakMap<ListedOrganization, KnownOrganization>();

  readonly #kindsByAsn: ReadonlyMap<number, NetworkKind>;

  /** `kindsByAsn` has the kinds of unreviewed networks, from public lists. */
  constructor(
    bundled: OrganizationTable,
    imported: readonly SeedOrganization[] = [],
    kindsByAsn: ReadonlyMap<number, NetworkKind> = new Map(),
  ) {
    this.#kindsByAsn = kindsByAsn;
    this.#bundled = bundled;
    this.#imported = memoryOrganizationTable(imported, []);
  }

  /** Returns null if the network was neither reviewed nor imported and is in no public list. */
  network(asn: number): KnownNetwork | null {
    const imported = this.#imported.network(asn);
    const found = imported ?? this.#bundled.network(asn);
    if (found === null) {
      const kind = this.#kindsByAsn.get(asn);
      return kind === undefined ? null : { kind, holder: null, organization: null, isImported: true };
    }
    const { kind, holder, organization } = found;
    return { kind, holder, organization: organization && this.#describe(organization), isImported: imported !== null };
  }

  networkKinds(): Iterable<{ asn: number; kind: NetworkKind }> {
    return this.#bundled.networkKinds();
  }

  /**
   * Finds an organization by any spelling of its name or of a branch such as `Bayer (South East Asia) Pte Ltd`. If several
   * organizations share the name, the one in the given country matches if it is the only one there. The country must also match for
   * organizations other than businesses and for businesses with a one-word or common name, such as Target.
   */
  byName(name: string, countryCode: string | null): KnownOrganization | null {
    const key = nameKey(name);
    const all = key === '' ? [] : this.#byNameKey(key);
    if (all.length === 0) return this.#byNameOfBranch(name);
    const [match] = all.length === 1 ? all : all.filter(({ company }) => company.countryCode === countryCode);
    if (match === undefined) return null;
    const isUnambiguous = all.length === 1 && match.kind === 'business' && key.includes(' ') && !ordinaryWords.test(key);
    const inCountry = all.filter(({ company }) => company.countryCode === countryCode);
    return isUnambiguous || (inCountry.length === 1 && countryCode === match.company.countryCode) ? match : null;
  }

  #byNameOfBranch(name: string): KnownOrganization | null {
    const words = nameWords(stripLegalForms(name));
    let length = words.length;
    while (length > 0 && geographicWords.has(itemAt(words, length - 1))) length--;
    const core = words.slice(0, length).join(' ');
    if (length === words.length || core.length < 3) return null;
    const [match, ...others] = this.#byNameKey(core);
    return match?.kind === 'business' && others.length === 0 ? match : null;
  }

  byDomain(domain: string): KnownOrganization | null {
    const lowerCaseDomain = domain.toLowerCase();
    const found = this.#imported.byDomain(lowerCaseDomain) ?? this.#bundled.byDomain(lowerCaseDomain);
    return found === null ? null : this.#describe(found);
  }

  #byNameKey(key: string): KnownOrganization[] {
    const found = [...this.#imported.byNameKey(key), ...this.#bundled.byNameKey(key)].map((row) => this.#describe(row));
    return [...new Map(found.map((organization) => [organization.company.key, organization])).values()];
  }

  #describe(row: ListedOrganization): KnownOrganization {
    const cached = this.#cache.get(row);
    if (cached !== undefined) return cached;
    const reference = companyReference(row);
    const company = { ...reference, key: row.referenceKey ?? reference.key };
    const described = { company, kind: row.kind, sharedPlace: sharedPlaceOf(row) };
    this.#cache.set(row, described);
    return described;
  }
}
