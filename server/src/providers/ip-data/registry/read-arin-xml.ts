import type { Readable } from 'node:stream';
import { decodeText, readLines } from './line-reader.ts';
import { setValue, yearIn } from './read-attributes.ts';
import type { RegistryObject } from './registry-object.ts';

const element = /^<(\/?)([\w:.-]+)(?=[\s/>])[^>]*>(?:([^<]*)<\/\2>)?$/;
const root = 'bulkwhois';
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Types of nets that are assigned to an end user: reassignments and direct assignments. All others are allocated to providers, or reserved,
 * such as IU (IANA special use). https://www.arin.net/resources/manage/regrws/payloads/#net-block-payload
 */
const assignments = new Set(['S', 'DS']);

/**
 * Reads the nets and organizations of ARIN's bulk XML, which has one element per line. Returns whether the file is complete: its root, if it has
 * one, and its last object are closed.
 */
export async function readArinXml(input: Readable, object: RegistryObject, onObject: () => void): Promise<boolean> {
  let inside: 'net' | 'org' | null = null;
  let depth = 0;
  let first = '';
  let last = '';
  let isRootOpen = false;
  await readLines(input, (chunk, start, end) => {
    const line = decodeText(chunk, start, end).trim();
    const parts = element.exec(line);
    if (parts === null || parts[0].endsWith('/>')) {
      if (line.includes(`<${root}`)) isRootOpen = true;
      return;
    }
    const [, slash, tag = '', value] = parts;
    if (inside === null) {
      if (tag === root) isRootOpen = slash === '';
      if (slash === '' && value === undefined && (tag === 'net' || tag === 'org' || tag === 'customer')) {
        inside = tag === 'net' ? 'net' : 'org';
        depth = 0;
        first = '';
        last = '';
        object.clear();
      }
      return;
    }
    if (value === undefined) {
      if (slash === '') depth++;
      else if (depth > 0) depth--;
      else {
        object.source = 'ARIN';
        onObject();
        inside = null;
      }
      return;
    }
    const text = value.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole).trim();
    if (tag === 'type' && inside === 'net') setValue(object, 'status', assignments.has(text) ? 'ASSIGNED' : 'ALLOCATED');
    if (depth > 0) {
      if (tag === 'code2') setValue(object, 'country', text);
      return;
    }
    if (tag === 'startAddress') first = text;
    else if (tag === 'endAddress') last = text;
    else if (tag === 'orgHandle' || tag === 'customerHandle') setValue(object, 'organization', text);
    else if (tag === 'handle' && inside === 'org') setValue(object, 'organization', text);
    else if (tag === 'name') setValue(object, inside === 'org' ? 'organizationName' : 'netname', text);
    else if (tag === 'updateDate') object.changedYear = yearIn(text);
    if (first !== '' && last !== '') object.range = `${first} - ${last}`;
  });
  const isWhole = inside === null && !isRootOpen;
  object.clear();
  return isWhole;
}
