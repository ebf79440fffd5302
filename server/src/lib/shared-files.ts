import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { OperatorError } from './operator-error.ts';

/** The system calls behind `read` and `write` transfer at most 2 GiB. */
export const maxPieceBytes = 1 << 30;

type FileResponse = { request: number; content: SharedArrayBuffer | null };

/** The files that were read in this thread, until they change or are deleted. */
const files = new Map<string, { version: string; content: Promise<Buffer> }>();
let readByOwner: ((path: string) => Promise<SharedArrayBuffer | null>) | null = null;

/**
 * Reads a file once per process: a thread started with a port from `shareFiles` gets the memory of the thread that started it. The content
 * must not be modified.
 */
export async function readSharedFile(path: string): Promise<Buffer> {
  const shared = await readByOwner?.(path);
  // If the other thread could not read the file, this one tries itself, and gets the error if that fails.
  if (shared) return Buffer.from(shared);
  for (const [known, { version }] of files) if (versionOf(known) !== version) files.delete(known);
  const cached = files.get(path);
  if (cached !== undefined) return cached.content;
  const version = versionOf(path);
  const content = readWhole(path);
  if (version !== null) files.set(path, { version, content });
  content.catch(() => files.delete(path));
  return content;
}

/** Returns a port for a thread that reads its files through this one. */
export function shareFiles(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ request, path }: { request: number; path: string }) => {
    const respond = (content: SharedArrayBuffer | null) => port1.postMessage({ request, content } satisfies FileResponse);
    readSharedFile(path).then(
      ({ buffer }) => respond(buffer as unknown as SharedArrayBuffer),
      () => respond(null),
    );
  });
  port1.unref();
  return port2;
}

/** Reads files through the thread that created the port. */
export function useSharedFiles(port: MessagePort): void {
  const waiting = new Map<number, (content: SharedArrayBuffer | null) => void>();
  let requests = 0;
  port.on('message', ({ request, content }: FileResponse) => {
    waiting.get(request)?.(content);
    waiting.delete(request);
    if (waiting.size === 0) port.unref();
  });
  port.unref();
  readByOwner = (path) =>
    new Promise((resolve) => {
      waiting.set(++requests, resolve);
      // The thread must not end while it waits.
      port.ref();
      port.postMessage({ request: requests, path });
    });
}

/** Reads a file of any size into memory that threads can share. */
export async function readWhole(path: string, pieceBytes = maxPieceBytes): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const content = allocate(size, path);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(content, at, Math.min(pieceBytes, size - at), at);
      if (bytesRead === 0) throw new OperatorError(`${basename(path)} became shorter while it was being read.`);
      at += bytesRead;
    }
    return content;
  } finally {
    await file.close();
  }
}

function allocate(bytes: number, path: string): Buffer {
  try {
    return Buffer.from(new SharedArrayBuffer(bytes));
  } catch {
    throw new OperatorError(`${basename(path)} is too large: there is not enough memory for its ${(bytes / 1e9).toFixed(1)} GB.`);
  }
}

/** Changes when a file is replaced or modified; null if there is none. */
function versionOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}
