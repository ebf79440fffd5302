export type ExportStatus = 'pending' | 'processed' | 'failed';

export type Alias = { name: string; alias: string };

/** Someone's wish to have all leads of a feed in one file. */
export type ExportRequest = {
  id: string;
  accountId: string;
  status: ExportStatus;
  createdAt: Date;
  /** Only once the file is there. */
  fileName: string | null;
};

export const daysKept = 7;
