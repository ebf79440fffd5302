import type { CustomerName } from '../../../domain/identification/customer-name.ts';
import { addressNumber } from '../../../lib/ip-address.ts';
import { parseIpRange } from '../../../lib/ip-range.ts';
import { type NameClass, nameOfDescriptions, nameOfOrganization } from './block-name.ts';
import { parseIpv4Range } from './parse-ipv4-range.ts';
import type { RegistryObject } from './registry-object.ts';
import { maxNameBytes, type StoredName, storedName, writeName } from './stored-name.ts';

export type Organization = {
  name: (StoredName & { nameClass: NameClass }) | null;
  country: string;
  key: string;
  isProvider: boolean;
  isLir: boolean;
};

/** Numbers per block in `EncodedBatch.ipv4` and `ipv6`. */
export const blockStride = 7;
/**
 * Offsets within a block. `rest` packs the class of the name (bits 0 and 1), whether the block is assigned (2) and a placeholder (3), the
 * year of the last change (8 to 19) and the country (20 to 29).
 */
export const column = { first: 0, last: 1, nameStart: 2, nameLength: 3, organization: 4, maintainer: 5, rest: 6 } as const;

/** Objects in a form that a thread can hand over cheaply. Organizations and maintainers are numbered within the batch; 0 means none. */
export type EncodedBatch = {
  objects: number;
  newestYear: number;
  sources: string[];
  organizations: { handle: number; organization: Organization }[];
  organizationHandles: string[];
  maintainerHandles: string[];
  /** Organizations that hold allocations: they are the providers of what is assigned from them. */
  allocationHolders: number[];
  /** The concatenated names of the blocks: see `writeName`. */
  names: Uint8Array<ArrayBuffer>;
  /** Blocks of `blockStride` numbers. For IPv6, `first` is an index into `ipv6First` and `ipv6Last`. */
  ipv4: Uint32Array<ArrayBuffer>;
  ipv6: Uint32Array<ArrayBuffer>;
  ipv6First: bigint[];
  ipv6Last: bigint[];
};

/** Determines to whom the blocks of registry objects are assigned. */
export class RegistryBatch {
  readonly #classify: (line: string) => CustomerName;
  #objects = 0;
  #newestYear = 0;
  readonly #sources = new Set<string>();
  #organizations: EncodedBatch['organizations'] = [];
  readonly #organizationIds = new Map<string, number>();
  readonly #maintainerIds = new Map<string, number>();
  readonly #allocationHolders = new Set<number>();
  #names = Buffer.alloc(1 << 17);
  #namesLength = 0;
  readonly #ipv4 = new BlockList();
  readonly #ipv6 = new BlockList();
  #ipv6First: bigint[] = [];
  #ipv6Last: bigint[] = [];

  constructor(classify: (line: string) => CustomerName) {
    this.#classify = classify;
  }

  get objects(): number {
    return this.#objects;
  }

  add(object: RegistryObject): void {
    this.#objects++;
    if (object.source !== '') this.#sources.add(object.source);
    if (object.range !== '') this.#addBlock(object);
    else if (object.organizationName !== '' && object.organization !== '') this.#addOrganization(object);
  }

