/** Alert settings of a feed. */
export type Subscription = {
  /** E-mail to the owner of the feed. */
  email: boolean;
  /** Additional users who get e-mail. */
  recipients: string[];
  /** URL of the webhook. */
  webhook: string | null;
  /** No alerts for now; leads that enter the feed meanwhile are not announced later. */
  paused: boolean;
};

export const noSubscription: Subscription = { email: false, recipients: [], webhook: null, paused: false };

/** Subscriptions stored by older versions lack newer fields. */
export function readSubscription(stored: unknown): Subscription {
  return { ...noSubscription, ...(stored as Partial<Subscription>) };
}
