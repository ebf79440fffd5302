import { useMemo } from 'react';
import type { Filter, FilterField } from '../api/answers.ts';
import { useAccountQuery } from '../api/use-account-query.ts';
import { formatEmployeeRange } from '../lib/format.ts';

export type { Filter, FilterField };

export const operatorNames: Record<string, string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  begins_with: 'begins with',
  ends_with: 'ends with',
  matches: 'matches (* for anything)',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  between: 'between',
  exists: 'is known',
};

export const emptyFilter: Filter = { field: 'page_url', operator: 'contains', values: [], excluded: false };

export function useFilterFields(isNeeded: boolean): FilterField[] {
  const { data } = useAccountQuery('/feed-fields', { enabled: isNeeded, staleTime: 60_000 });
  return useMemo(() => (data ?? []).map(withWrittenRanges), [data]);
}

function withWrittenRanges(field: FilterField): FilterField {
  if (field.name !== 'employee_range' || !field.options) return field;
  return { ...field, options: field.options.map(({ value }) => ({ value, name: formatEmployeeRange(value) })) };
}

/** Reads filters from an address. Malformed ones are dropped here; the server reports what is wrong. */
export function readFilters(text: string | null): Filter[] {
  if (!text) return [];
  try {
    return (JSON.parse(text) as { all: Filter[] }).all ?? [];
  } catch {
    return [];
  }
}

export function writeFilters(filters: Filter[]): string | null {
  const complete = filters.filter(isComplete);
  return complete.length === 0 ? null : JSON.stringify({ all: complete });
}

export function isComplete({ operator, values }: Filter): boolean {
  return operator === 'exists' || (operator === 'between' ? values.length === 2 : values.length > 0);
}

/** The display name of a value. */
export function valueName(field: FilterField | undefined, value: Filter['values'][number]): string {
  if (typeof value === 'boolean' || field?.type === 'boolean') return String(value) === 'true' ? 'yes' : 'no';
  return field?.options?.find((option) => option.value === String(value))?.name ?? String(value);
}

/** A condition as a sentence. */
export function filterWords(filter: Filter, field: FilterField | undefined): string {
  const label = field?.label ?? filter.field;
  const values = filter.values.map((value) => valueName(field, value)).join(filter.operator === 'between' ? ' and ' : ' or ');
  return `${filter.excluded ? 'Not: ' : ''}${label} ${operatorNames[filter.operator]?.replace(/ \(.*/, '') ?? filter.operator} ${values}`.trim();
}
