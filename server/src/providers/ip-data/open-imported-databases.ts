import { renameSync, rmSync } from 'node:fs';
import { companyReference } from '../../domain/identification/company-reference.ts';
import type { ImportedMatch } from '../../domain/identification/facts.ts';
import { type ImportedDatabases, type ImportedNetwork, noDatabases } from '../../domain/identification/imported-databases.ts';
import type { Location } from '../../domain/identification/location-directory.ts';
import { createDraft } from '../../lib/draft-file.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import type { AddressRecord } from './adapters/adapter.ts';
import { type ImportedFile, importedFiles } from './import/imported-files.ts';
import { openMmdb, type RecordDatabase } from './import/mmdb-database.ts';
import { compileTable, openTable } from './import/table-database.ts';
import { openRegistry } from './registry/registry-database.ts';

/** A database and the name that evidence shows for it. */
export type NamedDatabase = { name: string; database: RecordDatabase };

/** Opens all imported files, and optionally one that is not imported yet, which replaces one of the same name. */
export async function openImportedDatabases(dataDir: string, draft?: NamedDatabase): Promise<ImportedDatabases> {
  const databases: NamedDatabase[] = [];
  for (const file of importedFiles(dataDir)) {
    if (file.name === draft?.name) continue;
    const database = await openFile(file);
    if (database !== null) databases.push({ name: file.name, database });
  }
  if (draft !== undefined) databases.push(draft);
  if (databases.length === 0) return noDatabases;
  databases.sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
    find: (address) => databases.flatMap(({ name, database }) => matchOf(database.find(address), name) ?? []),
    findInBlock: (block) =>
      databases.map(({ name, database }) => {
        const record = database.findInBlock(block);
        return { database: name, match: record === 'differs' ? record : matchOf(record, name) };
      }),
    network: (address) => findFirst(databases, ({ database }) => networkOf(database.find(address))),
    networkInBlock: (block) =>
      findFirst(databases, ({ database }) => {
        const record = database.findInBlock(block);
        return record === 'differs' ? record : networkOf(record);
      }),
    location: (address) => bestPlace(databases.map(({ database }) => database.find(address)?.place ?? null)),
  };
}

/**
 * Returns null for a file that is damaged or that this version does not recognize. The other files stay in use, and `leadlight data show`
 * lists it. A CSV file, which an earlier version stored, is replaced with its compiled form.
 */
async function openFile(file: ImportedFile): Promise<RecordDatabase | null> {
  try {
    if (file.kind === 'mmdb') return await openMmdb(file.path, file.name);
    if (file.kind === 'table') return await openTable(file.path, file.name);
    if (file.kind === 'registry') return await openRegistry(file.path, file.name);
    const target = `${file.path}.blocks`;
    const draft = createDraft(target);
    try {
      await compileTable([{ path: file.path, name: file.name, original: file.path }], draft.path);
      renameSync(draft.path, target);
    } finally {
      draft.release();
    }
    // Another process may have compiled the file in the meantime.
    rmSync(file.path, { force: true });
    return await openTable(target, file.name);
  } catch (error) {
    if (error instanceof OperatorError) return null;
    throw error;
  }
}

/** A record without a city never replaces one with a city. */
export function bestPlace(places: readonly (Location | null)[]): Location | null {
  return places.find((place) => place?.city != null) ?? places.find((place) => place !== null) ?? null;
}

function matchOf(record: AddressRecord | null, database: string): ImportedMatch | null {
  if (record === null || (record.company === undefined && record.kind === undefined)) return null;
  const { company, kind = null, weight } = record;
  return { database, company: company === undefined ? null : companyReference(company), kind, ...(weight !== undefined && { weight }) };
}

function networkOf(record: AddressRecord | null): ImportedNetwork | null {
  return record?.holder ?? null;
}

function findFirst<Found>(databases: readonly NamedDatabase[], find: (database: NamedDatabase) => Found | null): Found | null {
  for (const database of databases) {
    const found = find(database);
    if (found !== null) return found;
  }
  return null;
}
