/** A stream of bytes as the archive holds it: cut into pieces, each compressed and kept as an entry of its own. */
export type Stored = { entries: string[]; bytes: number; sha256: string };

export type StoredTable = Stored & { schema: string; name: string; columns: string[]; rows: number };
export type StoredFile = Stored & { path: string; mode: number };
export type StoredSequence = { schema: string; name: string; value: string; isCalled: boolean };

/** What an archive holds. It is written last, so an archive without it is not whole. */
export type Manifest = {
  format: typeof backupFormat;
  version: number;
  /** The moment whose state the tables hold. */
  takenAt: string;
  database: { version: string; kind: 'embedded' | 'external' };
  migrations: { name: string; checksum: string }[];
  /** Names of the months in which visits lie. */
  partitions: string[];
  /** In an order in which no row refers to one that comes later. */
  tables: StoredTable[];
  sequences: StoredSequence[];
  files: StoredFile[];
  entries: { name: string; bytes: number; sha256: string }[];
};

export const backupFormat = 'leadlight-backup';
/** Grows when an older program could not read what a newer one writes. */
export const backupVersion = 1;
export const manifestName = 'manifest.json';
export const sealName = 'manifest.sha256';
