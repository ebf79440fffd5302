import type { Filters } from '../feed-filters/filter.ts';
import type { LeadSort } from '../feeds/lead-sort.ts';

export type ExportStatus = 'pending' | 'processed' | 'failed';

export type Alias = { name: string; alias: string };

/** Formats of the table of leads. The report of the earlier interface is a format of its own. */
export const tableFormats = ['csv', 'xlsx', 'json'] as const;
export type TableFormat = (typeof tableFormats)[number];
export type ExportFormat = TableFormat | 'report';

/** What the list showed when its export was asked for, beyond the feed and the days. */
export type TableSelection = { filters: Filters; search: string; sort: LeadSort; descending: boolean; companyIds: string[] | null };

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
