import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { leadsToMove, loadLeadIndustries, moveIndustries, storeIndustries } from './lead-industries.ts';
import type { RebuildProgress } from './rebuild-progress.ts';
import { RollupChanges } from './rollup-changes.ts';
import { writeRollups } from './write-rollups.ts';

/** The last steps of a rebuild: what is derived from rollups that are complete and have days of a single time zone. */

type Account = { accountId: string; timezone: string; generation: number };

/** Sets the visits of the next days to those in the rollups of the dashboard. */
export async function rebuildVisitDays(
  trx: Transaction<DB>,
  { accountId, generation }: Account,
  progress: RebuildProgress,
  maxDays: number,
): Promise<RebuildProgress> {
  const after = progress.from_day ?? '-infinity';
  const counted = sql`visit_rollups where account_id = ${accountId} and generation = ${generation}::smallint and unit = 'day' and kind = 'all'`;
  const { rows } = await sql<{ day: string }>`
    select day from (
      (select distinct day from visit_days where account_id = ${accountId} and day > ${after}::date order by day limit ${maxDays})
      union (select day from ${counted} and day > ${after}::date order by day limit ${maxDays})) as next
    order by day limit ${maxDays}`.execute(trx);
  const last = rows.at(-1)?.day;
  if (last === undefined) return { ...progress, step: 'industries', from_day: null };
  await sql`delete from visit_days where account_id = ${accountId} and day > ${after}::date and day <= ${last}::date`.execute(trx);
  await sql`
    insert into visit_days (account_id, day, bucket, visits)
    select account_id, day, 0, identified from ${counted} and day > ${after}::date and day <= ${last}::date and identified > 0`.execute(
    trx,
  );
  return { ...progress, from_day: last };
}

/** Counts the visits of the next leads for the current industries of their companies. */
export async function rebuildIndustries(
  trx: Transaction<DB>,
  { accountId, timezone, generation }: Account,
  progress: RebuildProgress,
  maxLeads: number,
): Promise<RebuildProgress> {
  const { rows } = await sql<{ id: string }>`
    select company_id as id from leads where account_id = ${accountId} and company_id > ${progress.last_id ?? '0'}
    order by company_id limit ${maxLeads}`.execute(trx);
  const last = rows.at(-1);
  if (last === undefined) return { ...progress, step: 'lead_windows', last_id: null };
  const moved = leadsToMove(
    await loadLeadIndustries(
      trx,
      accountId,
      rows.map(({ id }) => id),
    ),
    false,
  );
  if (moved.length > 0) {
    const changes = new RollupChanges(timezone);
    const current = { generation, timezone, untilMs: Number.POSITIVE_INFINITY };
    await moveIndustries(trx, { accountId, generation: current, isRebuilding: false }, moved, changes);
    await writeRollups(trx, { accountId, generation }, changes);
    await storeIndustries(trx, accountId, moved);
  }
  return { ...progress, last_id: last.id };
}

/** Recounts the leads of the next stored interval. Everywhere else, their number is only adjusted by differences. */
export async function recountLeadWindow(trx: Transaction<DB>, { accountId }: Account, progress: RebuildProgress): Promise<RebuildProgress> {
  // Locks the row first: otherwise, a change that is committed while the update waits for it would not be counted.
  const { rows } = await sql<{ id: string }>`
    select id from lead_windows where account_id = ${accountId} and id > ${progress.last_id ?? '0'} order by id limit 1 for no key update`.execute(
    trx,
  );
  const [window] = rows;
  if (!window) return { ...progress, step: 'clear_previous', last_id: null };
  await sql`
    update lead_windows set leads = (
      select count(*) from lead_window_rollups s where s.account_id = ${accountId} and s.window_id = ${window.id})
    where account_id = ${accountId} and id = ${window.id} and built_at is not null`.execute(trx);
  return { ...progress, last_id: window.id };
}
