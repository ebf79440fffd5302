import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeText } from '../domain/imports/decode-text.ts';
import type { ImportRecord } from '../domain/imports/import-record.ts';
import { readRecordChunks } from '../domain/imports/read-records.ts';
import { Problem } from '../domain/problem.ts';
import { gunzip } from '../lib/gunzip.ts';

/** Streams the records of a file. */
export async function* readImportFile(path: string): AsyncGenerator<ImportRecord> {
  const isCompressed = await isGzip(path);
  const bytes = createReadStream(path);
  const content = isCompressed ? gunzip(bytes) : bytes;
  try {
    for await (const records of readRecordChunks(decodeText(content))) for (const record of records) yield record;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new Problem('invalid_input', `${basename(path)} is truncated or damaged: it is not a complete gzip file.`);
    throw error;
  } finally {
    bytes.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await file.close();
  }
}

const sampledBytes = 65_536;

/**
 * Identifies an import: the file by its size, its beginning and its end, without reading all of it, the mapping of its columns, and the
 * account that the data belongs to. An interrupted import does not resume with another mapping or account.
 */
export async function fingerprintOf(path: string, mapping: Record<string, string> | null, accountId?: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(String(size));
    for (const position of [0, Math.max(0, size - sampledBytes)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sampledBytes), 0, sampledBytes, position);
      hash.update(buffer.subarray(0, bytesRead));
    }
    if (mapping !== null) hash.update(JSON.stringify(mapping));
    if (accountId !== undefined) hash.update(`account ${accountId}`);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
