import type { Context } from '../context.ts';

export type SampleOwner = { accountId: string; userId: string };

/** Simulated visits and the work of a team on the leads, for an account in which people try the product. */
export type SampleSource = {
  /** Creates the goals, feeds and profiles that do not exist yet. */
  populate(ctx: Context, owner: SampleOwner): Promise<void>;
  /** Returns the events up to `now`, in batches, in the format of the server-side tracking API. */
  events(now: Date): Promise<unknown[][]>;
  /** Adds tags, notes and assignments after the visits have been stored. Can be repeated after an interruption. */
  simulateLeadActivity(ctx: Context, owner: SampleOwner): Promise<void>;
};
