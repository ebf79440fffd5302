import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import type { Feed } from '../feeds/feed.ts';
import { feedOrder, orderedLeads } from '../feeds/feed-order.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import type { Scope } from '../feeds/scope.ts';
import type { FileStore, NewFile } from '../files.ts';
import type { Lead } from '../leads/lead.ts';
import { loadLeads } from '../leads/load-leads.ts';
import type { Place } from '../visits/place.ts';
import type { Alias } from './export-request.ts';
import { loadExportStats } from './load-export-stats.ts';
import { reportLead } from './report-lead.ts';
import { reportLocation } from './report-location.ts';

const batchSize = 500;

export type Report = { scope: Scope; feed: Feed; aliases: Alias[]; onBatch(doneRows: number, totalRows: number | null): Promise<void> };

/**
 * Writes the report of a feed: rows first, then the leads and locations that they refer to. The leads come through a cursor and
 * go to a second file until the rows are done, so memory does not grow with their number.
 */
export async function writeReport(trx: Transaction<DB>, files: FileStore, report: Report): Promise<NewFile> {
  const file = await files.create();
  const leadsFile = await files.create();
  try {
    await writeParts(trx, report, file, leadsFile);
    return file;
  } catch (error) {
    await file.discard();
    await leadsFile.discard();
    throw error;
  }
}

async function writeParts(trx: Transaction<DB>, report: Report, file: NewFile, leadsFile: NewFile) {
  const { scope, feed } = report;
  const order = await feedOrder({ db: trx }, scope.accountId, feed);
  await sql`
    declare leads_to_export no scroll cursor for
    ${orderedLeads(scope, feedLeads(scope, feed), order)}`.execute(trx);
  await file.write('{"data":[');
  const places = new Map<string, Place>();
  let written = 0;
  for (;;) {
    const { rows } = await sql<{ company_id: string }>`fetch ${sql.lit(batchSize)} from leads_to_export`.execute(trx);
    if (rows.length === 0) break;
    const companyIds = rows.map(({ company_id }) => company_id);
    const leads = await loadLeads(trx, scope.accountId, companyIds, scope.window);
    const stats = await loadExportStats(trx, scope, companyIds);
    let rowsText = '';
    let leadsText = '';
    for (const lead of leads) {
      const separator = written++ === 0 ? '' : ',';
      rowsText += separator + JSON.stringify(row(lead, stats.get(lead.id), scope.timezone));
      leadsText += separator + JSON.stringify(includedLead(lead, report));
      if (lead.place) places.set(lead.place.id, lead.place);
    }
    await file.write(rowsText);
    await leadsFile.write(leadsText);
    await report.onBatch(written, null);
  }
  await file.write('],"included":[');
  await file.append(leadsFile);
  const locations = [...places.values()].map((place) =>
    JSON.stringify({ type: 'locations', id: place.id, attributes: withAliases(reportLocation(place), report.aliases) }),
  );
  await file.write(`${written > 0 && locations.length > 0 ? ',' : ''}${locations.join(',')}]}`);
}

function row(lead: Lead, stats: { bounces: number; keywords: string[] } | undefined, timezone: string) {
  return {
    type: 'timeline_rows',
    id: lead.id,
    attributes: {
      keywords: stats?.keywords ?? [],
      // Rows of the report begin at 1. Spec, Limits, earlier interface 5.
      quality: Math.max(1, lead.quality),
      stats: {
        bounces: stats?.bounces ?? 0,
        last_visit: lead.newestVisitAt === null ? null : dayOf(lead.newestVisitAt.getTime(), timezone),
        pageviews: lead.pageViews,
        visits: lead.visits,
      },
    },
    relationships: { lead: { data: { type: 'leads', id: lead.id } } },
  };
}

function includedLead(lead: Lead, { scope, aliases }: Report) {
  return {
    type: 'leads',
    id: lead.id,
    attributes: withAliases(reportLead(lead, scope.timezone), aliases),
    relationships: { location: { data: lead.place === null ? null : { type: 'locations', id: lead.place.id } } },
  };
}

function withAliases(attributes: Record<string, unknown>, aliases: Alias[]): Record<string, unknown> {
  const further = aliases.flatMap(({ name, alias }) => (name in attributes ? [[alias, attributes[name]] as const] : []));
  return { ...attributes, ...Object.fromEntries(further) };
}
