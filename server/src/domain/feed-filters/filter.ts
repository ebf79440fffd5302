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

/** Combined with AND. */
export type Filters = { all: Filter[] };

export const operatorsByType: Record<FieldType, readonly Operator[]> = {
  text: ['is', 'is_not', 'contains', 'begins_with', 'ends_with', 'matches', 'exists'],
  number: ['is', 'is_not', 'gt', 'gte', 'lt', 'lte', 'between', 'exists'],
  date: ['is', 'is_not', 'gt', 'gte', 'lt', 'lte', 'between', 'exists'],
  boolean: ['is', 'is_not'],
  choice: ['is', 'is_not', 'exists'],
};
