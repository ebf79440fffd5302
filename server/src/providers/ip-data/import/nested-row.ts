import type { Row } from '../adapters/adapter.ts';

const paths = new Map<string, string[]>();

/** Reads fields of an object, including nested ones: `country.iso_code`, `subdivisions.0.names.en`. */
export function nestedRow(record: unknown): Row {
  return (field) => {
    let value = record;
    for (const key of pathOf(field)) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = Reflect.get(value, key);
    }
    return value;
  };
}

function pathOf(field: string): string[] {
  const path = paths.get(field) ?? field.split('.');
  paths.set(field, path);
  return path;
}

/** Collects the names of all fields with a value. The name of a nested field is its path. */
export function collectFields(record: unknown, into: Set<string>, prefix = ''): void {
  if (typeof record !== 'object' || record === null) return;
  for (const [key, value] of Object.entries(record)) {
    if (typeof value === 'object' && value !== null) collectFields(value, into, `${prefix}${key}.`);
    else into.add(`${prefix}${key}`);
  }
}
