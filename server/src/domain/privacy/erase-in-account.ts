import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { storeEventIds } from '../ingestion/filters/store-event-ids.ts';
import { LaneSteps } from '../lanes/lane-steps.ts';
import { StepSize } from '../lanes/step-size.ts';
import { updateItemCounts } from '../lists/item-counts.ts';
import { startReattribution } from '../reattribution/start-reattribution.ts';
import { ownedRows, visitsByKey } from './conditions.ts';
import { eraserOf, inErasureOrder } from './erase-counted-mentions.ts';
import { eraseFoundMentions, eraseMentions, findMentions } from './erase-mentions.ts';
import { deleteFoundVisits, deleteVisitsOfPerson } from './erase-visits.ts';
import type { ErasureReport } from './erasure-report.ts';
import { type BacklogRow, backlogTables, type QueuePosition, queueStart, searchQueuePage } from './find-in-event-queue.ts';
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
  contactIds: string[],
  tables: readonly TextTable[],
  report: ErasureReport,
  betweenSteps?: () => Promise<void>,
): Promise<void> {
  const steps = new LaneSteps(ctx, accountId, betweenSteps);
  const inAccount = sql`account_id = ${accountId}`;
  await eraseWaiting(ctx, steps, accountId, subject, [], report, async (trx, name, where) => {
    for (const table of tables.filter((one) => one.name === name)) await eraseMentions(trx, table, where, subject, report);
  });
  const keys = await findPersonKeys(ctx.db, accountId, subject, contactIds);
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
  await eraseWaiting(ctx, steps, accountId, subject, keys.visitorIds, report);
  await steps.run(deleteOwned);
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
  for (const { table, found } of inErasureOrder(mentions)) {
    const eraseRows = eraserOf(table, accountId);
    await eraseFoundMentions((step) => steps.run(step), table, { where: inAccount, found }, subject, report, eraseRows);
  }
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

/** Removes the queue entries and dead letters of the subject and of the given visitors. `alsoErase` runs in the step of each page. */
async function eraseWaiting(
  ctx: Context,
  steps: LaneSteps,
  accountId: string,
  subject: Subject,
  visitorIds: readonly string[],
  report: ErasureReport,
  alsoErase?: (trx: Transaction<DB>, table: string, where: RawBuilder<unknown>) => Promise<void>,
): Promise<void> {
  const size = new StepSize();
  for (const table of backlogTables) {
    for (let after: QueuePosition | null = queueStart; after !== null; ) {
      const request = { table, after, maxRows: size.rows };
      after = await steps.run((trx) =>
        size.measure(async () => {
          const { found, where, next } = await searchQueuePage(trx, accountId, subject, new Set(visitorIds), request);
          for (const row of found) await eraseBacklogRow(ctx, trx, accountId, row, report);
          await alsoErase?.(trx, table, where);
          return next;
        }),
      );
    }
  }
}

async function eraseBacklogRow(
  ctx: Context,
  trx: Transaction<DB>,
  accountId: string,
  { table, lane, id, hits, rest }: BacklogRow,
  report: ErasureReport,
): Promise<void> {
  await storeEventIds(
    trx,
    ctx,
    accountId,
    hits.map((hit) => ({ hit })),
  );
  const where = sql`account_id = ${accountId} and lane = ${lane} and id = ${id}`;
  if (rest === null) {
    await sql`delete from ${sql.table(table)} where ${where}`.execute(trx);
    report.addRemoved(table, 1);
  } else {
    await sql`update ${sql.table(table)} set body = ${rest.body}, events = ${rest.events} where ${where}`.execute(trx);
    report.addRedacted(table, 1);
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
