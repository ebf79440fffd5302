import type { ImportRecord } from './import-record.ts';
import { readJsonObject } from './read-json-object.ts';

/** Bounds memory for an object that is never closed. */
const maxObjectLength = 5_000_000;

/**
 * Reads the objects of the first list of objects in a JSON document, one at a time. The line number of a record is the number of its
 * object. In data dumps, the document is the list; results of a query service contain it in `results.bindings`.
 */
export async function* readJsonArray(chunks: AsyncIterable<string>): AsyncGenerator<ImportRecord> {
  let number = 0;
  let text = '';
  let at = 0;
  let objectStart = -1;
  let depth = 0;
  let isInString = false;
  let isInList = false;
  for await (const chunk of chunks) {
    text += chunk;
    if (!isInList) {
      const found = /\[\s*\{/.exec(text);
      if (found === null) {
        // Retains the end, because the beginning of the list may be split between two chunks.
        text = text.slice(-100);
        continue;
      }
      isInList = true;
      at = found.index + 1;
    }
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isInString) {
        if (code === 0x5c) at++;
        else if (code === 0x22) isInString = false;
      } else if (code === 0x22) isInString = true;
      else if (code === 0x7b || code === 0x5b) {
        if (depth++ === 0) objectStart = at;
      } else if (code === 0x7d || code === 0x5d) {
        if (depth === 0) return;
        if (--depth === 0) yield readJsonObject(++number, text.slice(objectStart, at + 1));
      }
    }
    const processedLength = depth === 0 ? text.length : objectStart;
    text = text.slice(processedLength);
    at -= processedLength;
    objectStart = 0;
    if (text.length > maxObjectLength) {
      yield { line: number + 1, fault: 'it is too long or not closed' };
      return;
    }
  }
  if (depth > 0) yield { line: number + 1, fault: 'the file ends in the middle of a record' };
}
