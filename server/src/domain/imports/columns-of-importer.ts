import { Fields } from './fields.ts';
import type { Importer } from './importer.ts';

/** The columns that an import reads: those that its reader asks for when it is given nothing. */
export function columnsOfImporter(importer: Pick<Importer<unknown>, 'read'>): string[] {
  const fields = new Fields({});
  importer.read(fields);
  return [...fields.asked];
}
