import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { storeEventIds } from '../ingestion/filters/store-event-ids.ts';
import { LaneSteps } from '../lanes/lane-steps.ts';
import { updateItemCounts } from '../lists/item-counts.ts';
import { startReattribution } from '../reattribution/start-reattribution.ts';
import { ownedRows, visitsByKey } from './conditions.ts';
import { eraseFoundMentions, eraseMentions, findMentions } from './erase-mentions.ts';
import { deleteFoundVisits, deleteVisitsOfPerson } from './erase-visits.ts';
import type { ErasureReport } from './erasure-report.ts';
import { findInEventQueue } from './find-in-event-queue.ts';
import { findPersonKeys } from './person.ts';
import type { Subject } from './subject.ts';
import type { TextTable } from './text-tables.ts';

/**
 * Erases a person from an account. The search does not block the pipeline; the data found is erased in short steps that hold the lanes. The
 * erasure can be interrupted at any time: another run erases what is left.
 *
 * Events that are still in the queue cannot bring the person's data back. Queue entries of the subject are removed first, and those of the
 * person's other visitor ids once these are known. The ids of their events are stored, so that the pipeline drops repeated events as
 * duplicates.
 */
export async function eraseInAccount(
  ctx: Context,
  accountId: string,
  subject: Subject,
  tables: readonly TextTable[],
  report: ErasureReport,
  betweenSteps?: () => Promise<void>,
): Promise<void> {
  const steps = new LaneSteps(ctx, accountId, betweenSteps);
  const inAccount = sql`account_id = ${accountId}`;
  const queueTables = tables.filter(({ name }) => name === 'inbox' || name === 'dead_letters');
  await steps.run(async (trx) => {
    await eraseWaiting(ctx, trx, accountId, subject, [], report);
    for (const table of queueTables) await eraseMentions(trx, table, inAccount, subject, report);
  });
  const keys = await findPersonKeys(ctx.db, accountId, subject);
  const owned = ownedRows(accountId, { ...keys, backlog: [] }, subject);
  // All mentions are found before anything else is erased, because the search fails if a mention cannot be redacted.
  const mentions = [];
  for (const table of tables) {
    const ownCondition = owned.get(table.name);
    const where = ownCondition === undefined ? inAccount : sql`${inAccount} and not coalesce(${ownCondition}, false)`;
    mentions.push({ table, found: await findMentions(ctx.db, table, where, subject) });
  }
  const deleteOwned = async (trx: Transaction<DB>) => {
    for (const [name, condition] of owned) {
      if (name === 'visits' || name === 'visitors') continue;
      if (name === 'learned_addresses') await deleteLearnedAddresses(ctx, trx, accountId, condition, report);
      else if (name === 'list_items') await deleteListItems(trx, accountId, condition, report);
      else await deleteRows(trx, name, sql`${inAccount} and ${condition}`, report);
    }
  };
  await steps.run(async (trx) => {
    await eraseWaiting(ctx, trx, accountId, subject, keys.visitorIds, report);
    await deleteOwned(trx);
  });
  // Visits and visitors are deleted after the other rows of the person, because a repeated run needs them to find those rows. Mentions are
  // found by their text.
  const visits = owned.get('visits');
  if (visits !== undefined) await deleteFoundVisits(ctx, steps, accountId, visits, subject, report);
  await steps.run(async (trx) => {
    // Delete what was stored after the search.
    const newVisits = visitsByKey(keys);
    if (newVisits !== null) await deleteVisitsOfPerson(trx, accountId, newVisits, report);
    await deleteOwned(trx);
    const visitors = owned.get('visitors');
    if (visitors !== undefined) await deleteRows(trx, 'visitors', sql`${inAccount} and ${visitors}`, report);
  });
  for (const { table, found } of mentions)
    await eraseFoundMentions((step) => steps.run(step), table, { where: inAccount, found }, subject, report);
}

async function deleteRows(trx: Transaction<DB>, table: string, where: ReturnType<typeof sql>, report: ErasureReport): Promise<void> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${where}`.execute(trx);
  report.addRemoved(table, numAffectedRows);
}

async function deleteListItems(
  trx: Transaction<DB>,
  accountId: string,
  condition: ReturnType<typeof sql>,
  report: ErasureReport,
): Promise<void> {
  const { rows } = await sql<{ list_id: string }>`
    delete from list_items where account_id = ${accountId} and ${condition} returning list_id`.execute(trx);
  await updateItemCounts(trx, accountId, { removed: rows.map(({ list_id }) => list_id) });
  report.addRemoved('list_items', rows.length);
}

/** Removes the queue entries and dead letters of the subject and of the given visitors. */
async function eraseWaiting(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  subject: Subject,
  visitorIds: readonly string[],
  report: ErasureReport,
): Promise<void> {
  const backlog = await findInEventQueue(ctx, trx, accountId, subject, new Set(visitorIds));
  const hits = backlog.flatMap((row) => row.hits.map((hit) => ({ hit })));
  if (hits.length > 0) await storeEventIds(trx, ctx, accountId, hits);
  for (const { table, lane, id, rest } of backlog) {
    const where = sql`account_id = ${accountId} and lane = ${lane} and id = ${id}`;
    if (rest === null) {
      await sql`delete from ${sql.table(table)} where ${where}`.execute(trx);
      report.addRemoved(table, 1);
    } else {
      await sql`update ${sql.table(table)} set body = ${rest.body}, events = ${rest.events} where ${where}`.execute(trx);
      report.addRedacted(table, 1);
    }
  }
}

/** Deletes the addresses that were learned from the person, and re-evaluates the affected visits of others. */
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
  report.addRemoved('learned_addresses', rows.length);
  const addressKeys = [...new Set(rows.map(({ address_key }) => address_key))];
  await startReattribution(ctx, trx, accountId, 'person erased', { addressKeys });
}
