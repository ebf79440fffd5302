import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';

export type CheckedAccount = {
  id: string;
  timezone: string;
  /** All days from the first to the last visit, and the times at which they start. */
  days: string[];
  starts: Date[];
};

/** Stored and recounted value as text; null if missing. */
export type Difference = { subject: string; stored: string | null; counted: string | null };

export type CheckResult = { differences: number; examples: Difference[] };

/** Unfinished background work that affects the result of a check. */
export type PendingWork = 'day_rebuild' | 'reattribution';

export type Check = {
  name: string;
  description: string;
  /** The check is skipped while any of this work is pending. */
  skippedDuring: readonly PendingWork[];
  /** True if `leadlight data rebuild-rollups` rewrites what the check compares. */
  isRebuildable: boolean;
  run(trx: Transaction<DB>, account: CheckedAccount, onVisits: (checked: number) => void): Promise<CheckResult>;
};

export const maxExamples = 20;
