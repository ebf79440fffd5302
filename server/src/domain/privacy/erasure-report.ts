/** What an erasure did, by table. It holds numbers and names of tables, and nothing of the person. */
export class ErasureReport {
  readonly removed: Record<string, number> = {};
  readonly redacted: Record<string, number> = {};
  exportsMadeAnew = 0;
  /** What was found and had to stay, in words. */
  readonly left: string[] = [];

  remove(table: string, rows: bigint | number | undefined): void {
    add(this.removed, table, rows);
  }

  redact(table: string, rows: bigint | number | undefined): void {
    add(this.redacted, table, rows);
  }
}

function add(counts: Record<string, number>, table: string, rows: bigint | number | undefined): void {
  if (rows === undefined || Number(rows) === 0) return;
  counts[table] = (counts[table] ?? 0) + Number(rows);
}
