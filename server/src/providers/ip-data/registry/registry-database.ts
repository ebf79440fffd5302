import { OperatorError } from '../../../lib/operator-error.ts';
import type { AddressRecord, Product } from '../adapters/adapter.ts';
import { BlockTable, blocksOfSections } from '../blocks/block-table.ts';
import { companyAt } from '../blocks/company-record.ts';
import type { RecordDatabase } from '../import/mmdb-database.ts';
import { readSectionFile } from '../section-file.ts';
import { classWeights } from './block-name.ts';
import { registryFormat } from './compile-registry.ts';

export const registryProduct: Product = {
  name: 'registry blocks',
  uses: ['company'],
  fields: ['inetnum|inet6num|NetRange'],
  read: () => ({}),
};

/** The companies to which registries assigned blocks. */
export async function openRegistry(path: string, name: string): Promise<RecordDatabase> {
  const sections = await readSectionFile(path, registryFormat);
  const blocks = sections === null ? null : blocksOfSections(sections);
  if (blocks === null) throw new OperatorError(`${name} was damaged, or written by another version: import it again.`);
  const table = new BlockTable(blocks);
  const decode = (value: number) => recordOf(table, value);
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
  return { company: table.recordAt((value >>> 2) * 4 + 1, companyAt), weight: classWeights[(value & 3) as 0 | 1 | 2 | 3] };
}
