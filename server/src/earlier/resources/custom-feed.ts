import type { Feed } from '../../domain/feeds/feed.ts';
import type { Criterion } from '../../domain/feeds/load-feed-criteria.ts';
import type { Resource } from '../document.ts';

export function customFeedResource({ id, name }: Feed, criteria: Criterion[]): Resource {
  return {
    type: 'custom_feeds',
    id,
    attributes: {
      name,
      criteria: criteria.map(({ searchValue, excluded, criterionType, displayValue }) => ({
        search_value: searchValue,
        excluded,
        criterion_type: criterionType,
        display_value: displayValue,
      })),
    },
  };
}
