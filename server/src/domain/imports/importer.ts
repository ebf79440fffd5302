import type { Context } from '../context.ts';
import type { Fields } from './fields.ts';

export type Written = 'added' | 'updated';

/** Reads and stores the lines of one kind of import. */
export type Importer<Row> = {
  name: string;
  /** Null if the fields have errors. */
  read(fields: Fields): Row | null;
  /** The domain that identifies the company of a row; rows with the same domain are merged. */
  domainOf?(row: Row): string | undefined;
  /** True if CRM records may match companies or contacts added by this import. */
  changesDirectory?: boolean;
  /** Whether companies may become known that identification has only the names of. */
  addsCompanies?: boolean;
  /** How many rows are kept in one transaction. */
  batchSize?: number;
  /**
   * Keeps one row, in the transaction that `ctx.db` is. Throws a Problem when the row cannot be kept. With the id of an import, what
   * it changes is noted so that the import can be undone.
   */
  write(ctx: Context, row: Row, importId: string | null): Promise<Written>;
  /**
   * Keeps many rows in a few statements. Answers null for rows that must be written one by one, and null for all of them where one is
   * at fault.
   */
  writeAll?(ctx: Context, rows: readonly Row[], importId: string | null): Promise<(Written | null)[] | null>;
};
