import { Fields } from './fields.ts';
import type { Importer } from './importer.ts';

/** Returns the columns that an importer reads, by running its reader on an empty record. */
export function importerColumns(importer: Pick<Importer<unknown>, 'read'>): string[] {
  const readNames = new Set<string>();
  importer.read(new Fields({}, { readNames }));
  return [...readNames];
}
