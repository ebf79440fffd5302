import { Problem } from '../problem.ts';
import { columnsOfImporter } from './columns-of-importer.ts';
import type { Importer } from './importer.ts';

/**
 * Finds what a file brings and its import does not read. A table is refused as a whole by its heading, before anything is kept; of
 * JSON lines a later one may bring a new field, and is then refused by itself.
 */
export class KnownColumns {
  readonly #importer: string;
  readonly #known: ReadonlySet<string>;
  readonly #isIgnoring: boolean;
  readonly #ignored = new Set<string>();
  #isFirst = true;

  constructor(importer: Pick<Importer<unknown>, 'name' | 'read'>, isIgnoring: boolean) {
    this.#importer = importer.name;
    this.#known = new Set(columnsOfImporter(importer));
    this.#isIgnoring = isIgnoring;
  }

  get ignored(): string[] {
    return [...this.#ignored];
  }

  /** The names for which the record is to be refused. */
  check(fields: Record<string, unknown>): string[] {
    const unknown = Object.keys(fields).filter((name) => !this.#known.has(name));
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!this.#isIgnoring) {
      if (isFirst && unknown.length > 0) throw unknownColumns(this.#importer, unknown, [...this.#known]);
      return unknown;
    }
    for (const name of unknown) this.#ignored.add(name);
    return [];
  }
}

export function unknownColumns(importer: string, unknown: readonly string[], known: readonly string[]): Problem {
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  return new Problem(
    'invalid_input',
    `The file has columns that an import of ${importer} does not read: ${names}. Accepted columns: ${known.join(', ')}. Rename or remove them, or import without them (--ignore-unknown-columns).`,
  );
}
