import type { Industries, Location, Revenue } from '../companies/company-conditions.ts';

/** Criteria of a company search, as in the body of the request. Criteria are combined with AND, the values of one criterion with OR. */
export type CompanySearch = {
  search_terms?: string[];
  locations?: Location[];
  industries?: Industries;
  employee_ranges?: string[];
  revenue?: Revenue;
  icp_ids?: string[];
  tag_ids?: string[];
  list_ids?: string[];
  filters?: {
    has_phone?: boolean;
    has_email?: boolean;
    has_social_media_profiles?: boolean;
    do_not_contact?: boolean;
    has_financials_revenue?: boolean;
    has_financials_earnings?: boolean;
    has_financials_net_worth?: boolean;
    has_ip_addresses?: boolean;
    /** Whether the company visited the account's site. */
    has_visited?: boolean;
  };
};
