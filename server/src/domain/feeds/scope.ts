import type { CustomFieldTypes } from './catalogue.ts';
import type { Condition } from './value-test.ts';
import type { Window } from './window.ts';

/** Whose leads are asked for, and when "now" is. Every condition binds the account itself, so none can reach another one. */
export type Scope = {
  accountId: string;
  timezone: string;
  window: Window;
  now: Date;
  /** What each ideal customer profile of the account asks of the company `c`, by its id. */
  profiles: ReadonlyMap<string, Condition>;
  customFields: CustomFieldTypes;
  /** Leaves companies out that the account may not contact. */
  onlyContactable?: boolean;
};
