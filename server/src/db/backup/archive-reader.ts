import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { StartupError } from '../../lib/startup-error.ts';
import { systemReason } from '../../lib/system-sentence.ts';
import { backupFormat, backupVersion, type Manifest, manifestName, type Stored, sealName } from './manifest.ts';
import { blockBytes, paddingOf, readTarHeader } from './tar-header.ts';

const decompress = promisify(zstdDecompress);
/** No entry that a writer makes comes near this: a larger one is not ours to read into memory. */
const largestEntryBytes = 1024 ** 3;

type Place = { at: number; bytes: number };

/** A whole archive: every byte of it was read and compared with its sum before anything is taken out. */
export class ArchiveReader {
  readonly #handle: FileHandle;
  readonly #places: Map<string, Place>;
  readonly manifest: Manifest;

  private constructor(handle: FileHandle, places: Map<string, Place>, manifest: Manifest) {
    this.#handle = handle;
    this.#places = places;
    this.manifest = manifest;
  }

  static async open(path: string, onProgress: (share: number) => void = () => {}): Promise<ArchiveReader> {
    const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw new StartupError(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${systemReason(error)}).`);
    });
    try {
      const { places, manifest } = await check(handle, path, onProgress);
      return new ArchiveReader(handle, places, manifest);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** What was stored, piece by piece. */
  async *read({ entries }: Stored): AsyncGenerator<Buffer> {
    for (const name of entries) yield decompress(await readAt(this.#handle, this.#places.get(name)!));
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function check(handle: FileHandle, path: string, onProgress: (share: number) => void) {
  const { size } = await handle.stat();
  const sums = new Map<string, string>();
  const places = new Map<string, Place>();
  const late = new Map<string, Buffer>();
  for (let at = 0; ; ) {
    const header = at + blockBytes <= size ? readTarHeader(await readAt(handle, { at, bytes: blockBytes })) : undefined;
    if (header === null) break;
    if (header === undefined && at === 0) throw new StartupError(`${path} is not a backup of Leadlight.`);
    const place = header && { at: at + blockBytes, bytes: header.bytes };
    if (!place || place.at + place.bytes > size || place.bytes > largestEntryBytes) throw broken(path, 'it ends early');
    const content = await readAt(handle, place);
    if (header.name === manifestName || header.name === sealName) late.set(header.name, content);
    else sums.set(header.name, createHash('sha256').update(content).digest('hex'));
    places.set(header.name, place);
    at = place.at + place.bytes + paddingOf(place.bytes);
    onProgress(Math.min(1, at / size));
  }
  const text = late.get(manifestName);
  if (!text) throw broken(path, 'it has no list of its contents');
  if (late.get(sealName)?.toString().trim() !== createHash('sha256').update(text).digest('hex')) {
    throw broken(path, 'the list of its contents was changed');
  }
  const manifest = JSON.parse(text.toString()) as Manifest;
  if (manifest.format !== backupFormat) throw new StartupError(`${path} is not a backup of Leadlight.`);
  if (manifest.version > backupVersion) throw new StartupError(`${path} was made by a newer Leadlight: restore it with that version.`);
  const wrong = manifest.entries.find(({ name, sha256 }) => sums.get(name) !== sha256);
  if (wrong) throw broken(path, `${wrong.name} was changed or is missing`);
  onProgress(1);
  return { places, manifest };
}

async function readAt(handle: FileHandle, { at, bytes }: Place): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  for (let read = 0; read < bytes; ) {
    const { bytesRead } = await handle.read(buffer, read, bytes - read, at + read);
    if (bytesRead === 0) throw new StartupError('The backup ended while it was read.');
    read += bytesRead;
  }
  return buffer;
}

function broken(path: string, why: string): StartupError {
  return new StartupError(`The backup ${path} is damaged (${why}): nothing was restored. Take another one.`);
}
