import type { Readable } from 'node:stream';
import { decodeText, isAscii } from './line-reader.ts';
import { maxDescriptions, type RegistryObject } from './registry-object.ts';
import { RepeatedText } from './repeated-text.ts';

type Field =
  | 'range'
  | 'netname'
  | 'descr'
  | 'country'
  | 'status'
  | 'organization'
  | 'organizationName'
  | 'organizationType'
  | 'maintainer'
  | 'changed'
  | 'source';

// RPSL of RIPE, APNIC and AFRINIC, and the names that ARIN uses for the same things.
const fields: Record<string, Field> = {
  inetnum: 'range',
  inet6num: 'range',
  netrange: 'range',
  netname: 'netname',
  descr: 'descr',
  country: 'country',
  status: 'status',
  nettype: 'status',
  org: 'organization',
  organisation: 'organization',
  orgid: 'organization',
  custid: 'organization',
  'org-name': 'organizationName',
  orgname: 'organizationName',
  custname: 'organizationName',
  customername: 'organizationName',
  'org-type': 'organizationType',
  'mnt-by': 'maintainer',
  'last-modified': 'changed',
  changed: 'changed',
  updated: 'changed',
  source: 'source',
};

const registries: ReadonlySet<string> = new Set(['RIPE', 'APNIC', 'AFRINIC', 'ARIN', 'LACNIC']);

const colon = 0x3a;
const blank = 0x20;
const longestName = 16;
const maxMemoized = 1000;

/** Keyed by a hash of the lower-case name, so that no strings are created for the many attributes that are not read. */
const fieldsByHash = new Map<number, { bytes: Buffer; field: Field }>();
for (const [name, field] of Object.entries(fields))
  fieldsByHash.set(hashOf(Buffer.from(name), 0, name.length), { bytes: Buffer.from(name), field });

/** The bytes of a part, and the same as text: slicing one long string takes less time than decoding many short ones. */
type Part = { bytes: Buffer; latin1: string };

/**
 * Reads objects of `name: value` lines, separated by empty lines. A line that begins with a blank or a plus continues the previous line.
 * Returns whether the last object was complete. The attribute `source` is its last one; if a line break does not follow, it is complete if
 * it is the source of the object before or that of a registry.
 */
export function parseAttributes(bytes: Buffer, object: RegistryObject, onObject: () => void): boolean {
  const part = { bytes, latin1: bytes.toString('latin1') };
  let last: Field | null = null;
  let isOpen = false;
  let isWhole = true;
  let previousSource = '';
  const finish = () => {
    if (isOpen) {
      previousSource = object.source;
      onObject();
      object.clear();
    }
    isOpen = false;
    last = null;
  };
  for (let start = 0; start < bytes.length; ) {
    const lineEnd = part.latin1.indexOf('\n', start);
    const next = lineEnd < 0 ? bytes.length : lineEnd + 1;
    let end = lineEnd < 0 ? bytes.length : lineEnd;
    if (end > start && bytes[end - 1] === 0x0d) end--;
    const first = bytes[start]!;
    if (start === end) finish();
    else if (first === blank || first === 0x09 || first === 0x2b) {
      if (last !== null) continueValue(object, last, textAt(part, start + 1, end));
    }
    // Comment lines begin with % in RPSL and with # in ARIN's format.
    else if (first !== 0x25 && first !== 0x23) {
      isOpen = true;
      let separator = start + 1;
      const farthest = Math.min(end, start + longestName);
      while (separator < farthest && bytes[separator] !== colon) separator++;
      last = separator < farthest ? fieldAt(bytes, start, separator) : null;
      if (last !== null) readValue(object, last, part, separator + 1, end);
    }
    start = next;
    const isComment = first === 0x25 || first === 0x23;
    if (lineEnd < 0 && !isComment)
      isWhole = last === 'source' && object.source !== '' && (object.source === previousSource || registries.has(object.source));
  }
  isWhole &&= !isOpen || object.source !== '';
  finish();
  return isWhole;
}

/** Large parts keep the overhead of handing them to threads low. */
const partBytes = 1 << 20;
/** Far more than any object, which has a few kilobytes. */
const maxPartBytes = 16 << 20;

/** Splits a file into parts that end between two objects. The bytes of a part are copied into a buffer from `allocate`. */
export async function* readParts(input: Readable, allocate: (bytes: number) => Buffer): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  const take = () => {
    const part = allocate(length);
    let at = 0;
    for (const chunk of chunks) at += chunk.copy(part, at);
    chunks = [];
    length = 0;
    return part;
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const cut = length + chunk.length < partBytes ? 0 : endOfObjects(chunk);
    if (cut > 0) {
      chunks.push(chunk.subarray(0, cut));
      length += cut;
      yield take();
    }
    chunks.push(chunk.subarray(cut));
    length += chunk.length - cut;
    if (length > maxPartBytes) throw new NoObjects();
  }
  yield take();
}

