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
  /** Stores one row in the transaction `ctx.db`. Throws a Problem if that is not possible. */
  write(ctx: Context, row: Row): Promise<Written>;
};
