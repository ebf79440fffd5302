import { closeSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { createFolder } from '../../lib/create-folder.ts';
import { createDraft } from '../../lib/draft-file.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { maxPieceBytes, readSharedFile } from '../../lib/shared-files.ts';

export type Section = Uint8Array | Uint16Array | Uint32Array;

type Header = {
  magic: string;
  fingerprint: string;
  checksum: number;
  sections: { name: string; bytesPerElement: number; byteLength: number }[];
};

const magic = 'leadlight-sections-1';

/**
 * Writes named typed arrays into one file that can be loaded without parsing. The file is written under a temporary name,
 * synced and renamed.
 */
export function writeSectionFile(path: string, fingerprint: string, sections: Record<string, Section>): void {
  const entries = Object.entries(sections);
  const bodies = entries.map(([, section]) => Buffer.from(section.buffer, section.byteOffset, section.byteLength));
  const header: Header = {
    magic,
    fingerprint,
    checksum: bodies.reduce((sum, body) => crc32(body, sum), 0),
    sections: entries.map(([name, section]) => ({ name, bytesPerElement: section.BYTES_PER_ELEMENT, byteLength: section.byteLength })),
  };
  const headerText = Buffer.from(JSON.stringify(header));
  const preamble = Buffer.alloc(aligned(4 + headerText.length));
  preamble.writeUInt32LE(headerText.length, 0);
  headerText.copy(preamble, 4);
  writeTemporary(path, [preamble, ...bodies.flatMap((body) => [body, Buffer.alloc(aligned(body.length) - body.length)])], (temporaryPath) =>
    renameSync(temporaryPath, path),
  );
}

/** Fails as `writeSectionFile` would in a read-only or full folder, but before the sections are compiled, which takes seconds. */
export function assertWritable(path: string): void {
  writeTemporary(path, [Buffer.alloc(65_536)], () => {});
}

function writeTemporary(path: string, parts: Buffer[], use: (temporaryPath: string) => void) {
  createFolder(dirname(path));
  const draft = createDraft(path);
  try {
    const file = openSync(draft.path, 'w');
    try {
      for (const part of parts)
        for (let written = 0; written < part.length; )
          written += writeSync(file, part, written, Math.min(maxPieceBytes, part.length - written));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    use(draft.path);
  } finally {
    draft.release();
  }
}

/** Reads the fingerprint of a file's sources; null if there is no readable file. */
export function sectionFingerprint(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      const length = Buffer.alloc(4);
      readSync(file, length, 0, 4, 0);
      const header = Buffer.alloc(Math.min(length.readUInt32LE(0), 1_000_000));
      readSync(file, header, 0, header.length, 4);
      const { fingerprint }: Header = JSON.parse(header.toString('utf8'));
      return fingerprint;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/**
 * Reads the sections if the file was built from the same sources. They are read once and shared between the threads of the process. Null
 * for missing, stale, truncated and damaged files, which are rebuilt; a file that does not fit in memory is an error.
 */
export async function readSectionFile(path: string, fingerprint: string): Promise<Map<string, Uint8Array> | null> {
  try {
    return sectionsOf(await readSharedFile(path), fingerprint);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    return null;
  }
}

function sectionsOf(file: Buffer, fingerprint: string): Map<string, Uint8Array> | null {
  const headerLength = file.readUInt32LE(0);
  const header: Header = JSON.parse(file.toString('utf8', 4, 4 + headerLength));
  if (header.magic !== magic || header.fingerprint !== fingerprint) return null;
  const sections = new Map<string, Uint8Array>();
  let position = aligned(4 + headerLength);
  let checksum = 0;
  for (const { name, byteLength } of header.sections) {
    if (position + byteLength > file.length) return null;
    const bytes = new Uint8Array(file.buffer, file.byteOffset + position, byteLength);
    checksum = crc32(bytes, checksum);
    sections.set(name, bytes);
    position += aligned(byteLength);
  }
  return checksum === header.checksum ? sections : null;
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8;
}
