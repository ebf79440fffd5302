import type { Filters } from '../feed-filters/filter.ts';
import type { LeadSort } from '../feeds/lead-sort.ts';

export type ExportStatus = 'pending' | 'processed' | 'failed';

export type Alias = { name: string; alias: string };

/** Formats of the lead table. The report of the earlier API has its own format. */
export const tableFormats = ['csv', 'xlsx', 'json'] as const;
export type TableFormat = (typeof tableFormats)[number];
export type ExportFormat = TableFormat | 'report';

/** State of the lead list when the export was requested, besides the feed and the days. */
export type TableSelection = { filters: Filters; search: string; sort: LeadSort; descending: boolean; companyIds: string[] | null };

/** A request for a file with leads of a feed. */
export type ExportRequest = {
  id: string;
  accountId: string;
  status: ExportStatus;
  createdAt: Date;
  /** Set when the file is complete. */
  fileName: string | null;
};

export const exportRetentionDays = 7;
