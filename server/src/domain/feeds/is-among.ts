import { type RawBuilder, sql } from 'kysely';
import type { Condition } from './value-test.ts';

/**
 * SQL condition: the lead `l` is among the companies of a subquery. `coalesce` forces a hashed subplan, which runs once. As a join, each
 * lead would be fetched separately, and in an account without planner statistics the subquery would run once per lead.
 */
export function isAmong(companies: RawBuilder<unknown>): Condition {
  return sql`coalesce(l.company_id in (${companies}), false)`;
}
