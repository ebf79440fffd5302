import { copyFileSync, createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createFolder } from '../../lib/create-folder.ts';
import { createDraft } from '../../lib/draft-file.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { gunzip } from '../../lib/gunzip.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { renameDurably } from '../../lib/write-durably.ts';
import { openMmdb } from './import/mmdb-database.ts';
import { formatOf } from './import/source-file.ts';
import { type IpDataSources, updateFolder } from './ip-data-sources.ts';
import type { NetworkTable } from './network-table.ts';
import { openIpData } from './open-ip-data.ts';
import { readRangeFile } from './read-range-file.ts';

type IpDataUpdate = { file: string; ranges: number | null; rejectedLines: number[] };
type CheckedUpdate = IpDataUpdate & { copies: string[] };

/** Name of the product that the location database is recognized as. */
const locationProduct = 'DB-IP City (ip-location-db)';

/** A file with less than this share of the current ranges is rejected as truncated or wrong. */
const minShare = 0.5;

/**
 * Installs a newer file in the same format: CSV of networks (IPv4 or IPv6), or a location database. It is validated before it
 * replaces the old one, and compiled immediately; running servers then load it.
 */
export async function updateIpData(dataDir: string, from: string, shipped?: IpDataSources): Promise<IpDataUpdate> {
  const folder = updateFolder(dataDir);
  createFolder(folder);
  const draftFile = createDraft(join(folder, 'incoming'));
  const draft = draftFile.path;
  const copy = `${draft}.1`;
  try {
    await pipeline(await open(from), createWriteStream(draft, { flush: true })).catch((error) => refuseCorruptArchive(error, from));
    const { copies, ...update } =
      formatOf(draft) === 'mmdb'
        ? await checkDatabase(draft, from)
        : await checkRanges(draft, from, (await openIpData(dataDir, shipped)).networks.table);
    for (const other of copies) {
      copyFileSync(draft, copy);
      renameDurably(copy, join(folder, other));
    }
    renameDurably(draft, join(folder, update.file));
    await openIpData(dataDir, shipped);
    return update;
  } finally {
    draftFile.release();
  }
}

/** Deletes all updates, and compiles the shipped files again. */
export async function deleteUpdates(dataDir: string, shipped?: IpDataSources): Promise<void> {
  rmSync(updateFolder(dataDir), { recursive: true, force: true });
  await openIpData(dataDir, shipped);
}

async function open(from: string): Promise<Readable> {
  if (/^https?:\/\//i.test(from)) return unpack(await download(from), from);
  if (!existsSync(from)) throw new OperatorError(`There is no file ${from}.`);
  return unpack(createReadStream(from), from);
}

function unpack(source: Readable, name: string): Readable {
  return name.endsWith('.gz') ? gunzip(source) : source;
}

async function download(url: string): Promise<Readable> {
  const refuse = (error: unknown): never => {
    const cause = error instanceof Error ? error.cause : undefined;
    throw new OperatorError(`${url} cannot be read: ${errorMessage(cause ?? error)}.`);
  };
  const response = await fetch(url, { signal: AbortSignal.timeout(600_000) }).catch(refuse);
  if (!response.ok || response.body === null) throw new OperatorError(`${url} responds with ${response.status}.`);
  return Readable.from(chunksOf(response.body, refuse), { objectMode: false });
}

async function* chunksOf(body: ReadableStream<Uint8Array>, refuse: (error: unknown) => never): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    refuse(error);
  }
}

/** A zlib error means that the file is truncated or, despite its name, not compressed. */
function refuseCorruptArchive(error: NodeJS.ErrnoException, from: string): never {
  throw error.code?.startsWith('Z_') ? new OperatorError(`${from} is not a complete gzip file.`) : error;
}

async function checkDatabase(path: string, from: string): Promise<CheckedUpdate> {
  const { product, ipVersion, hasIpv4 } = await openMmdb(path, from);
  if (product.name !== locationProduct)
    throw new OperatorError(
      `${from} is recognized as ${product.name}, which cannot replace the locations shipped with Leadlight. Add it with "leadlight data import".`,
    );
  // One file may contain the addresses of both IP versions.
  const copies = ipVersion === 6 && hasIpv4 ? ['city-ipv4.mmdb'] : [];
  return { file: ipVersion === 6 ? 'city-ipv6.mmdb' : 'city-ipv4.mmdb', copies, ranges: null, rejectedLines: [] };
}

async function checkRanges(path: string, from: string, table: NetworkTable): Promise<CheckedUpdate> {
  const version = await ipVersionOf(path);
  const { ranges, rejectedLines } = await readRangeFile(path, version, from);
  const before = version === 4 ? table.ipv4First.length : table.ipv6System.length;
  if (ranges.length < before * minShare) {
    throw new OperatorError(
      `The file has ${ranges.length} ranges, but the current one has ${before}: it seems to be truncated and was not installed.`,
    );
  }
  return { file: `asn-ipv${version}.csv`, copies: [], ranges: ranges.length, rejectedLines };
}

/** An address with colons, or a number too large for IPv4, means IPv6. */
async function ipVersionOf(path: string): Promise<4 | 6> {
  let text = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', end: 4096 })) text += chunk;
  const last = text.split('\n').at(-2) ?? text;
  const [, end = ''] = last.split(',');
  return end.includes(':') || (/^\d+$/.test(end) && BigInt(end) > 0xffffffffn) ? 6 : 4;
}
