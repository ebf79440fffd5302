import { byteOrderMark, type CsvValue, csvLine } from '../../lib/format-csv.ts';
import { workbookBytes } from '../../lib/workbook.ts';
import { mayBeContacted } from '../companies/do-not-contact.ts';
import type { Context } from '../context.ts';
import type { NewFile } from '../file-store.ts';
import { buildLeadConditions } from '../leads/build-lead-conditions.ts';
import type { LeadQuery } from '../leads/lead-query.ts';
import { listLeadIds } from '../leads/list-lead-ids.ts';
import { searchLeads } from '../leads/search-leads.ts';
import { getOutreach } from '../settings/outreach.ts';
import { listTags } from '../tags/list-tags.ts';
import { loadUserNames } from '../users/load-user-names.ts';
import type { TableFormat, TableSelection } from './export-request.ts';
import { leadTableColumns } from './lead-table-columns.ts';

const batchSize = 500;
const header = leadTableColumns.map(({ name }) => name);

type LeadTable = {
  accountId: string;
  from: string;
  to: string;
  feedId: string;
  format: TableFormat;
  selection: TableSelection;
  onBatch(doneRows: number, totalRows: number, skippedRows: number): Promise<void>;
};

type Rows = AsyncIterable<readonly CsvValue[]>;

/** Exports the lead table, as shown in the web application, as CSV, Excel or JSON. Reads and writes rows in batches. */
export async function writeLeadTable(ctx: Context, table: LeadTable): Promise<NewFile> {
  const file = await ctx.files.create();
  try {
    for await (const piece of pieces(ctx, table.format, readRows(ctx, table))) await file.write(piece);
    return file;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

function pieces(ctx: Context, format: TableFormat, rows: Rows): AsyncIterable<string | Uint8Array> {
  if (format === 'csv') return csvPieces(rows);
  return format === 'json' ? jsonPieces(rows) : workbookBytes({ name: 'Leads', header, rows, createdAt: ctx.clock.now() });
}

async function* csvPieces(rows: Rows): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(header);
  for await (const row of rows) yield csvLine(row);
}

async function* jsonPieces(rows: Rows): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(Object.fromEntries(header.map((name, index) => [name, row[index]])));
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* readRows(ctx: Context, { accountId, from, to, feedId, selection, onBatch }: LeadTable): AsyncGenerator<CsvValue[]> {
  const { filters, search, sort, descending, companyIds } = selection;
  const conditions = await buildLeadConditions(ctx, { accountId, from, to, feedId, filters });
  const { skip_do_not_contact } = await getOutreach(ctx, accountId);
  const order = { accountId, from, to, sort, descending, hidden: false };
  const query: LeadQuery = { ...order, search, conditions, ...(companyIds ? { companyIds } : {}) };
  const all = await listLeadIds(ctx, query);
  const ids = skip_do_not_contact ? await listLeadIds(ctx, { ...query, conditions: [...conditions, mayBeContacted(accountId)] }) : all;
  const skippedRows = all.length - ids.length;
  const { tags } = await listTags(ctx, accountId);
  const tagNames = new Map(tags.map(({ id, name }) => [id, name]));
  await onBatch(0, ids.length, skippedRows);
  for (let index = 0; index < ids.length; index += batchSize) {
    const batchIds = ids.slice(index, index + batchSize);
    const batchQuery = { ...order, search: '', conditions: [], companyIds: batchIds, offset: 0, limit: batchSize };
    const { leads } = await searchLeads(ctx, batchQuery);
    const members = await loadUserNames(
      ctx,
      leads.flatMap(({ assigneeId }) => assigneeId ?? []),
    );
    for (const lead of leads) yield leadTableColumns.map(({ read }) => read(lead, { tags: tagNames, members }));
    await onBatch(index + leads.length, ids.length, skippedRows);
  }
}
