import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { customerName } from '../../../domain/identification/customer-name.ts';
import { StartupError } from '../../../lib/startup-error.ts';
import { sectionsOfBlocks } from '../blocks/block-table.ts';
import { placeNameSet } from '../place-name-set.ts';
import { writeSectionFile } from '../section-file.ts';
import { readArinXml } from './read-arin-xml.ts';
import { readAttributes } from './read-attributes.ts';
import { RegistryBuilder, type RegistryCounts } from './registry-builder.ts';
import { RegistryObject } from './registry-object.ts';

export const registryFormat = 'registry 1';

export type CompiledRegistry = RegistryCounts & { sources: string[] };

/** Compiles files of registries into one table. Files may be split, compressed, and in any order. */
export async function compileRegistry(
  files: readonly { path: string; name: string }[],
  target: string,
  onProgress: (objects: number) => void = () => {},
): Promise<CompiledRegistry> {
  const places = placeNameSet();
  const builder = new RegistryBuilder((line) => customerName(line, places));
  const sources = new Set<string>();
  for (const { path, name } of files) {
    const object = new RegistryObject();
    const add = () => {
      if (object.source !== '') sources.add(object.source);
      builder.add(object);
      if (builder.objects % 100_000 === 0) onProgress(builder.objects);
    };
    const { input, isXml } = await openRegistryFile(path);
    const isWhole = await (isXml ? readArinXml : readAttributes)(input, object, add).catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_') ? new StartupError(`${name} is cut short or damaged: it is not a whole gzip file.`) : error;
    });
    if (!isWhole) throw new StartupError(`${name} is cut short: its last object is incomplete. Nothing was imported.`);
  }
  const { sections, counts } = builder.build();
  if (counts.blocks === 0)
    throw new StartupError(`${files.map(({ name }) => name).join(', ')}: no object with "inetnum", "inet6num" or "NetRange" was found.`);
  writeSectionFile(target, registryFormat, sectionsOfBlocks(sections));
  return { ...counts, sources: [...sources].sort() };
}

/** Detects compression and format from the first bytes. */
async function openRegistryFile(path: string): Promise<{ input: Readable; isXml: boolean }> {
  const file = await open(path);
  const head = Buffer.alloc(2);
  await file.read(head, 0, 2, 0);
  await file.close();
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const unpacked = () => {
    const raw = createReadStream(path, { highWaterMark: 1 << 20 });
    return isPacked ? raw.pipe(createGunzip({ chunkSize: 1 << 20 })) : raw;
  };
  const start = await firstBytes(unpacked());
  return { input: unpacked(), isXml: start.trimStart().startsWith('<') };
}

async function firstBytes(input: Readable): Promise<string> {
  for await (const chunk of input) {
    input.destroy();
    return (chunk as Buffer).toString('latin1', 0, 4096);
  }
  return '';
}
