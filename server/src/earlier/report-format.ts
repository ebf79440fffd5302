import type { Alias } from '../domain/exports/export-request.ts';
import type { ReportFormat } from '../domain/exports/report-format.ts';
import { dayOf } from '../lib/zoned-days.ts';
import { sharedLeadAttributes } from './resources/lead.ts';
import { locationAttributes } from './resources/location.ts';

/** The report file of an export: rows, followed by the leads and locations that the rows refer to. */
export const reportFormat: ReportFormat = {
  opening: '{"data":[',
  middle: '],"included":[',
  closing: ']}',
  row: (lead, stats, timezone) => ({
    type: 'timeline_rows',
    id: lead.companyId,
    attributes: {
      keywords: stats?.keywords ?? [],
      // The quality of a report row is at least 1.
      quality: Math.max(1, lead.activity.quality.score),
      stats: {
        bounces: stats?.bounces ?? 0,
        last_visit: lead.activity.lastVisitAt === null ? null : dayOf(lead.activity.lastVisitAt.getTime(), timezone),
        pageviews: lead.activity.pageViews,
        visits: lead.activity.visits,
      },
    },
    relationships: { lead: { data: { type: 'leads', id: lead.companyId } } },
  }),
  lead: (lead, timezone, aliases) => ({
    type: 'leads',
    id: lead.companyId,
    attributes: withAliases(sharedLeadAttributes(lead, timezone), aliases),
    relationships: { location: { data: lead.activity.place === null ? null : { type: 'locations', id: lead.activity.place.id } } },
  }),
  location: (place, aliases) => ({ type: 'locations', id: place.id, attributes: withAliases(locationAttributes(place), aliases) }),
};

function withAliases(attributes: Record<string, unknown>, aliases: Alias[]): Record<string, unknown> {
  const aliased = aliases.flatMap(({ name, alias }) => (name in attributes ? [[alias, attributes[name]] as const] : []));
  return { ...attributes, ...Object.fromEntries(aliased) };
}
