import type { RecordDatabase } from '../server/src/providers/ip-data/import/mmdb-database.ts';
import { openTable } from '../server/src/providers/ip-data/import/table-database.ts';
import { openRegistry } from '../server/src/providers/ip-data/registry/registry-database.ts';

export type TableKind = 'registry' | 'own';

export function openDatabase(kind: TableKind, path: string, name: string): Promise<RecordDatabase> {
  return kind === 'registry' ? openRegistry(path, name) : openTable(path, name);
}

/** Looks up addresses as the identification of a visitor does, and returns how many have a company. */
export function findAll({ find }: RecordDatabase, addresses: Uint32Array): number {
  let matches = 0;
  for (const value of addresses) if (find({ version: 4, value })?.company !== undefined) matches++;
  return matches;
}
