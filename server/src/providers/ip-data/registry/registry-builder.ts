import type { CustomerName } from '../../../domain/identification/customer-name.ts';
import { parseIpRange } from '../../../lib/ip-range.ts';
import type { BlockTableSections } from '../blocks/block-table.ts';
import { ipv6Number } from '../blocks/block-table-builder.ts';
import { NumberList } from '../blocks/number-list.ts';
import { RecordStore } from '../blocks/record-store.ts';
import { sweepBlocks } from '../blocks/sweep-blocks.ts';
import { sweepIpv6 } from '../blocks/sweep-ipv6.ts';
import { type BlockName, type NameClass, nameOfDescriptions, nameOfOrganization } from './block-name.ts';
import { parseIpv4Range } from './parse-ipv4-range.ts';
import type { RegistryObject } from './registry-object.ts';
import { type NamedBlocks, removePoolNames } from './remove-pool-names.ts';

/** A block that was not changed for this many years counts less. */
const staleYears = 10;

type Organization = { name: BlockName | null; country: string; key: string; isProvider: boolean; isLir: boolean };

export type RegistryCounts = { objects: number; blocks: number; named: number; shown: number };

/** Collects registry objects and builds a table of the companies to which blocks are assigned. */
export class RegistryBuilder {
  readonly #classify: (line: string) => CustomerName;
  readonly #names = new RecordStore();
  readonly #ipv4First = new NumberList();
  readonly #ipv4Last = new NumberList();
  readonly #ipv6First: bigint[] = [];
  readonly #ipv6Last: bigint[] = [];
  /** For every block, IPv4 first and IPv6 after: its name, its organization, its maintainer, and the rest in one number. */
  readonly #ipv4 = blockColumns();
  readonly #ipv6 = blockColumns();
  readonly #organizationIds = new Map<string, number>();
  readonly #organizations: (Organization | undefined)[] = [undefined];
  readonly #maintainerIds = new Map<string, number>();
  readonly #maintainers: string[] = [''];
  /** Organizations that hold allocations: they are the providers of what is assigned from them. */
  readonly #allocationHolders = new Set<number>();
  #objects = 0;
  #newestYear = 0;
  readonly #bytes = Buffer.alloc(1024);

  constructor(classify: (line: string) => CustomerName) {
    this.#classify = classify;
  }

  get objects(): number {
    return this.#objects;
  }

  add(object: RegistryObject): void {
    this.#objects++;
    if (object.range !== '') this.#addBlock(object);
    else if (object.organizationName !== '' && object.organization !== '') this.#addOrganization(object);
  }

