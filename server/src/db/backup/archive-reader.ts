import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { systemReason } from '../../lib/describe-system-error.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { backupFormat, backupVersion, checksumName, type Manifest, manifestName, type Stored } from './manifest.ts';

const decompress = promisify(zstdDecompress);
/** Bounds the memory for reading a manifest. Far above the size of any real one. */
const maxManifestBytes = 1024 ** 3;
const blockBytes = 512;

type Position = { at: number; bytes: number };

export class DamagedBackup extends OperatorError {
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`The backup ${path} is damaged (${reason}): nothing was restored. Use another one.`);
    this.reason = reason;
  }
}

/** Reads an archive. `open` verifies the checksums of all entries, so that nothing is extracted from a damaged archive. */
export class ArchiveReader {
  readonly #handle: FileHandle;
  readonly #positions: Map<string, Position>;
  readonly manifest: Manifest;

  private constructor(handle: FileHandle, positions: Map<string, Position>, manifest: Manifest) {
    this.#handle = handle;
    this.#positions = positions;
    this.manifest = manifest;
  }

  static async open(path: string, onProgress: (share: number) => void = () => {}): Promise<ArchiveReader> {
    const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${systemReason(error)}).`);
    });
    try {
      const { positions, manifest } = await verify(handle, path, onProgress);
      return new ArchiveReader(handle, positions, manifest);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Streams the decompressed content of a stored table or file. */
  async *read({ entries }: Stored): AsyncGenerator<Buffer> {
    for (const name of entries) yield decompress(await readAt(this.#handle, getOrThrow(this.#positions, name)));
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function verify(handle: FileHandle, path: string, onProgress: (share: number) => void) {
  const { sums, positions, metadata } = await readEntries(handle, path, onProgress);
  const text = metadata.get(manifestName);
  if (!text) throw new DamagedBackup(path, 'it has no manifest');
  if (metadata.get(checksumName)?.toString().trim() !== createHash('sha256').update(text).digest('hex')) {
    throw new DamagedBackup(path, 'its manifest was modified');
  }
  const manifest: Manifest = JSON.parse(text.toString());
  if (manifest.format !== backupFormat) throw new OperatorError(`${path} is not a backup of Leadlight.`);
  if (manifest.version > backupVersion) throw new OperatorError(`${path} was written by a newer Leadlight: restore it with that version.`);
  const damaged = manifest.entries.find(({ name, sha256 }) => sums.get(name) !== sha256);
  if (damaged) throw new DamagedBackup(path, `${damaged.name} was modified or is missing`);
  onProgress(1);
  return { positions, manifest };
}

async function readEntries(handle: FileHandle, path: string, onProgress: (share: number) => void) {
  const { size } = await handle.stat();
  const sums = new Map<string, string>();
  const positions = new Map<string, Position>();
  /** Contents of the manifest and its checksum. */
  const metadata = new Map<string, Buffer>();
  const tar = extract();
  let isArchive = false;
  // An error of the stream also ends the loop below, which handles it.
  pipeline(handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 1024 ** 2 }), tar).catch(() => {});
  try {
    let at = 0;
    for await (const entry of tar) {
      isArchive = true;
      const { name, size: bytes = 0 } = entry.header;
      const isMetadata = name === manifestName || name === checksumName;
      if (isMetadata && bytes > maxManifestBytes) throw new DamagedBackup(path, 'its manifest is too long');
      const hash = createHash('sha256');
      const chunks: Buffer[] = [];
      for await (const chunk of entry) {
        if (isMetadata) chunks.push(chunk);
        else hash.update(chunk);
      }
      if (isMetadata) metadata.set(name, Buffer.concat(chunks));
      else sums.set(name, hash.digest('hex'));
      positions.set(name, { at: at + blockBytes, bytes });
      at += blockBytes * (1 + Math.ceil(bytes / blockBytes));
      onProgress(Math.min(1, at / size));
    }
  } catch (error) {
    if (error instanceof OperatorError || isSystemError(error)) throw error;
    if (isArchive) throw new DamagedBackup(path, 'it ends early');
  }
  if (!isArchive) throw new OperatorError(`${path} is not a backup of Leadlight.`);
  return { sums, positions, metadata };
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function readAt(handle: FileHandle, { at, bytes }: Position): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  for (let read = 0; read < bytes; ) {
    const { bytesRead } = await handle.read(buffer, read, bytes - read, at + read);
    if (bytesRead === 0) throw new OperatorError('The backup file was truncated while it was being read.');
    read += bytesRead;
  }
  return buffer;
}
