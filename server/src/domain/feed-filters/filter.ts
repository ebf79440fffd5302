export const operators = [
  'is',
  'is_not',
  'contains',
  'begins_with',
  'ends_with',
  'matches',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'exists',
] as const;
export type Operator = (typeof operators)[number];

export type FieldType = 'text' | 'number' | 'date' | 'boolean' | 'choice';

export type FilterValue = string | number | boolean;

/** A condition on one field. It holds if any value matches or, when `excluded`, if none does. */
export type Filter = { field: string; operator: Operator; values: FilterValue[]; excluded: boolean };

/**
 * All conditions of `all` must hold, and at least one of each group of `any`. Saved feeds without groups have no `any`.
 */
export type Filters = { all: Filter[]; any?: Filter[][] };

/** Returns every condition of the filters, whether it must hold or is an alternative. */
export function conditionsOf<One>({ all, any = [] }: { all: One[]; any?: One[][] }): One[] {
  return [...all, ...any.flat()];
}

export const operatorsByType: Record<FieldType, readonly Operator[]> = {
  text: ['is', 'is_not', 'contains', 'begins_with', 'ends_with', 'matches', 'exists'],
  number: ['is', 'is_not', 'gt', 'gte', 'lt', 'lte', 'between', 'exists'],
  date: ['is', 'is_not', 'gt', 'gte', 'lt', 'lte', 'between', 'exists'],
  boolean: ['is', 'is_not'],
  choice: ['is', 'is_not', 'exists'],
};