  #addOrganization({ organization, organizationName, organizationType, country, netname }: RegistryObject): void {
    const name = nameOfOrganization(organizationName, netname, this.#classify);
    this.#organizations[this.#organizationId(organization)] = {
      name,
      country,
      key: (name?.name ?? organizationName).toLowerCase(),
      isProvider: this.#classify(organizationName).kind === 'provider',
      isLir: organizationType.toUpperCase() === 'LIR' || organizationType.toUpperCase() === 'RIR',
    };
  }

  #addBlock(object: RegistryObject): void {
    const ipv4 = parseIpv4Range(object.range);
    const wide = ipv4 === null ? parseIpRange(object.range) : null;
    if (ipv4 === null && wide === null) return;
    this.#newestYear = Math.max(this.#newestYear, object.changedYear);
    const isAssigned = isAssignment(object.status);
    const organization = object.organization === '' ? 0 : this.#organizationId(object.organization);
    if (!isAssigned && organization !== 0) this.#allocationHolders.add(organization);
    const name = isAssigned ? nameOfDescriptions(object.descriptions, object.netname, this.#classify) : null;
    const columns = ipv4 === null ? this.#ipv6 : this.#ipv4;
    columns.name.push(name === null ? 0 : this.#store(object.country, name.name));
    columns.organization.push(isAssigned ? organization : 0);
    columns.maintainer.push(this.#maintainerId(object.maintainer));
    columns.rest.push(
      (name?.nameClass ?? 3) |
        (isAssigned ? 4 : 0) |
        (isSilent(object) ? 8 : 0) |
        (object.changedYear << 8) |
        (packCountry(object.country) << 20),
    );
    if (ipv4 !== null) {
      this.#ipv4First.push(ipv4.first);
      this.#ipv4Last.push(ipv4.last);
    } else if (wide !== null) {
      this.#ipv6First.push(ipv6Number(wide.first));
      this.#ipv6Last.push(ipv6Number(wide.last));
    }
  }

  build(): { sections: BlockTableSections; counts: RegistryCounts } {
    const first = this.#ipv4First.take();
    const last = this.#ipv4Last.take();
    const sizes = (index: number) => last[index]! - first[index]! + 1;
    const ipv4 = this.#named(this.#ipv4);
    const ipv6 = this.#named(this.#ipv6);
    removePoolNames(ipv4, this.#maintainers, (position) => this.#nameAt(position), sizes);
    removePoolNames(
      ipv6,
      this.#maintainers,
      (position) => this.#nameAt(position),
      () => 0,
    );
    const counts = { objects: this.#objects, blocks: ipv4.value.length + ipv6.value.length, named: 0, shown: 0 };
    for (const { value } of [ipv4, ipv6])
      for (const found of value) {
        if (found !== 0) counts.named++;
        if (found !== 0 && (found & 3) !== 3) counts.shown++;
      }
    const parts4 = sweepBlocks({ first, last, record: ipv4.value }, 0xffffffff);
    const parts6 = sweepIpv6(this.#ipv6First, this.#ipv6Last, ipv6.value);
    return {
      sections: {
        ipv4First: parts4.first,
        ipv4Record: parts4.record,
        ipv6First: parts6.first,
        ipv6Record: parts6.record,
        records: this.#names.take(),
      },
      counts,
    };
  }

  /** Decides between the descriptions and the organization of each block, and leaves out what belongs to providers. */
  #named(columns: Columns): NamedBlocks {
    const providers = new Set<string>();
    for (const id of this.#allocationHolders) {
      const organization = this.#organizations[id];
      if (organization !== undefined && (organization.isProvider || organization.isLir)) providers.add(organization.key);
    }
    const name = columns.name.take();
    const organization = columns.organization.take();
    const rest = columns.rest.take();
    const maintainer = columns.maintainer.take();
    for (let index = 0; index < name.length; index++) {
      const flags = rest[index]!;
      const known = organization[index] === 0 ? undefined : this.#organizations[organization[index]!];
      let found = name[index]!;
      let nameClass = (flags & 3) as NameClass;
      if ((flags & 4) === 0 || (flags & 8) !== 0) found = 0;
      else if (known !== undefined && !known.isLir) {
        // A registered organization is more reliable than a description; if it is a provider, the description is ignored.
        if (known.name !== null) {
          found = this.#store(unpackCountry(flags >>> 20) || known.country, known.name.name);
          nameClass = known.name.nameClass;
        } else if (known.isProvider) found = 0;
      }
      const year = (flags >>> 8) & 0xfff;
      if (year > 0 && this.#newestYear - year >= staleYears) nameClass = Math.min(3, nameClass + 1) as NameClass;
      name[index] = found === 0 ? 0 : (found - 1) | nameClass;
    }
    return { value: name, maintainer, providers };
  }

  #organizationId(handle: string): number {
    const known = this.#organizationIds.get(handle);
    if (known !== undefined) return known;
    const id = this.#organizations.push(undefined) - 1;
    this.#organizationIds.set(handle, id);
    return id;
  }

  #maintainerId(handle: string): number {
    if (handle === '') return 0;
    const known = this.#maintainerIds.get(handle);
    if (known !== undefined) return known;
    const id = this.#maintainers.push(handle) - 1;
    this.#maintainerIds.set(handle, id);
    return id;
  }

  #store(country: string, name: string): number {
    const text = `${country.length === 2 ? country : '  '}${name}`;
    return this.#names.add(this.#bytes, this.#bytes.write(text, 0, 'utf8'));
  }

  #nameAt(position: number): string {
    return this.#names.get(position).toString('utf8', 2);
  }
}

/** Two letters in ten bits. */
function packCountry(country: string): number {
  return /^[A-Z]{2}$/.test(country) ? ((country.charCodeAt(0) - 64) << 5) | (country.charCodeAt(1) - 64) : 0;
}

function unpackCountry(packed: number): string {
  return packed === 0 ? '' : String.fromCharCode((packed >>> 5) + 64, (packed & 31) + 64);
}

type Columns = ReturnType<typeof blockColumns>;

function blockColumns() {
  return { name: new NumberList(), organization: new NumberList(), maintainer: new NumberList(), rest: new NumberList() };
}

/**
 * Blocks of end users. What is allocated, sub-allocated, partitioned or aggregated belongs to providers and their many customers. ARIN says
 * "Reassigned" and "Direct Assignment".
 */
function isAssignment(status: string): boolean {
  if (status === 'LEGACY' || status === 'ALLOCATED-ASSIGNED PA') return true;
  return /ASSIGN/.test(status) && !/ALLOC|AGGREGATED|ANYCAST/.test(status);
}

/** Blocks without any user. */
function isSilent({ netname, descriptions }: RegistryObject): boolean {
  return (
    /^(NON-RIPE-NCC-MANAGED|IANA-|EU-ZZ-|ERX-NETBLOCK|AFRINIC-ERX|STUB-|APNIC-AP|LACNIC-)/i.test(netname) ||
    /not (managed|allocated)/i.test(descriptions[0] ?? '')
  );
}
