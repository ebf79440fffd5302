/** A stream split into chunks, each compressed and stored as a separate entry. */
export type Stored = { entries: string[]; bytes: number; sha256: string };

export type StoredTable = Stored & { schema: string; name: string; columns: string[]; rows: number };
export type StoredFile = Stored & { path: string; mode: number };
export type StoredSequence = { schema: string; name: string; value: string; isCalled: boolean };

/** Table of contents of an archive. Written after all other entries except its own checksum, so an archive without it is incomplete. */
export type Manifest = {
  format: typeof backupFormat;
  version: number;
  /** Time of the snapshot. */
  takenAt: string;
  database: { version: string; kind: 'embedded' | 'external' };
  migrations: { name: string; checksum: string }[];
  /** Monthly partitions of visits. */
  partitions: string[];
  /** Ordered so that foreign keys only refer to earlier tables. */
  tables: StoredTable[];
  sequences: StoredSequence[];
  files: StoredFile[];
  entries: { name: string; bytes: number; sha256: string }[];
};

export const backupFormat = 'leadlight-backup';
/** Incremented when a change makes backups unreadable for older versions. */
export const backupVersion = 1;
export const manifestName = 'manifest.json';
export const checksumName = 'manifest.sha256';