  /** Returns the encoded objects. The batch is empty afterwards. */
  take(): EncodedBatch {
    const batch = {
      objects: this.#objects,
      newestYear: this.#newestYear,
      sources: [...this.#sources],
      organizations: this.#organizations,
      organizationHandles: [...this.#organizationIds.keys()],
      maintainerHandles: [...this.#maintainerIds.keys()],
      allocationHolders: [...this.#allocationHolders],
      names: new Uint8Array(this.#names.subarray(0, this.#namesLength)),
      ipv4: this.#ipv4.take(),
      ipv6: this.#ipv6.take(),
      ipv6First: this.#ipv6First,
      ipv6Last: this.#ipv6Last,
    };
    this.#objects = 0;
    this.#sources.clear();
    this.#organizations = [];
    this.#organizationIds.clear();
    this.#maintainerIds.clear();
    this.#allocationHolders.clear();
    this.#namesLength = 0;
    this.#ipv6First = [];
    this.#ipv6Last = [];
    return batch;
  }

  #addOrganization({ organization, organizationName, organizationType, country, netname }: RegistryObject): void {
    const name = nameOfOrganization(organizationName, netname, this.#classify);
    const type = organizationType.toUpperCase();
    this.#organizations.push({
      handle: numberOf(this.#organizationIds, organization),
      organization: {
        name: name && { ...storedName(name.name), nameClass: name.nameClass },
        country,
        key: (name?.name ?? organizationName).toLowerCase(),
        isProvider: this.#classify(organizationName).kind === 'provider',
        isLir: type === 'LIR' || type === 'RIR',
      },
    });
  }

  #addBlock(object: RegistryObject): void {
    const range = parseRange(object.range);
    if (range === null) return;
    this.#newestYear = Math.max(this.#newestYear, object.changedYear);
    const isAssigned = isAssignment(object.status);
    const organization = object.organization === '' ? 0 : numberOf(this.#organizationIds, object.organization);
    if (!isAssigned && organization !== 0) this.#allocationHolders.add(organization);
    const name = isAssigned ? nameOfDescriptions(object.descriptions, object.netname, this.#classify) : null;
    const start = this.#namesLength;
    if (name !== null) this.#addName(object.country, name.name);
    const rest =
      (name?.nameClass ?? 3) |
      (isAssigned ? 4 : 0) |
      (isAssigned && isPlaceholder(object) ? 8 : 0) |
      (object.changedYear << 8) |
      (packCountry(object.country) << 20);
    const maintainer = object.maintainer === '' ? 0 : numberOf(this.#maintainerIds, object.maintainer);
    const nameLength = this.#namesLength - start;
    const columns = [start, nameLength, isAssigned ? organization : 0, maintainer, rest] as const;
    if (range.version === 4) this.#ipv4.add(range.first, range.last, ...columns);
    else {
      this.#ipv6.add(this.#ipv6First.length, 0, ...columns);
      this.#ipv6First.push(range.first);
      this.#ipv6Last.push(range.last);
    }
  }

  #addName(country: string, name: string): void {
    if (this.#names.length - this.#namesLength < maxNameBytes) {
      const larger = Buffer.alloc(this.#names.length * 2);
      this.#names.copy(larger);
      this.#names = larger;
    }
    this.#namesLength += writeName(this.#names, this.#namesLength, packCountry(country) === 0 ? '' : country, storedName(name));
  }
}

/** A growing list of blocks, `blockStride` numbers each. */
class BlockList {
  #numbers = new Uint32Array(4096 * blockStride);
  #length = 0;

  add(...numbers: [number, number, number, number, number, number, number]): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    for (const number of numbers) this.#numbers[this.#length++] = number;
  }

  take(): Uint32Array<ArrayBuffer> {
    const taken = this.#numbers.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

type Range = { version: 4; first: number; last: number } | { version: 6; first: bigint; last: bigint };

/** Most blocks are ranges of IPv4 addresses; some registries write them in CIDR notation. */
function parseRange(text: string): Range | null {
  const ipv4Range = parseIpv4Range(text);
  if (ipv4Range !== null) return ipv4Range;
  const range = parseIpRange(withAllParts(text));
  if (range === null) return null;
  const { first, last } = range;
  if (first.version === 4 && last.version === 4) return { version: 4, first: first.value, last: last.value };
  return { version: 6, first: addressNumber(first), last: addressNumber(last) };
}

/** LACNIC omits trailing zeros: `200.60.128/18` is `200.60.128.0/18`. */
function withAllParts(text: string): string {
  const [, address, prefix] = /^(\d{1,3}(?:\.\d{1,3}){0,2})(\/\d{1,2})$/.exec(text) ?? [];
  return address === undefined ? text : `${address}${'.0'.repeat(4 - address.split('.').length)}${prefix}`;
}

/** Numbers handles from 1 in the order in which they occur. */
function numberOf(numbers: Map<string, number>, handle: string): number {
  const known = numbers.get(handle);
  if (known !== undefined) return known;
  numbers.set(handle, numbers.size + 1);
  return numbers.size;
}

/** Packs the two letters of a country code into ten bits. */
function packCountry(country: string): number {
  if (country.length !== 2) return 0;
  const [first, second] = [country.charCodeAt(0) - 64, country.charCodeAt(1) - 64];
  return first > 0 && first < 27 && second > 0 && second < 27 ? (first << 5) | second : 0;
}

export function unpackCountry(packed: number): string {
  return packed === 0 ? '' : String.fromCharCode((packed >>> 5) + 64, (packed & 31) + 64);
}

/** Results of `isAssignment`, cached because few distinct statuses exist. */
const assignments = new Map<string, boolean>();
const maxStatuses = 1000;

/**
 * Whether a block belongs to an end user. Allocated, sub-allocated, partitioned and aggregated blocks belong to providers and their many
 * customers. ARIN's terms for assigned blocks are "Reassigned" and "Direct Assignment".
 */
function isAssignment(status: string): boolean {
  const cached = assignments.get(status);
  if (cached !== undefined) return cached;
  const isAssigned =
    status === 'LEGACY' || status === 'ALLOCATED-ASSIGNED PA' || (/ASSIGN/.test(status) && !/ALLOC|AGGREGATED|ANYCAST/.test(status));
  if (assignments.size < maxStatuses) assignments.set(status, isAssigned);
  return isAssigned;
}

/** Whether a block is a placeholder of the registry, without a user. */
function isPlaceholder({ netname, descriptions }: RegistryObject): boolean {
  return (
    /^(NON-RIPE-NCC-MANAGED|IANA-|EU-ZZ-|ERX-NETBLOCK|AFRINIC-ERX|STUB-|APNIC-AP|LACNIC-)/i.test(netname) ||
    /not (managed|allocated)/i.test(descriptions[0] ?? '')
  );
}
