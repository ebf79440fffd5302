import type { Lead } from '../leads/lead.ts';
import type { Place } from '../visits/place.ts';
import type { Alias } from './export-request.ts';
import type { ExportStats } from './load-export-stats.ts';

/** The parts of a lead that a report shows. */
export const reportParts = ['activity', 'profile'] as const;

export type ReportedLead = Lead<(typeof reportParts)[number]>;

/** Formats the parts of a report for the interface that requests it. `writeReport` selects and orders the leads. */
export type ReportFormat = {
  /** Text before the rows, between the rows and the records they refer to, and at the end. */
  opening: string;
  middle: string;
  closing: string;
  row(lead: ReportedLead, stats: ExportStats | undefined, timezone: string): unknown;
  lead(lead: ReportedLead, timezone: string, aliases: Alias[]): unknown;
  location(place: Place, aliases: Alias[]): unknown;
};
