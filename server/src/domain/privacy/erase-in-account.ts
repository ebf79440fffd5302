import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../events/lanes.ts';
import { storeEventIds } from '../ingestion/filters/store-event-ids.ts';
import { startReattribution } from '../reattribution/start-reattribution.ts';
import { deleteUnseenVisitors } from '../visits/delete-unseen-visitors.ts';
import { loadVisitsToSum } from '../visits/load-summed-visits.ts';
import { recountVisitSums } from '../visits/recount-visit-sums.ts';
import { deleteVisits } from '../visits/write-visits.ts';
import { mentionedIn, ownedRows, tableOf, withoutMentions } from './conditions.ts';
import type { ErasureReport } from './erasure-report.ts';
import { findPerson, type Person } from './person.ts';
import type { Subject } from './subject.ts';
import type { TextTable } from './text-tables.ts';

/**
 * Erases a person from an account in the caller's transaction. Holds the lanes, so that no waiting event can restore the person: their
 * requests are removed from the inbox, and repeated events are dropped as duplicates.
 */
export async function eraseInAccount(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  subject: Subject,
  tables: TextTable[],
  report: ErasureReport,
): Promise<Person> {
  await lockLanes(trx, accountId);
  const person = await findPerson(ctx, trx, accountId, subject);
  const hits = person.backlog.flatMap((row) => row.hits.map((hit) => ({ hit })));
  if (hits.length > 0) await storeEventIds(trx, ctx, accountId, hits);
  for (const { table, lane, id, rest } of person.backlog) {
    if (rest === null) continue;
    await sql`
      update ${sql.table(table)} set body = ${rest.body}, events = ${rest.events}
      where account_id = ${accountId} and lane = ${lane} and id = ${id}`.execute(trx);
    report.redact(table, 1);
  }
  const whole = { ...person, backlog: person.backlog.filter(({ rest }) => rest === null) };
  for (const [name, condition] of ownedRows(accountId, whole, subject)) {
    if (name === 'visits') await removeVisits(trx, accountId, condition, report);
    else if (name === 'learned_addresses') await deleteLearnedAddresses(ctx, trx, accountId, condition, report);
    else
      report.remove(
        name,
        (await sql`delete from ${sql.table(name)} where account_id = ${accountId} and ${condition}`.execute(trx)).numAffectedRows,
      );
  }
  for (const table of tables) await eraseMentions(trx, table, sql`account_id = ${accountId}`, subject, report);
  return person;
}

/** Deletes visits, their sums, and visitors without any visits left. */
async function removeVisits(
  trx: Transaction<DB>,
  accountId: string,
  condition: ReturnType<typeof sql>,
  report: ErasureReport,
): Promise<void> {
  const { rows } = await sql<{ started_at: Date; id: string; visitor_id: string }>`
    select started_at, id, visitor_id from visits where account_id = ${accountId} and ${condition}`.execute(trx);
  if (rows.length === 0) return;
  report.remove('visits', rows.length);
  const keys = rows.map(({ id, started_at }) => ({ id, startedAtMs: started_at.getTime() }));
  const removed = await loadVisitsToSum(trx, accountId, keys);
  await deleteVisits(trx, accountId, keys);
  await recountVisitSums(trx, accountId, { removed, written: [] });
  report.remove('visitors', await deleteUnseenVisitors(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]));
}

/** Deletes what was learned about addresses from the person and re-evaluates affected visits of others. */
async function deleteLearnedAddresses(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  condition: ReturnType<typeof sql>,
  report: ErasureReport,
): Promise<void> {
  const { rows } = await sql<{ address_key: string }>`
    delete from learned_addresses where account_id = ${accountId} and ${condition} returning address_key`.execute(trx);
  if (rows.length === 0) return;
  report.remove('learned_addresses', rows.length);
  const addressKeys = [...new Set(rows.map(({ address_key }) => address_key))];
  await startReattribution(ctx, trx, accountId, 'person erased', { addressKeys });
}

/** Redacts mentions of the subject in texts and documents. Rows with a mention in the primary key are deleted. */
export async function eraseMentions(
  trx: Transaction<DB>,
  table: TextTable,
  which: ReturnType<typeof sql>,
  subject: Subject,
  report: ErasureReport,
): Promise<void> {
  const inKey = mentionedIn(
    table.columns.filter(({ isKey }) => isKey),
    subject,
  );
  if (inKey !== null)
    report.remove(table.name, (await sql`delete from ${tableOf(table)} where ${which} and ${inKey}`.execute(trx)).numAffectedRows);
  const columns = table.columns.filter(({ isKey }) => !isKey);
  const inText = mentionedIn(columns, subject);
  const changes = withoutMentions(table, subject);
  if (inText === null || changes === null) return;
  report.redact(table.name, (await sql`update ${tableOf(table)} set ${changes} where ${which} and ${inText}`.execute(trx)).numAffectedRows);
}
