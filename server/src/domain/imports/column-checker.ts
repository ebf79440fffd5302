import { Problem } from '../problem.ts';
import type { Importer } from './importer.ts';
import { importerColumns } from './importer-columns.ts';

/**
 * Finds columns that the import does not read. A CSV file is rejected because of its header before anything is stored; in JSON Lines a
 * later line may have a new field, and only that line is rejected. If unknown columns are ignored, they are only collected.
 */
export class ColumnChecker {
  readonly #importer: string;
  readonly #known: ReadonlySet<string>;
  readonly #ignoresUnknown: boolean;
  readonly #ignored = new Set<string>();
  #isFirst = true;

  constructor(importer: Pick<Importer<unknown>, 'name' | 'read'>, ignoresUnknown: boolean) {
    this.#importer = importer.name;
    this.#known = new Set(importerColumns(importer));
    this.#ignoresUnknown = ignoresUnknown;
  }

  get ignored(): string[] {
    return [...this.#ignored];
  }

  /**
   * Returns the unknown fields of a record, which is rejected if there are any. Throws if the first record has unknown fields. If unknown
   * fields are ignored, collects them and returns none.
   */
  check(fields: Record<string, unknown>): string[] {
    const unknown = Object.keys(fields).filter((name) => !this.#known.has(name));
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!this.#ignoresUnknown) {
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
    `The file has columns that an import of ${importer} does not read: ${names}. Accepted columns: ${known.join(', ')}. Rename or remove the unknown ones, or import without them (--ignore-unknown-columns).`,
  );
}
