/** A file of the operator's own, a published directory, or a register of legal entities, which has no domains. */
export type RecordSource = 'own' | 'directory' | 'register';

/** One record of an import file: a CSV row or a JSON object, or the reason why it cannot be read. */
export type ImportRecord =
  | {
      line: number;
      fields: Record<string, unknown>;
      /** True if the group of a company may be unknown: published directories refer to companies that they do not contain. */
      isGroupOptional?: boolean;
      source?: RecordSource;
    }
  | { line: number; fault: string };

export type RefusedRecord = { line: number; reasons: string[] };

export type SharedDomain = {
  domain: string;
  rows: number;
  /** True for the domain of an e-mail or Internet provider, which no company got. */
  ignored?: true;
  /** True for rows that became companies without the domain, because a company with another name has it. Other rows were merged. */
  separate?: true;
};

export type ImportReport = {
  read: number;
  added: number;
  updated: number;
  /** Number of rejected lines, and the first of them with their reasons. */
  refusedLines: number;
  refused: RefusedRecord[];
  /** Columns of the file that this kind of import does not read. */
  ignoredColumns: string[];
  /** Domains that occur in several rows or belong to providers. */
  sharedDomains: SharedDomain[];
  /** Number of stored records whose group was left out, because it is not in the directory or is the company's own. */
  skippedGroups: number;
  /** Whether nothing was stored and the report describes the expected result. */
  dryRun: boolean;
};
