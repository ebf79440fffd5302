/** One line of an import file: a row of CSV, or one JSON object. */
export type ImportRecord = { line: number; fields: Record<string, unknown> } | { line: number; fault: string };

export type RefusedRecord = { line: number; reasons: string[] };

export type SharedDomain = { domain: string; rows: number };

export type ImportReport = {
  read: number;
  added: number;
  updated: number;
  refused: RefusedRecord[];
  /** Columns of the file that this kind of import does not read. */
  ignoredColumns: string[];
  /** Domains that several rows have: those rows became one company. */
  sharedDomains: SharedDomain[];
  /** Nothing was kept: the report says what would happen. */
  dryRun: boolean;
};
