import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { itemAt } from '../../lib/item-at.ts';
import { containsPattern, escapeLike, prefixPattern } from '../../lib/like-pattern.ts';
import type { FieldType, Filter } from '../feed-filters/filter.ts';

export type Condition = RawBuilder<boolean>;
export type Column = RawBuilder<unknown>;

/** Builds a condition on a column from the operator and values of a filter, without its exclusion. */
export type ValueTest = (column: Column) => Condition;

/**
 * Returns the test for an operator and its values. Values are always bound parameters. `is_not` returns the same test as `is`; the caller
 * negates the whole condition, so null counts as "is not".
 */
export function valueTest(type: FieldType, { operator, values }: Pick<Filter, 'operator' | 'values'>): ValueTest {
  if (operator === 'exists') return (column) => (type === 'text' ? sql`coalesce(${column}, '') <> ''` : sql`${column} is not null`);
  switch (type) {
    case 'text':
      return textTest(operator, values.map(String));
    case 'number':
      return rangeTest(operator, values, (value) => sql`${value}::double precision`);
    case 'date':
      return rangeTest(operator, values, (value) => sql`${storableDay(String(value))}::date`);
    case 'boolean':
      return (column) => sql`${column} = any(${values}::boolean[])`;
    case 'choice':
      return (column) => sql`(${column})::text = any(${values.map(String)}::text[])`;
  }
}

/** Ignores case. The star is the only wildcard, so no pattern can cause catastrophic backtracking. */
function textTest(operator: Filter['operator'], values: string[]): ValueTest {
  const lowered = values.map((value) => value.toLowerCase());
  if (operator === 'is' || operator === 'is_not') return (column) => sql`lower(${column}) = any(${lowered}::text[])`;
  const patterns = lowered.map((value) => likePattern(operator, value));
  return (column) => sql`lower(${column}) like any(${patterns}::text[])`;
}

/** PostgreSQL has no year 0. */
function storableDay(day: string): string {
  return day < '0001' ? '0001-01-01' : day;
}

function likePattern(operator: Filter['operator'], value: string): string {
  switch (operator) {
    case 'contains':
      return containsPattern(value);
    case 'begins_with':
      return prefixPattern(value);
    case 'ends_with':
      return `%${escapeLike(value)}`;
    default:
      return escapeLike(value).replace(/\*+/g, '%');
  }
}

function rangeTest(operator: Filter['operator'], values: Filter['values'], cast: (value: Filter['values'][number]) => Column): ValueTest {
  const signs = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;
  return (column) => {
    if (operator === 'between') return sql`${column} between ${cast(firstOf(values))} and ${cast(itemAt(values, 1))}`;
    const sign = isKeyOf(signs, operator) ? signs[operator] : sql`=`;
    return sql`(${sql.join(
      values.map((value) => sql`${column} ${sign} ${cast(value)}`),
      sql` or `,
    )})`;
  };
}
