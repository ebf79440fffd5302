import type { Filter, Filters } from '../feed-filters/filter.ts';
import { Problem } from '../problem.ts';
import { type CustomFieldTypes, type FeedField, feedField } from './feed-fields.ts';
import { parseFilter } from './parse-filters.ts';

/** Fills in the defaults of stored filters. They were validated when written. */
export function storedFilters(stored: unknown): Filters {
  const { all } = stored as { all: (Pick<Filter, 'field'> & Partial<Filter>)[] };
  return {
    all: all.map(({ field, operator = 'is', values = [], excluded = false }) => ({ field, operator, values, excluded })),
  };
}

/**
 * Returns a stored filter in applicable form. Null if its field no longer exists or its values do not fit the field; such a condition
 * matches no lead (even if excluding) instead of breaking the feed.
 */
export function applicableFilter(stored: Filter, customFields: CustomFieldTypes): { field: FeedField; filter: Filter } | null {
  try {
    const filter = parseFilter(stored, customFields, '');
    return { field: feedField(filter.field, customFields)!, filter };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
