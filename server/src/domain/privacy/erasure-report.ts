/** Result of an erasure by table. Contains only counts and table names, nothing about the person. */
export class ErasureReport {
  readonly removed: Record<string, number> = {};
  readonly redacted: Record<string, number> = {};
  exportsRecreated = 0;
  /** Descriptions of data that was not erased. */
  readonly left: string[] = [];

  addRemoved(table: string, rows: bigint | number | undefined): void {
    add(this.removed, table, rows);
  }

  addRedacted(table: string, rows: bigint | number | undefined): void {
    add(this.redacted, table, rows);
  }
}

function add(counts: Record<string, number>, table: string, rows: bigint | number | undefined): void {
  if (rows === undefined || Number(rows) === 0) return;
  counts[table] = (counts[table] ?? 0) + Number(rows);
}
