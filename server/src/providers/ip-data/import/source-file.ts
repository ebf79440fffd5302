import { closeSync, createReadStream, createWriteStream, existsSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { gunzip } from '../../../lib/gunzip.ts';
import { OperatorError } from '../../../lib/operator-error.ts';

type SourceFormat = 'mmdb' | 'bin' | 'json' | 'text' | 'unknown';

const mmdbMarker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** Returns the name and path of an operator's file. A gzip file, recognized by its content and not by its name, is unpacked to `draft`. */
export async function unpackSource(path: string, draft: string): Promise<{ name: string; path: string }> {
  if (!existsSync(path)) throw new OperatorError(`There is no file ${path}.`);
  const name = basename(path);
  const head = readPart(path, 0, 4);
  if (head.length === 0) throw new OperatorError(`${name} is empty.`);
  if (head.toString('latin1') === 'PAR1')
    throw new OperatorError(`${name} is a Parquet file. Import the CSV, JSON or mmdb file of the same data.`);
  if (head.toString('latin1', 0, 2) === 'PK') throw new OperatorError(`${name} is a zip archive. Unpack it and import the files in it.`);
  if (!isPacked(path)) return { name, path };
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(draft)).catch((error: NodeJS.ErrnoException) => {
    rmSync(draft, { force: true });
    throw readableError(error, name);
  });
  return { name: name.replace(/\.gz$/i, ''), path: draft };
}

/** Reads a file that may be compressed without unpacking it to the disk. */
export async function* readUnpacked(path: string, name: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  try {
    yield* isPacked(path) ? gunzip(file) : file;
  } catch (error) {
    throw readableError(error as NodeJS.ErrnoException, name);
  }
}

function readableError(error: NodeJS.ErrnoException, name: string): Error {
  return error.code?.startsWith('Z_') ? new OperatorError(`${name} is truncated or damaged: it is not a complete gzip file.`) : error;
}

function isPacked(path: string): boolean {
  const [first, second] = readPart(path, 0, 2);
  return first === 0x1f && second === 0x8b;
}

export function formatOf(path: string): SourceFormat {
  const end = readPart(path, -131_072, 131_072);
  if (end.lastIndexOf(mmdbMarker) >= 0) return 'mmdb';
  const head = readPart(path, 0, 4096);
  if (isIp2LocationBin(head, path)) return 'bin';
  if (isUtf16(head)) return 'text';
  if (head.includes(0)) return 'unknown';
  const first = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()[0];
  return first === '{' || first === '[' ? 'json' : 'text';
}

/** Spreadsheets save "Unicode text" in this encoding, always with a byte order mark. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The header contains the product, the number of columns, the date of the file and the numbers of rows. */
function isIp2LocationBin(head: Buffer, path: string): boolean {
  if (head.length < 64) return false;
  const [type = 0, columns = 0, year = 0, month = 0, day = 0] = head;
  const rows = head.readUInt32LE(5) + head.readUInt32LE(13);
  return (
    type >= 1 &&
    type <= 26 &&
    columns >= 2 &&
    columns <= 30 &&
    year < 100 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31 &&
    rows > 0 &&
    sizeOf(path) > rows * 4
  );
}

function sizeOf(path: string): number {
  const file = openSync(path, 'r');
  try {
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}

/** Reads bytes from a position; a negative one counts from the end. */
function readPart(path: string, from: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const start = from < 0 ? Math.max(0, fstatSync(file).size + from) : from;
    const part = Buffer.alloc(length);
    return part.subarray(0, readSync(file, part, 0, length, start));
  } finally {
    closeSync(file);
  }
}
