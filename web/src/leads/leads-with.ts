import type { Filter } from '../api/responses.ts';

/** The URL of the leads of the last year with a tag, list or customer profile. */
export function leadsWith(field: Filter['field'], id: string): string {
  const filters = { all: [{ field, operator: 'is', values: [id], excluded: false }] };
  return `/leads?${new URLSearchParams({ range: '365d', filters: JSON.stringify(filters) })}`;
}
