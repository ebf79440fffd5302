import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';

export type CheckedAccount = {
  id: string;
  timezone: string;
  /** All days on which the account has visits, from the first to the last, and the moments at which they begin. */
  days: string[];
  starts: Date[];
};

/** What is stored and what a recount gives, as people read them. Null where there is nothing. */
export type Difference = { subject: string; stored: string | null; counted: string | null };

export type CheckResult = { differences: number; examples: Difference[] };

/** Work of the background that is not done yet; what it will change cannot be judged before. */
export type PendingWork = 'day_rebuild' | 'reattribution';

export type Check = {
  name: string;
  description: string;
  /** The work that must be done before the check makes sense. */
  after: readonly PendingWork[];
  run(trx: Transaction<DB>, account: CheckedAccount, onVisits: (checked: number) => void): Promise<CheckResult>;
};

export const mostExamples = 20;