/** The file has no empty lines, which separate the objects of a registry file. */
export class NoObjects extends Error {}

/** Returns the offset after the last empty line, where an object ends; 0 if there is none. */
function endOfObjects(chunk: Buffer): number {
  const plain = chunk.lastIndexOf('\n\n', undefined, 'latin1');
  if (plain >= 0) return plain + 2;
  const windows = chunk.lastIndexOf('\n\r\n', undefined, 'latin1');
  return windows < 0 ? 0 : windows + 3;
}

function fieldAt(chunk: Buffer, start: number, end: number): Field | null {
  const candidate = fieldsByHash.get(hashOf(chunk, start, end));
  if (candidate === undefined || candidate.bytes.length !== end - start) return null;
  for (let index = 0; index < candidate.bytes.length; index++)
    if ((chunk[start + index]! | blank) !== (candidate.bytes[index]! | blank)) return null;
  return candidate.field;
}

/** Three letters and the length are enough to distinguish the names. */
function hashOf(chunk: Buffer, start: number, end: number): number {
  return ((end - start) << 24) | ((chunk[start]! | blank) << 16) | ((chunk[(start + end) >> 1]! | blank) << 8) | (chunk[end - 1]! | blank);
}

const repeated = new RepeatedText();
const repeatedFields: ReadonlySet<Field> = new Set(['country', 'status', 'organization', 'maintainer', 'source']);

function textAt({ bytes, latin1 }: Part, start: number, end: number, mayRepeat = false): string {
  let from = start;
  let to = end;
  while (from < to && (bytes[from] === blank || bytes[from] === 0x09)) from++;
  while (to > from && (bytes[to - 1] === blank || bytes[to - 1] === 0x09)) to--;
  if (mayRepeat) return repeated.at(bytes, from, to) ?? decodeText(bytes, from, to);
  return isAscii(bytes, from, to) ? latin1.slice(from, to) : decodeText(bytes, from, to);
}

function readValue(object: RegistryObject, field: Field, part: Part, start: number, end: number): void {
  if (field === 'changed') {
    object.changedYear = Math.max(object.changedYear, yearAt(part.bytes, start, end));
    return;
  }
  if (field === 'descr' && object.descriptions.length >= maxDescriptions) return;
  setValue(object, field, textAt(part, start, end, repeatedFields.has(field)));
}

export function setValue(object: RegistryObject, field: Exclude<Field, 'changed'>, value: string): void {
  if (value === '') return;
  if (field === 'descr') object.descriptions.push(value);
  else if (field === 'country') object.country ||= countryCode(value);
  else if (field === 'maintainer') setMaintainer(object, value);
  else if (object[field] === '') object[field] = field === 'source' || field === 'status' ? upperWord(value) : value;
}

/** Prefers any other maintainer to the registry itself, which also maintains many objects. */
function setMaintainer(object: RegistryObject, value: string): void {
  if (object.maintainer === '' || /^(RIPE-NCC|APNIC-HM|AFRINIC-HM|MAINT-NULL)/i.test(object.maintainer))
    object.maintainer = value.includes(',') ? value.slice(0, value.indexOf(',')) : value;
}

const countryCode = memoized((value) => value.slice(0, 2).toUpperCase());

/** Removes a comment: `RIPE # Filtered` becomes `RIPE`. */
const upperWord = memoized((value) => {
  const comment = value.indexOf('#');
  return (comment < 0 ? value : value.slice(0, comment).trim()).toUpperCase();
});

/** Caches the results, because there are few distinct values. */
function memoized(convert: (value: string) => string): (value: string) => string {
  const results = new Map<string, string>();
  return (value) => {
    const cached = results.get(value);
    if (cached !== undefined) return cached;
    if (results.size >= maxMemoized) results.clear();
    const result = convert(value);
    results.set(value, result);
    return result;
  };
}

function continueValue(object: RegistryObject, field: Field, value: string): void {
  if (value === '') return;
  if (field === 'descr' && object.descriptions.length > 0) object.descriptions.push(`${object.descriptions.pop()} ${value}`);
  if (field === 'organizationName') object.organizationName += ` ${value}`;
}

/** Finds the year in `2019-04-03T09:12:44Z` or `hostmaster@example.net 20190403`: the first number after a blank that can be a year. */
function yearAt(chunk: Buffer, start: number, end: number): number {
  for (let index = start; index + 6 <= end; index++) {
    if (index > start && chunk[index - 1] !== blank && chunk[index - 1] !== 0x09) continue;
    const year = (chunk[index]! - 48) * 1000 + (chunk[index + 1]! - 48) * 100 + (chunk[index + 2]! - 48) * 10 + (chunk[index + 3]! - 48);
    if (year >= 1980 && year < 2100) return year;
  }
  return 0;
}

/** Like `yearAt`, for text. */
export function yearIn(text: string): number {
  const bytes = Buffer.from(text);
  return yearAt(bytes, 0, bytes.length);
}
