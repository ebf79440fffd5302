import type { Context } from '../context.ts';
import type { Fields } from './fields.ts';

export type Written = 'added' | 'updated';

/** Knows one kind of import: what a line means, and how it is kept. */
export type Importer<Row> = {
  name: string;
  /** Null when the fields have faults. */
  read(fields: Fields): Row | null;
  /** The domain by which a row finds its company, where rows with the same one are merged. */
  domainOf?(row: Row): string | undefined;
  /** Whether companies or contacts may become known that CRM records name. */
  changesDirectory?: boolean;
  /** Keeps one row, in the transaction that `ctx.db` is. Throws a Problem when the row cannot be kept. */
  write(ctx: Context, row: Row): Promise<Written>;
};
