import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';

/** A generation of an account's rollups: the one that is read, or the one that a rebuild writes. */
export type RollupGeneration = {
  generation: number;
  /** The time zone of its days. */
  timezone: string;
  /** It counts only visits that started before this time. */
  untilMs: number;
};

export type RollupState = {
  /** All generations in which visits are counted. */
  generations: RollupGeneration[];
  /** Whether the rollups of companies may still have days of different time zones. */
  isRebuilding: boolean;
};

export type RollupStateRow = {
  timezone: string;
  rollup_generation: number;
  rollup_timezone: string | null;
  counted_until: Date | null;
  is_rebuilding: boolean;
};

/**
 * Columns of an account `a` and its rebuild `r`, which may not exist, for `rollupState`. Read them while holding a lane: they change only
 * while all lanes are locked.
 */
export const rollupStateColumns = sql`a.timezone, a.rollup_generation, r.timezone as rollup_timezone, r.counted_until,
  coalesce(r.step in ('clear', 'companies', 'visits'), false) as is_rebuilding`;

export function rollupState(row: RollupStateRow): RollupState {
  const { timezone, rollup_generation: generation, counted_until: countedUntil } = row;
  const generations = [{ generation, timezone: row.rollup_timezone ?? timezone, untilMs: Number.POSITIVE_INFINITY }];
  if (countedUntil !== null) generations.push({ generation: nextGeneration(generation), timezone, untilMs: countedUntil.getTime() });
  return { generations, isRebuilding: row.is_rebuilding };
}

/** Loads the state for changes outside of the pipeline. The caller must hold a lane of the account. */
export async function loadRollupState(trx: Transaction<DB>, accountId: string): Promise<{ timezone: string; rollups: RollupState }> {
  const { rows } = await sql<RollupStateRow>`
    select ${rollupStateColumns} from accounts a left join day_rebuilds r on r.account_id = a.id where a.id = ${accountId}`.execute(trx);
  const account = firstOf(rows);
  return { timezone: account.timezone, rollups: rollupState(account) };
}

/** There are two generations, which take turns. */
export function nextGeneration(generation: number): number {
  return 1 - generation;
}
