import type { Lead } from '../leads/lead.ts';
import type { Place } from '../visits/place.ts';
import type { Alias } from './export-request.ts';

export type LeadStats = { bounces: number; keywords: string[] };

/** How the interface that asks for a report writes its parts. The use case decides which leads are in it and in which order. */
export type ReportFormat = {
  /** What stands before the rows, between the rows and the records that they refer to, and after these. */
  opening: string;
  middle: string;
  closing: string;
  row(lead: Lead, stats: LeadStats | undefined, timezone: string): unknown;
  lead(lead: Lead, timezone: string, aliases: Alias[]): unknown;
  location(place: Place, aliases: Alias[]): unknown;
};
