import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { gunzip } from '../../../lib/gunzip.ts';
import { OperatorError } from '../../../lib/operator-error.ts';
import { sectionsOfBlocks } from '../blocks/block-table.ts';
import { writeSectionFile } from '../section-file.ts';
import { newBatch, type ParsedPart, parsePart } from './parse-part.ts';
import { ParserThreads } from './parser-threads.ts';
import { readArinXml } from './read-arin-xml.ts';
import { NoObjects, readParts } from './read-attributes.ts';
import type { EncodedBatch } from './registry-batch.ts';
import { RegistryBuilder, type RegistryCounts } from './registry-builder.ts';
import { RegistryObject } from './registry-object.ts';

export const registryFormat = 'registry 2';

type CompiledRegistry = RegistryCounts & { sources: string[] };

type Options = {
  onProgress?(objects: number): void;
  /** Number of threads for large files. */
  threads?: number;
  /** Files from this size on are parsed in threads. */
  largeBytes?: number;
};

/** Starting threads takes longer than parsing a smaller file. */
const defaultLargeBytes = 2_000_000;
const objectsPerBatch = 5000;
const chunkBytes = 1 << 18;

/** Compiles files of registries into one table. Files may be split, compressed, and in any order. */
export async function compileRegistry(
  files: readonly { path: string; name: string }[],
  target: string,
  { onProgress = () => {}, threads, largeBytes = defaultLargeBytes }: Options = {},
): Promise<CompiledRegistry> {
  const builder = new RegistryBuilder();
  const isLarge = files.some(({ path }) => statSync(path).size >= largeBytes);
  const parsers = isLarge ? new ParserThreads(threads) : null;
  try {
    for (const { path, name } of files) {
      const add = (batch: EncodedBatch) => {
        builder.add(batch);
        onProgress(builder.objects);
      };
      const read = async () => {
        const { input, start } = await openRegistryFile(path);
        if (start.startsWith('<')) return readXml(input, add);
        const isWhole = await readObjects(input, parsers, add);
        if (!isWhole && !mayHaveObjects(start)) throw new NoObjects();
        return isWhole;
      };
      const isWhole = await read().catch((error: NodeJS.ErrnoException) => {
        if (error instanceof NoObjects)
          throw new OperatorError(
            `${name} is not a registry file: it has no objects with lines such as "inetnum: …", separated by empty lines.`,
          );
        throw error.code?.startsWith('Z_') ? new OperatorError(`${name} is truncated or damaged: it is not a complete gzip file.`) : error;
      });
      if (!isWhole) throw new OperatorError(`${name} is truncated: its last object is incomplete. Nothing was imported.`);
    }
  } finally {
    await parsers?.close();
  }
  const { sections, counts } = builder.build();
  if (counts.blocks === 0)
    throw new OperatorError(`${files.map(({ name }) => name).join(', ')}: no object with "inetnum", "inet6num" or "NetRange" was found.`);
  writeSectionFile(target, registryFormat, sectionsOfBlocks(sections));
  return { ...counts, sources: builder.sources };
}

/** Returns whether the last object is complete. */
async function readObjects(input: Readable, parsers: ParserThreads | null, onBatch: (batch: EncodedBatch) => void): Promise<boolean> {
  const waiting: Promise<ParsedPart>[] = [];
  let isWhole = true;
  const take = async () => {
    const part = await waiting.shift();
    if (part === undefined) return;
    isWhole = part.isWhole;
    onBatch(part.batch);
  };
  const allocate = (bytes: number) => (parsers === null ? Buffer.allocUnsafe(bytes) : parsers.allocate(bytes));
  for await (const bytes of readParts(input, allocate)) {
    const part = parsers === null ? Promise.resolve(parseCopied(bytes)) : parsers.parse(bytes);
    // Without a handler, a failure would end the process before the part is awaited.
    part.catch(() => {});
    waiting.push(part);
    if (waiting.length >= (parsers?.capacity ?? 1)) await take();
  }
  while (waiting.length > 0) await take();
  return isWhole;
}

/** Parses a part in this thread. The result is copied, because its strings are slices that would keep the text of the part in memory. */
function parseCopied(bytes: Buffer): ParsedPart {
  return structuredClone(parsePart(bytes));
}

async function readXml(input: Readable, onBatch: (batch: EncodedBatch) => void): Promise<boolean> {
  const object = new RegistryObject();
  const batch = newBatch();
  const isWhole = await readArinXml(input, object, () => {
    batch.add(object);
    if (batch.objects >= objectsPerBatch) onBatch(batch.take());
  });
  onBatch(batch.take());
  return isWhole;
}

/** Detects compression and format from the first bytes. */
async function openRegistryFile(path: string): Promise<{ input: Readable; start: string }> {
  const file = await open(path);
  const head = Buffer.alloc(2);
  await file.read(head, 0, 2, 0);
  await file.close();
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const unpacked = () => {
    const raw = createReadStream(path, { highWaterMark: chunkBytes });
    return isPacked ? gunzip(raw, { chunkSize: chunkBytes }) : raw;
  };
  const start = await readStart(unpacked());
  return { input: unpacked(), start: start.trimStart() };
}

/** Whether a file begins with an attribute, or with so many comments that its first attribute is not known. */
function mayHaveObjects(start: string): boolean {
  return /^[a-z][\w-]*:(\s|$)/im.test(start) || /^([%#].*(\n|$)|\s)*$/.test(start);
}

async function readStart(input: Readable): Promise<string> {
  for await (const chunk of input) {
    input.destroy();
    return Buffer.from(chunk).toString('latin1', 0, 4096);
  }
  return '';
}
