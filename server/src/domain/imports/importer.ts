import type { StoredWords } from '../companies/index-company-names.ts';
import type { Context } from '../context.ts';
import type { Problem } from '../problem.ts';
import type { Fields } from './fields.ts';

export type Written = 'added' | 'updated';

export type BatchState = {
  stored: StoredWords;
  /** Waits until the preceding batch is committed, if it is written concurrently. */
  waitForEarlier(): Promise<void>;
};

/** Reads and stores the rows of one kind of import. */
export type Importer<Row> = {
  name: string;
  /** Null if the fields have errors. */
  read(fields: Fields): Row | null;
  /** The domain that identifies the company of a row; rows with the same domain are merged. */
  domainOf?(row: Row): string | undefined;
  /** A domain of the row that is not used, because many companies have it. */
  ignoredDomainOf?(row: Row): string | undefined;
  /** The domain that a stored row lost, or took from an earlier one, because another company has it. */
  separateDomainOf?(row: Row): string | undefined;
  /**
   * The keys that identify the company of a row; null if the row may read or change other companies. Two consecutive batches without a
   * common key are written concurrently.
   */
  keysOf?(row: Row): string[] | null;
  /** Whether the row was stored without its group, because that is not in the directory or is the company's own. */
  isGroupSkipped?(row: Row): boolean;
  /** True if the import changes the directory. CRM records are then matched again, and all leads are checked against all feeds. */
  changesDirectory?: boolean;
  /** True if the import may add companies that identification knows only by name. */
  addsCompanies?: boolean;
  /** Full-text and trigram indexes of the tables that the import fills. */
  searchIndexes?: readonly string[];
  /** Number of rows stored per transaction. */
  batchSize?: number;
  /**
   * Stores one row in the transaction `ctx.db`. Throws a Problem if the row cannot be stored. If an import id is given, the changes
   * are recorded so that the import can be undone.
   */
  write(ctx: Context, row: Row, importId: string | null): Promise<Written>;
  /**
   * Stores many rows in a few statements. Returns a Problem for rows that cannot be stored, and null for those that must be written one
   * by one. An importer with `keysOf` must call `waitForEarlier` before it changes any records except those that it has just added.
   */
  writeAll?(ctx: Context, rows: readonly Row[], importId: string | null, state: BatchState): Promise<(Written | Problem | null)[]>;
};
