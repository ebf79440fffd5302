import { useFilterFields } from '../feeds/filters.ts';
import type { Interval } from '../ui/intervals.ts';
import { type LeadLinks, leadLinks } from './lead-links.ts';

/** Links to leads. Looks up the codes of industries and goals, which are shown by name but filtered by code. */
export function useLeadLinks(interval: Interval): LeadLinks {
  const fields = useFilterFields(true);
  const optionsOf = (field: string) => fields.find(({ name }) => name === field)?.options ?? [];
  return leadLinks(interval, (field, name) => optionsOf(field).find((option) => option.name === name)?.value);
}
