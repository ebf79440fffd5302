/** Who wants to hear of new leads of a feed. */
export type Subscription = {
  /** Whether its owner does, by e-mail. */
  email: boolean;
  /** Further users of the account who do, by e-mail. */
  recipients: string[];
  /** An address of the account's own. */
  webhook: string | null;
  /** Nothing is told for now, and what comes into the feed meanwhile is no news later. */
  paused: boolean;
};

export const noSubscription: Subscription = { email: false, recipients: [], webhook: null, paused: false };

/** What was stored before a part of it existed lacks that part. */
export function readSubscription(stored: unknown): Subscription {
  return { ...noSubscription, ...(stored as Partial<Subscription>) };
}
