import { releaseMemory } from '../../../lib/release-memory.ts';
import type { BlockTableSections } from '../blocks/block-table.ts';
import { NumberList } from '../blocks/number-list.ts';
import { RecordStore } from '../blocks/record-store.ts';
import { sweepBlocks } from '../blocks/sweep-blocks.ts';
import { sweepIpv6 } from '../blocks/sweep-ipv6.ts';
import type { NameClass } from './block-name.ts';
import { blockStride, column, type EncodedBatch, type Organization, unpackCountry } from './registry-batch.ts';
import { type NamedBlocks, removePoolNames, type StoredNames } from './remove-pool-names.ts';
import { maxNameBytes, registeredName, type StoredName, writeName, writeShownName } from './stored-name.ts';

/** The name of a block that was not changed for this many years has a lower weight. */
const staleYears = 10;

export type RegistryCounts = { objects: number; blocks: number; named: number; shown: number };

/** Collects batches of registry objects and builds a table of the companies to which blocks are assigned. */
export class RegistryBuilder {
  readonly #names = new RecordStore();
  readonly #ipv4First = new NumberList();
  readonly #ipv4Last = new NumberList();
  readonly #ipv6First: bigint[] = [];
  readonly #ipv6Last: bigint[] = [];
  /** For every block: its name, its organization, its maintainer, and the rest in one number. */
  readonly #ipv4 = blockColumns();
  readonly #ipv6 = blockColumns();
  readonly #organizationIds = new Map<string, number>();
  readonly #organizations: (Organization | undefined)[] = [undefined];
  readonly #maintainerIds = new Map<string, number>();
  readonly #maintainers: string[] = [''];
  /** Organizations that hold allocations: they are the providers of what is assigned from them. */
  readonly #allocationHolders = new Set<number>();
  readonly #sources = new Set<string>();
  #objects = 0;
  #newestYear = 0;
  readonly #bytes = Buffer.alloc(maxNameBytes);

  get objects(): number {
    return this.#objects;
  }

  get sources(): string[] {
    return [...this.#sources].sort();
  }

  /** Batches must be added in the order of the files: of equal blocks the last one counts. */
  add(batch: EncodedBatch): void {
    this.#objects += batch.objects;
    this.#newestYear = Math.max(this.#newestYear, batch.newestYear);
    for (const source of batch.sources) this.#sources.add(source);
    const organizations = [0, ...batch.organizationHandles.map((handle) => this.#organizationId(handle))];
    const maintainers = [0, ...batch.maintainerHandles.map((handle) => this.#maintainerId(handle))];
    for (const { handle, organization } of batch.organizations) this.#organizations[organizations[handle]!] = organization;
    for (const handle of batch.allocationHolders) this.#allocationHolders.add(organizations[handle]!);
    const addColumns = (columns: Columns, blocks: Uint32Array, at: number) => {
      const length = blocks[at + column.nameLength]!;
      const start = blocks[at + column.nameStart]!;
      columns.name.push(length === 0 ? 0 : this.#names.add(batch.names.subarray(start, start + length)));
      columns.organization.push(organizations[blocks[at + column.organization]!]!);
      columns.maintainer.push(maintainers[blocks[at + column.maintainer]!]!);
      columns.rest.push(blocks[at + column.rest]!);
    };
    for (let index = 0; index < batch.ipv4.length; index += blockStride) {
      this.#ipv4First.push(batch.ipv4[index + column.first]!);
      this.#ipv4Last.push(batch.ipv4[index + column.last]!);
      addColumns(this.#ipv4, batch.ipv4, index);
    }
    for (let index = 0; index < batch.ipv6.length; index += blockStride) {
      this.#ipv6First.push(batch.ipv6First[batch.ipv6[index + column.first]!]!);
      this.#ipv6Last.push(batch.ipv6Last[batch.ipv6[index + column.first]!]!);
      addColumns(this.#ipv6, batch.ipv6, index);
    }
    releaseMemory(batch.names, batch.ipv4, batch.ipv6);
  }

  build(): { sections: BlockTableSections; counts: RegistryCounts } {
    const first = this.#ipv4First.take();
    const last = this.#ipv4Last.take();
    const sizeOf = (index: number) => last[index]! - first[index]! + 1;
    const ipv4 = this.#named(this.#ipv4);
    const ipv6 = this.#named(this.#ipv6);
    const names: StoredNames = {
      nameAt: (position) => this.#nameAt(position),
      firstLetterAt: (position) => this.#names.byteAt(position, 2) | 0x20,
    };
    removePoolNames(ipv4, this.#maintainers, names, sizeOf);
    removePoolNames(ipv6, this.#maintainers, names, () => 0);
    const counts = { objects: this.#objects, blocks: ipv4.value.length + ipv6.value.length, named: 0, shown: 0 };
    for (const { value } of [ipv4, ipv6])
      for (const found of value) {
        if (found !== 0) counts.named++;
        if (found !== 0 && (found & 3) !== 3) counts.shown++;
      }
    const parts4 = sweepBlocks({ first, last, record: ipv4.value }, 0xffffffff);
    releaseMemory(first, last, ipv4.value, ipv4.maintainer);
    const parts6 = sweepIpv6(this.#ipv6First, this.#ipv6Last, ipv6.value);
    const records = this.#shownNames(parts4.record, parts6.record);
    return {
      sections: {
        ipv4First: parts4.first,
        ipv4Record: parts4.record,
        ipv6First: parts6.first,
        ipv6Record: parts6.record,
        records,
      },
      counts,
    };
  }

  /** Names each block after its organization or its descriptions, and removes the names of blocks that belong to providers. */
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
      const registered = organization[index] === 0 ? undefined : this.#organizations[organization[index]!];
      let position = name[index]!;
      let nameClass = (flags & 3) as NameClass;
      if ((flags & 4) === 0 || (flags & 8) !== 0) position = 0;
      else if (registered !== undefined && !registered.isLir) {
        // A registered organization is more reliable than a description; if it is a provider, the description is ignored.
        if (registered.name !== null) {
          position = this.#store(unpackCountry(flags >>> 20) || registered.country, registered.name);
          nameClass = registered.name.nameClass;
        } else if (registered.isProvider) position = 0;
      }
      const year = (flags >>> 8) & 0xfff;
      if (year > 0 && this.#newestYear - year >= staleYears) nameClass = Math.min(3, nameClass + 1) as NameClass;
      name[index] = position === 0 ? 0 : (position - 1) | nameClass;
    }
    releaseMemory(organization, rest);
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

  #store(country: string, name: StoredName): number {
    return this.#names.add(this.#bytes, writeName(this.#bytes, 0, country, name));
  }

  #nameAt(position: number): string {
    return registeredName(this.#names.get(position));
  }

  /** Stores the names that the given blocks show, and replaces the positions of the registered names with those of the stored ones. */
  #shownNames(...blocks: Uint32Array[]): Uint8Array {
    this.#names.finish();
    const shown = new RecordStore();
    for (const record of blocks)
      for (let index = 0; index < record.length; index++) {
        const value = record[index]!;
        if (value === 0) continue;
        const position = (value >>> 2) * 4 + 1;
        let target = this.#names.replacementOf(position);
        if (target === 0) {
          target = shown.add(this.#bytes, writeShownName(this.#names.get(position), this.#bytes));
          this.#names.replace(position, target);
        }
        record[index] = (target - 1) | (value & 3);
      }
    this.#names.clear();
    return shown.take();
  }
}

type Columns = ReturnType<typeof blockColumns>;

function blockColumns() {
  return { name: new NumberList(), organization: new NumberList(), maintainer: new NumberList(), rest: new NumberList() };
}
