import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import type { LaneSteps } from '../lanes/lane-steps.ts';
import { StepSize } from '../lanes/step-size.ts';
import { deleteUnseenVisitors } from '../visits/delete-unseen-visitors.ts';
import { listVisitPartitions } from '../visits/ensure-partitions.ts';
import { loadRollupVisitsByKey } from '../visits/load-rollup-visits.ts';
import { recountRollups } from '../visits/recount-rollups.ts';
import { deleteVisits } from '../visits/write-visits.ts';
import { containsEmail } from './conditions.ts';
import type { ErasureReport } from './erasure-report.ts';
import type { Subject } from './subject.ts';

type Condition = RawBuilder<unknown>;
type Key = { started_at: Date; id: string };

/**
 * Searches a person's visits month by month without a lock, and deletes them in steps. Visits that contain the e-mail address are deleted
 * last, because a run after an interruption needs them to find the visitor ids of the person.
 */
export async function deleteFoundVisits(
  ctx: Context,
  steps: LaneSteps,
  accountId: string,
  condition: Condition,
  subject: Subject,
  report: ErasureReport,
): Promise<void> {
  const isNamed = subject.kind === 'email' ? containsEmail(subject.value) : sql<boolean>`false`;
  const found: (Key & { is_named: boolean })[] = [];
  for (const { from, to } of await listVisitPartitions(ctx.db)) {
    const { rows } = await sql<Key & { is_named: boolean }>`
      select started_at, id, ${isNamed} as is_named from visits
      where account_id = ${accountId} and started_at >= ${from} and started_at < ${to} and ${condition}`.execute(ctx.db);
    found.push(...rows);
  }
  found.sort((one, other) => Number(one.is_named) - Number(other.is_named));
  const size = new StepSize();
  for (let index = 0; index < found.length; ) {
    const batch = found.slice(index, index + size.rows);
    index += batch.length;
    const among = sql`(started_at, id) in (
      select * from unnest(${batch.map(({ started_at }) => started_at)}::timestamptz[], ${batch.map(({ id }) => id)}::uuid[]))`;
    await steps.run((trx) => size.measure(() => deleteVisitsOfPerson(trx, accountId, sql`${among} and ${condition}`, report)));
  }
}

/** Deletes visits, their rollups, and visitors without any visits left. The caller must hold the lanes of the account. */
export async function deleteVisitsOfPerson(
  trx: Transaction<DB>,
  accountId: string,
  condition: Condition,
  report: ErasureReport,
): Promise<void> {
  const { rows } = await sql<Key & { visitor_id: string }>`
    select started_at, id, visitor_id from visits where account_id = ${accountId} and ${condition}`.execute(trx);
  if (rows.length === 0) return;
  report.addRemoved('visits', rows.length);
  const keys = rows.map(({ id, started_at }) => ({ id, startedAtMs: started_at.getTime() }));
  const removed = await loadRollupVisitsByKey(trx, accountId, keys);
  await deleteVisits(trx, accountId, keys);
  await recountRollups(trx, accountId, { removed, written: [] });
  report.addRemoved('visitors', await deleteUnseenVisitors(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]));
}
