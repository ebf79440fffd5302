import type { CompanySearch } from '../company-search/company-search.ts';
import type { ContactSearch } from '../contacts/contact-search.ts';
import type { ListScope } from '../lists/list.ts';
import { Problem } from '../problem.ts';
import { searchCriteria } from '../search-criteria.ts';
import type { AdvancedSearch } from './batch-job.ts';

const companyKeys: Record<keyof CompanySearch, true> = {
  search_terms: true,
  locations: true,
  industries: true,
  employee_ranges: true,
  revenue: true,
  icp_ids: true,
  tag_ids: true,
  list_ids: true,
  filters: true,
};
const contactKeys: Record<keyof ContactSearch, true> = {
  search_terms: true,
  emails: true,
  company_ids: true,
  positions: true,
  departments: true,
  hierarchy_levels: true,
  affiliation: true,
  buyer_persona_ids: true,
  filters: true,
};
const companyFilters = [
  'has_phone',
  'has_email',
  'has_social_media_profiles',
  'do_not_contact',
  'has_financials_revenue',
  'has_financials_earnings',
  'has_financials_net_worth',
  'has_ip_addresses',
];
const contactFilters = ['has_email', 'has_phone'];

const attribute = 'advanced_search';

/** Rejects unknown and empty criteria, because they would match every record. */
export function checkSearch(scope: ListScope, search: AdvancedSearch): void {
  const known: Record<string, true> = scope === 'company' ? companyKeys : contactKeys;
  const knownFilters = scope === 'company' ? companyFilters : contactFilters;
  const unknown =
    Object.keys(search).find((key) => !(key in known)) ??
    Object.keys(search.filters ?? {}).flatMap((key) => (knownFilters.includes(key) ? [] : `filters/${key}`))[0];
  if (unknown !== undefined) {
    throw new Problem('invalid_input', { title: `A search for ${scope} records has no ${unknown}.`, attribute: `${attribute}/${unknown}` });
  }
  searchCriteria(search, { attribute });
}
