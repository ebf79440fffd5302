import { required } from '../../lib/required.ts';
import type { Filter, Filters } from '../feed-filters/filter.ts';
import { Problem } from '../problem.ts';
import { type CustomFieldTypes, type FeedField, feedField } from './feed-fields.ts';
import { parseFilter } from './parse-filters.ts';

/** Filters as stored: valid when they were written, possibly without defaults. */
type StoredFilter = Pick<Filter, 'field'> & Partial<Filter>;
export type StoredFilters = { all: StoredFilter[]; any?: StoredFilter[][] };

/** Fills in the defaults of stored filters. */
export function withFilterDefaults({ all, any }: StoredFilters): Filters {
  return { all: all.map(withDefaults), ...(any && { any: any.map((group) => group.map(withDefaults)) }) };
}

function withDefaults({ field, operator = 'is', values = [], excluded = false }: StoredFilter): Filter {
  return { field, operator, values, excluded };
}

/**
 * Returns a stored filter and its field, with parsed values. Null if its field no longer exists or its values do not fit the field; such a
 * condition matches no lead (even if excluding) instead of breaking the feed.
 */
export function applicableFilter(stored: Filter, customFields: CustomFieldTypes): { field: FeedField; filter: Filter } | null {
  try {
    const filter = parseFilter(stored, customFields, '');
    return { field: required(feedField(filter.field, customFields), filter.field), filter };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
