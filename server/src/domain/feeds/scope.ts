import type { CustomFieldTypes } from './feed-fields.ts';
import type { GoalPages } from './load-goal-pages.ts';
import type { Condition } from './value-test.ts';
import type { VisitInterval } from './visit-interval.ts';

/** The account and time that conditions refer to. Every condition is bound to the account, so none can read another account's data. */
export type Scope = {
  accountId: string;
  timezone: string;
  interval: VisitInterval;
  now: Date;
  /** SQL conditions on company `c`, by id of the ideal customer profile. */
  profiles: ReadonlyMap<string, Condition>;
  customFields: CustomFieldTypes;
  /** Pages on the way to the goals that the filters refer to. */
  goalPages: GoalPages;
  /** Excludes companies that the account must not contact. */
  onlyContactable?: boolean;
};
