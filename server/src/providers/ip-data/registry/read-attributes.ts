import type { Readable } from 'node:stream';
import { decodeText, readLines } from './line-reader.ts';
import { mostDescriptions, type RegistryObject } from './registry-object.ts';

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

const colon = 0x3a;
const blank = 0x20;
const longestName = 16;

/** Keyed by a hash of the lower-case name, so that no strings are created for the many attributes that are not read. */
const known = new Map<number, { bytes: Buffer; field: Field }>();
for (const [name, field] of Object.entries(fields))
  known.set(hashOf(Buffer.from(name), 0, name.length), { bytes: Buffer.from(name), field });

/**
 * Reads objects of `name: value` lines, separated by empty lines. A line that begins with a blank or a plus continues the one before.
 * Returns whether the last object was complete.
 */
export async function readAttributes(input: Readable, object: RegistryObject, onObject: () => void): Promise<boolean> {
  let last: Field | null = null;
  let isOpen = false;
  const finish = () => {
    if (isOpen) {
      onObject();
      object.clear();
    }
    isOpen = false;
    last = null;
  };
  const isWholeLine = await readLines(input, (chunk, start, end) => {
    if (start === end) return finish();
    const first = chunk[start]!;
    if (first === blank || first === 0x09 || first === 0x2b) {
      if (last !== null) continueValue(object, last, textAt(chunk, start + 1, end));
      return;
    }
    // Comments of the file: % in RPSL, # in ARIN's.
    if (first === 0x25 || first === 0x23) return;
    isOpen = true;
    let separator = start + 1;
    const farthest = Math.min(end, start + longestName);
    while (separator < farthest && chunk[separator] !== colon) separator++;
    last = separator < farthest ? fieldAt(chunk, start, separator) : null;
    if (last !== null) readValue(object, last, chunk, separator + 1, end);
  });
  const isWhole = isWholeLine && (!isOpen || object.source !== '');
  finish();
  return isWhole;
}

function fieldAt(chunk: Buffer, start: number, end: number): Field | null {
  const candidate = known.get(hashOf(chunk, start, end));
  if (candidate === undefined || candidate.bytes.length !== end - start) return null;
  for (let at = 0; at < candidate.bytes.length; at++) if ((chunk[start + at]! | blank) !== (candidate.bytes[at]! | blank)) return null;
  return candidate.field;
}

/** Three letters and the length are enough to distinguish the names. */
function hashOf(chunk: Buffer, start: number, end: number): number {
  return ((end - start) << 24) | ((chunk[start]! | blank) << 16) | ((chunk[(start + end) >> 1]! | blank) << 8) | (chunk[end - 1]! | blank);
}

function textAt(chunk: Buffer, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && (chunk[from] === blank || chunk[from] === 0x09)) from++;
  while (to > from && (chunk[to - 1] === blank || chunk[to - 1] === 0x09)) to--;
  return decodeText(chunk, from, to);
}

function readValue(object: RegistryObject, field: Field, chunk: Buffer, start: number, end: number): void {
  if (field === 'changed') {
    object.changedYear = Math.max(object.changedYear, yearAt(chunk, start, end));
    return;
  }
  if (field === 'descr' && object.descriptions.length >= mostDescriptions) return;
  setValue(object, field, textAt(chunk, start, end));
}

export function setValue(object: RegistryObject, field: Exclude<Field, 'changed'>, value: string): void {
  if (value === '') return;
  if (field === 'descr') object.descriptions.push(value);
  else if (field === 'country') object.country ||= value.slice(0, 2).toUpperCase();
  else if (field === 'maintainer') setMaintainer(object, value);
  else if (object[field] === '') object[field] = field === 'source' || field === 'status' ? upperWord(value) : value;
}

/** Many objects are also maintained by the registry itself. */
function setMaintainer(object: RegistryObject, value: string): void {
  if (object.maintainer === '' || /^(RIPE-NCC|APNIC-HM|AFRINIC-HM|MAINT-NULL)/i.test(object.maintainer))
    object.maintainer = value.includes(',') ? value.slice(0, value.indexOf(',')) : value;
}

/** `RIPE # Filtered` is RIPE. */
function upperWord(value: string): string {
  const comment = value.indexOf('#');
  return (comment < 0 ? value : value.slice(0, comment).trim()).toUpperCase();
}

function continueValue(object: RegistryObject, field: Field, value: string): void {
  if (value === '') return;
  if (field === 'descr' && object.descriptions.length > 0) object.descriptions.push(`${object.descriptions.pop()} ${value}`);
  if (field === 'organizationName') object.organizationName += ` ${value}`;
}

/** Of `2019-04-03T09:12:44Z`, or `hostmaster@example.net 20190403`: the first number after a blank that can be a year. */
function yearAt(chunk: Buffer, start: number, end: number): number {
  for (let at = start; at + 6 <= end; at++) {
    if (at > start && chunk[at - 1] !== blank && chunk[at - 1] !== 0x09) continue;
    const year = (chunk[at]! - 48) * 1000 + (chunk[at + 1]! - 48) * 100 + (chunk[at + 2]! - 48) * 10 + (chunk[at + 3]! - 48);
    if (year >= 1980 && year < 2100) return year;
  }
  return 0;
}

/** The same for text. */
export function yearIn(text: string): number {
  const bytes = Buffer.from(text);
  return yearAt(bytes, 0, bytes.length);
}
