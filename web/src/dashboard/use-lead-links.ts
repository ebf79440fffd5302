import { useFilterFields } from '../feeds/filters.ts';
import type { Interval } from '../ui/intervals.ts';
import { type LeadLinks, leadLinks } from './lead-links.ts';

/** Links to leads. Looks up the codes of industries, which are shown by name but filtered by code. */
export function useLeadLinks(interval: Interval): LeadLinks {
  const fields = useFilterFields(true);
  const industries = fields.find(({ name }) => name === 'industry_code')?.options ?? [];
  return leadLinks(interval, (name) => industries.find((option) => option.name === name)?.value);
}
