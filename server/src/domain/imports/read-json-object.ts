import { isRecord } from '../../lib/is-record.ts';
import type { ImportRecord } from './import-record.ts';

export function readJsonObject(line: number, text: string): ImportRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { line, fields: value };
    return { line, fault: 'it is not a JSON object' };
  } catch {
    return { line, fault: 'it is not valid JSON' };
  }
}
