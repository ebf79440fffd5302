import type { Context } from '../context.ts';

export type SampleOwner = { accountId: string; userId: string };

/** Simulated visits and the work of a team on them, for an account in which people try the product. */
export type SampleSource = {
  /** Creates goals, feeds and profiles. */
  populate(ctx: Context, owner: SampleOwner): Promise<void>;
  /** The events of the days up to now, in batches, in the format of the server-side tracking API. */
  events(now: Date): Promise<unknown[][]>;
  /** Tags, notes and assignments, once the visits are there. */
  workOnLeads(ctx: Context, owner: SampleOwner): Promise<void>;
};
