import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Feed } from '../feeds/feed.ts';
import { buildFeedOrder, orderedLeads } from '../feeds/feed-order.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import type { Scope } from '../feeds/scope.ts';
import type { FileStore, NewFile } from '../file-store.ts';
import { loadLeads } from '../leads/load-leads.ts';
import type { Place } from '../visits/place.ts';
import type { Alias } from './export-request.ts';
import { loadExportStats } from './load-export-stats.ts';
import { type ReportFormat, reportParts } from './report-format.ts';

const batchSize = 500;

type Report = {
  scope: Scope;
  feed: Feed;
  aliases: Alias[];
  format: ReportFormat;
  onBatch(doneRows: number, totalRows: number | null): Promise<void>;
};

/**
 * Writes the report of a feed: the rows, then the leads and locations they refer to. Leads are read through a cursor and buffered in a
 * second file until the rows are written, so memory use does not grow with their number.
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
  const { scope, feed, format, aliases } = report;
  const order = await buildFeedOrder({ db: trx }, scope.accountId, feed);
  await sql`
    declare leads_to_export no scroll cursor for
    ${orderedLeads(scope, feedLeads(scope, feed), order)}`.execute(trx);
  await file.write(format.opening);
  const places = new Map<string, Place>();
  let written = 0;
  for (;;) {
    const { rows } = await sql<{ company_id: string }>`fetch ${sql.lit(batchSize)} from leads_to_export`.execute(trx);
    if (rows.length === 0) break;
    const companyIds = rows.map(({ company_id }) => company_id);
    const leads = await loadLeads(trx, scope.accountId, companyIds, { parts: reportParts, interval: scope.interval });
    const stats = await loadExportStats(trx, scope, companyIds);
    let rowsText = '';
    let leadsText = '';
    for (const lead of leads) {
      const separator = written++ === 0 ? '' : ',';
      rowsText += separator + JSON.stringify(format.row(lead, stats.get(lead.companyId), scope.timezone));
      leadsText += separator + JSON.stringify(format.lead(lead, scope.timezone, aliases));
      if (lead.activity.place) places.set(lead.activity.place.id, lead.activity.place);
    }
    await file.write(rowsText);
    await leadsFile.write(leadsText);
    await report.onBatch(written, null);
  }
  await file.write(format.middle);
  await file.append(leadsFile);
  const locations = [...places.values()].map((place) => JSON.stringify(format.location(place, aliases)));
  await file.write(`${written > 0 && locations.length > 0 ? ',' : ''}${locations.join(',')}${format.closing}`);
}
