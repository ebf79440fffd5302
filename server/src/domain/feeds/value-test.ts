import { type RawBuilder, sql } from 'kysely';
import type { FieldType, Filter } from '../feed-filters/filter.ts';

export type Condition = RawBuilder<boolean>;
export type Column = RawBuilder<unknown>;

/** Turns a column into the question whether its value fits a filter. Exclusion is not its business. */
export type ValueTest = (column: Column) => Condition;

/**
 * The question that an operator and its values ask. Values are always parameters, never text of the statement. `is_not` asks
 * the same as `is` here; the caller negates the whole condition, so that an unknown value counts as "is not".
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

/** Letter case does not matter, and a pattern has no other sign than the star: nothing in it can make the database try forever. */
function textTest(operator: Filter['operator'], values: string[]): ValueTest {
  const lowered = values.map((value) => value.toLowerCase());
  if (operator === 'is' || operator === 'is_not') return (column) => sql`lower(${column}) = any(${lowered}::text[])`;
  const patterns = lowered.map((value) => likePattern(operator, value));
  return (column) => sql`lower(${column}) like any(${patterns}::text[])`;
}

/** The calendar of the database has no year 0; nothing was visited then, nor in the year after. */
function storableDay(day: string): string {
  return day < '0001' ? '0001-01-01' : day;
}

function likePattern(operator: Filter['operator'], value: string): string {
  const literal = value.replace(/[\\%_]/g, '\\$&');
  switch (operator) {
    case 'contains':
      return `%${literal}%`;
    case 'begins_with':
      return `${literal}%`;
    case 'ends_with':
      return `%${literal}`;
    default:
      return literal.replace(/\*+/g, '%');
  }
}

function rangeTest(operator: Filter['operator'], values: Filter['values'], cast: (value: Filter['values'][number]) => Column): ValueTest {
  const signs = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;
  return (column) => {
    if (operator === 'between') return sql`${column} between ${cast(values[0]!)} and ${cast(values[1]!)}`;
    const sign = operator in signs ? signs[operator as keyof typeof signs] : sql`=`;
    return sql`(${sql.join(
      values.map((value) => sql`${column} ${sign} ${cast(value)}`),
      sql` or `,
    )})`;
  };
}
