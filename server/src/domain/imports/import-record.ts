/** One line of an import file: a row of CSV, or one JSON object. */
export type ImportRecord = { line: number; fields: Record<string, unknown> } | { line: number; fault: string };

export type RefusedRecord = { line: number; reasons: string[] };

export type ImportReport = {
  read: number;
  added: number;
  updated: number;
  refused: RefusedRecord[];
  /** Nothing was kept: the report says what would happen. */
  dryRun: boolean;
};
