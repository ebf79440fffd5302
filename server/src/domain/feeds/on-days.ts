import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Filter } from '../feed-filters/filter.ts';
import { trackedDays } from './tracked-days.ts';
import type { Column, Condition } from './value-test.ts';

/** SQL condition: a time is within the days of a filter, in the account's time zone. */
export function onDays(column: Column, timezone: string, { operator, values }: Pick<Filter, 'operator' | 'values'>): Condition {
  if (operator === 'exists') return sql`${column} is not null`;
  const since = (day: string) => sql<boolean>`${column} >= ${new Date(startOfDayMs(day, timezone))}`;
  const before = (day: string) => sql<boolean>`${column} < ${new Date(startOfDayMs(day, timezone))}`;
  const days = values.map((value) => trackedDays(String(value), null).startDate);
  if (operator === 'between') return sql`(${since(firstOf(days))} and ${before(nextDay(itemAt(days, 1)))})`;
  const conditions = days.map((day): Condition => {
    switch (operator) {
      case 'gt':
        return since(nextDay(day));
      case 'gte':
        return since(day);
      case 'lt':
        return before(day);
      case 'lte':
        return before(nextDay(day));
      default:
        return sql`(${since(day)} and ${before(nextDay(day))})`;
    }
  });
  return sql`(${sql.join(conditions, sql` or `)})`;
}
