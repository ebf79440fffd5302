import { displayName } from '../../../domain/identification/organization-name.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { OperatorError } from '../../../lib/operator-error.ts';
import type { AddressRecord, Product } from '../adapters/adapter.ts';
import { BlockTable, blocksOfSections } from '../blocks/block-table.ts';
import type { RecordDatabase } from '../import/mmdb-database.ts';
import { readSectionFile } from '../section-file.ts';
import { classWeights } from './block-name.ts';
import { registryFormat } from './compile-registry.ts';

/** Cache size for decoded records: visitors of a site often come from the same blocks. */
const maxCachedNames = 10_000;

export const registryProduct: Product = {
  name: 'registry blocks',
  uses: ['company'],
  fields: ['inetnum|inet6num|NetRange'],
  read: () => ({}),
};

export function openRegistryTable(path: string, name: string): BlockTable {
  const sections = readSectionFile(path, registryFormat);
  const blocks = sections === null ? null : blocksOfSections(sections);
  if (blocks === null) throw new OperatorError(`${name} was damaged, or written by another version: import it again.`);
  return new BlockTable(blocks);
}

/** The companies to which registries assigned blocks. */
export function openRegistry(path: string, name: string): RecordDatabase {
  const table = openRegistryTable(path, name);
  const cache = new BoundedMap<number, AddressRecord | null>(maxCachedNames);
  const decode = (value: number) => {
    const record = cache.get(value) ?? recordOf(table, value);
    cache.set(value, record);
    return record;
  };
  return {
    product: registryProduct,
    find: (address) => decode(table.positionOf(address)),
    findInBlock: (block) => {
      const value = table.positionInBlock(block);
      return value === 'differs' ? value : decode(value);
    },
  };
}

/** The lowest two bits are the class of the name. */
function recordOf(table: BlockTable, value: number): AddressRecord | null {
  if (value === 0) return null;
  const text = table.recordAt((value >>> 2) * 4 + 1)!.toString('utf8');
  const countryCode = text.slice(0, 2).trim();
  return {
    company: { name: displayName(text.slice(2)), domain: null, countryCode: countryCode === '' ? null : countryCode },
    weight: classWeights[(value & 3) as 0 | 1 | 2 | 3],
  };
}
