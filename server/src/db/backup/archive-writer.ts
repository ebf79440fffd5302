import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { checksumName, type Manifest, manifestName, type Stored } from './manifest.ts';

const compress = promisify(zstdCompress);
const chunkBytes = 4 * 1024 * 1024;

/** Suffix of an unfinished archive. The id identifies the database being backed up, so that a later backup can delete its own leftovers. */
export function draftSuffix(databaseId: string): string {
  return `.${databaseId}.part`;
}

/** Writes an archive under a temporary name until it is published. */
export class ArchiveWriter {
  readonly #path: string;
  readonly draft: string;
  readonly #handle: FileHandle;
  readonly #time: Date;
  readonly #tar = pack();
  readonly #written: Promise<void>;
  readonly entries: Manifest['entries'] = [];
  bytesWritten = 0;

  private constructor(path: string, draft: string, handle: FileHandle, time: Date) {
    this.#path = path;
    this.draft = draft;
    this.#handle = handle;
    this.#time = time;
    this.#written = this.#writeAll();
    // Prevents an unhandled rejection; `#write` and `finish` report the error.
    this.#written.catch(() => {});
  }

  static async create(path: string, time: Date, databaseId: string): Promise<ArchiveWriter> {
    const draft = `${path}${draftSuffix(databaseId)}`;
    return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600), time);
  }

  /** Stores a stream in chunks of about 4 MB, each compressed into its own entry, to bound memory use. */
  async add(name: string, source: AsyncIterable<Buffer>): Promise<Stored> {
    const hash = createHash('sha256');
    const stored: Stored = { entries: [], bytes: 0, sha256: '' };
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    const flush = async () => {
      const entry = `${name}/${String(stored.entries.length + 1).padStart(6, '0')}.zst`;
      await this.#addEntry(entry, await compress(Buffer.concat(waiting)));
      stored.entries.push(entry);
      waiting = [];
      waitingBytes = 0;
    };
    for await (const chunk of source) {
      hash.update(chunk);
      stored.bytes += chunk.length;
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= chunkBytes) await flush();
    }
    if (waitingBytes > 0) await flush();
    stored.sha256 = hash.digest('hex');
    return stored;
  }

  /** Completes the archive and writes it to disk. */
  async finish(manifest: Omit<Manifest, 'entries'>): Promise<void> {
    const text = Buffer.from(`${JSON.stringify({ ...manifest, entries: this.entries }, null, 1)}\n`);
    await this.#write(manifestName, text);
    await this.#write(checksumName, Buffer.from(`${createHash('sha256').update(text).digest('hex')}\n`));
    this.#tar.finalize();
    await this.#written;
    await this.#handle.sync();
    await this.#handle.close();
  }

  /** Gives the finished archive its name. */
  async publish(): Promise<void> {
    await rename(this.draft, this.#path);
    const folder = await open(dirname(this.#path), 'r');
    await folder.sync().finally(() => folder.close());
  }

  async discard(): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => {});
    await this.#handle.close().catch(() => {});
    await rm(this.draft, { force: true });
  }

  async #addEntry(name: string, content: Buffer) {
    await this.#write(name, content);
    this.entries.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
  }

  async #write(name: string, content: Buffer): Promise<void> {
    const header = { name, size: content.length, mode: 0o600, mtime: this.#time };
    const packed = new Promise<void>((resolve, reject) => {
      this.#tar.entry(header, content, (error) => (error ? reject(error) : resolve()));
    });
    // If writing to disk failed, report that error instead of the resulting error of the closed archive.
    await packed.catch((error) => this.#written.then(() => Promise.reject(error)));
  }

  async #writeAll(): Promise<void> {
    for await (const bytes of this.#tar) {
      await this.#handle.writeFile(bytes);
      this.bytesWritten += bytes.length;
    }
  }
}
