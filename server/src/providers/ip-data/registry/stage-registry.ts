import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { createFolder } from '../../../lib/create-folder.ts';
import { createDraft, type DraftFile } from '../../../lib/draft-file.ts';
import { OperatorError } from '../../../lib/operator-error.ts';
import { renameDurably } from '../../../lib/write-durably.ts';
import { delegatedStatistics } from '../adapters/delegated.ts';
import { sectionsOfBlocks } from '../blocks/block-table.ts';
import { BlockTableBuilder } from '../blocks/block-table-builder.ts';
import { importFolder } from '../import/imported-files.ts';
import { encodeRecord, openTable, tableFingerprint } from '../import/table-database.ts';
import type { StagedImport } from '../import-database.ts';
import { writeSectionFile } from '../section-file.ts';
import { compileRegistry } from './compile-registry.ts';
import { readDelegations } from './read-delegations.ts';
import { openRegistry, registryProduct } from './registry-database.ts';

export type StagedRegistry = StagedImport & { sources: string[]; objects: number; named: number; shown: number };

/** Reads registry files provided by the operator. They replace those that were imported before. */
export async function stageRegistry(
  dataDir: string,
  paths: readonly string[],
  onProgress?: (objects: number) => void,
): Promise<StagedRegistry> {
  for (const path of paths) {
    if (!existsSync(path)) throw new OperatorError(`There is no file ${path}.`);
    if (statSync(path).isDirectory()) throw new OperatorError(`${path} is a folder. Name the files in it, such as ${join(path, '*.gz')}.`);
  }
  const folder = importFolder(dataDir);
  createFolder(folder);
  const draft = createDraft(join(folder, 'registry'));
  try {
    if (paths.some(isDelegated)) return await stageDelegations(folder, draft, paths);
    const files = paths.map((path) => ({ path, name: basename(path) }));
    const { sources, objects, blocks, named, shown } = await compileRegistry(files, draft.path, { onProgress });
    const name = 'registries';
    const counts = { sources, objects, named, shown, entries: blocks, refused: [], refusedCount: 0 };
    return {
      ...counts,
      name,
      product: registryProduct,
      database: await openRegistry(draft.path, name),
      ...finish(draft, join(folder, `${name}.registry`)),
    };
  } catch (error) {
    draft.release();
    throw error;
  }
}

async function stageDelegations(folder: string, draft: DraftFile, paths: readonly string[]): Promise<StagedRegistry> {
  const builder = new BlockTableBuilder();
  for (const path of paths) {
    if (!isDelegated(path)) throw new OperatorError('Import delegated-extended statistics separately from files with objects.');
    const delegations = await readDelegations(path, basename(path), isPacked(path)).catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_')
        ? new OperatorError(`${basename(path)} is truncated or damaged: it is not a complete gzip file.`)
        : error;
    });
    for (const { range, asn } of delegations) builder.add(range, builder.records.add(encodeRecord({ holder: { asn, domain: null } })));
  }
  const entries = builder.blocks;
  if (entries === 0) throw new OperatorError(`${basename(paths[0]!)} assigns no block to the holder of a network.`);
  writeSectionFile(draft.path, tableFingerprint(delegatedStatistics), sectionsOfBlocks(builder.build()));
  const name = 'delegated-statistics';
  const counts = { sources: ['NRO'], objects: entries, named: 0, shown: 0, entries, refused: [], refusedCount: 0 };
  return {
    ...counts,
    name,
    product: delegatedStatistics,
    database: await openTable(draft.path, name),
    ...finish(draft, join(folder, `${name}.blocks`)),
  };
}

/** Detects from the first lines whether a file contains registry objects or statistics. */
export function isRegistryFile(path: string): boolean {
  return (
    isDelegated(path) ||
    /^(inetnum|inet6num|organisation|aut-num|NetHandle|V6NetHandle|NetRange|OrgID|ASHandle):|<bulkwhois|^<net>|^<org>/m.test(headOf(path))
  );
}

function isDelegated(path: string): boolean {
  return /^2(\.\d)?\|(ripencc|apnic|arin|afrinic|lacnic|nro)\|/m.test(headOf(path));
}

function isPacked(path: string): boolean {
  const [first, second] = headBytes(path);
  return first === 0x1f && second === 0x8b;
}

function headOf(path: string): string {
  const head = headBytes(path);
  if (!isPacked(path)) return head.toString('latin1');
  try {
    // Only the start of the file was read, so the end of the gzip stream is missing.
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    // Reading the whole file will report that it is damaged.
    return '';
  }
}

function headBytes(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(16_384);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

function finish(draft: DraftFile, target: string) {
  return { commit: () => renameDurably(draft.path, target), cleanUp: draft.release };
}
