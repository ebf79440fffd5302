import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createFolder } from '../../lib/create-folder.ts';
import { createDraft, type DraftFile } from '../../lib/draft-file.ts';
import { firstOf } from '../../lib/first-of.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { renameDurably } from '../../lib/write-durably.ts';
import type { Product, Use } from './adapters/adapter.ts';
import { importedFiles, importFolder } from './import/imported-files.ts';
import { openMmdb, type RecordDatabase } from './import/mmdb-database.ts';
import { probeAddresses } from './import/probe-addresses.ts';
import { formatOf, unpackSource } from './import/source-file.ts';
import { compileTable, openTable, type RefusedLine } from './import/table-database.ts';
import { openIpData } from './open-ip-data.ts';
import { isRegistryFile } from './registry/stage-registry.ts';

/** A recognized file that is not in use yet. */
export type StagedImport = {
  name: string;
  product: Product;
  /** Null for mmdb files, which do not contain the number of entries. */
  entries: number | null;
  refused: RefusedLine[];
  refusedCount: number;
  database: RecordDatabase;
  /** Installs the file, replacing one of the same name. */
  commit(): void;
  cleanUp(): void;
};

export type ProbeCounts = { probes: number; answered: number; uses: Record<Use, number> };

/** Reads an operator's database: one file, MaxMind's blocks and locations, or a folder with them. */
export async function stageImport(dataDir: string, sources: readonly string[]): Promise<StagedImport> {
  const paths = sources.flatMap(filesOf);
  const folder = importFolder(dataDir);
  createFolder(folder);
  const draft = createDraft(join(folder, 'import'));
  const unpacked: string[] = [];
  try {
    const files = [];
    for (const [index, path] of paths.entries()) {
      if (isRegistryFile(path))
        throw new OperatorError(
          `${basename(path)} is from an Internet registry, which has its own terms of use. Import it with "leadlight data import --format rpsl ${basename(path)}".`,
        );
      const file = await unpackSource(path, `${draft.path}.${index}`);
      if (file.path !== path) unpacked.push(file.path);
      files.push({ ...file, original: path });
    }
    const blocks = files.find(({ name }) => !/locations/i.test(name)) ?? firstOf(files);
    if (formatOf(blocks.path) === 'mmdb') {
      if (files.length > 1) throw new OperatorError('Import mmdb databases one at a time.');
      copyFileSync(blocks.path, draft.path);
      return await stagedMmdb(folder, draft, blocks.name);
    }
    const compiled = await compileTable(files, draft.path);
    const { name } = blocks;
    return {
      ...compiled,
      name,
      database: await openTable(draft.path, name),
      ...finish(draft, join(folder, `${name}.blocks`), [join(folder, name)]),
    };
  } catch (error) {
    draft.release();
    throw error;
  } finally {
    for (const path of unpacked) rmSync(path, { force: true });
  }
}

async function stagedMmdb(folder: string, draft: DraftFile, fileName: string): Promise<StagedImport> {
  const name = /\.mmdb$/i.test(fileName) ? fileName : `${fileName}.mmdb`;
  const database = await openMmdb(draft.path, fileName);
  const target = join(folder, name);
  return { name, product: database.product, entries: null, refused: [], refusedCount: 0, database, ...finish(draft, target, []) };
}

function finish(draft: DraftFile, target: string, replaced: string[]) {
  return {
    commit: () => {
      renameDurably(draft.path, target);
      for (const path of replaced) rmSync(path, { force: true });
    },
    cleanUp: draft.release,
  };
}

/** Counts the sample addresses for which the file has data, in total and by use. */
export async function countProbes(dataDir: string, { database }: StagedImport): Promise<ProbeCounts> {
  const { networks } = await openIpData(dataDir);
  const probes = probeAddresses(networks.table);
  const records = probes.map((address) => database.find(address));
  const count = (has: (record: NonNullable<(typeof records)[number]>) => boolean) =>
    records.filter((record) => record !== null && has(record)).length;
  return {
    probes: probes.length,
    answered: count(() => true),
    uses: {
      company: count(({ company }) => company !== undefined),
      domain: count(({ company, holder }) => company?.domain != null || holder?.domain != null),
      kind: count(({ kind }) => kind !== undefined && kind !== 'vpn'),
      place: count(({ place }) => place !== undefined),
      privacy: count(({ kind }) => kind === 'vpn'),
    },
  };
}

export function listDatabases(dataDir: string): string[] {
  return importedFiles(dataDir).map(({ name }) => name);
}

export function removeDatabase(dataDir: string, name: string): void {
  const file = importedFiles(dataDir).find((imported) => imported.name === name);
  if (file === undefined) throw new OperatorError(`There is no imported database ${name}.`);
  rmSync(file.path);
}

/** Returns the CSV files of a folder, or the file itself. */
function filesOf(path: string): string[] {
  if (!existsSync(path)) throw new OperatorError(`There is no file ${path}.`);
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path).filter((file) => /\.csv(\.gz)?$/i.test(file) && statSync(join(path, file)).isFile());
  // Of the files with place names, only the English one is read.
  const selected = files.filter((file) => !/locations/i.test(file) || /-en\.csv/i.test(file)).sort();
  if (selected.length === 0) throw new OperatorError(`The folder ${basename(path)} contains no CSV file.`);
  return selected.map((file) => join(path, file));
}
