import type { CompanyCompleteness } from './quality.ts';

type KnownColumns = {
  domain: string | null;
  industry_codes: string[];
  employee_range: string | null;
  country_code: string | null;
  city: string | null;
  phone_numbers: string[];
  description: string | null;
  revenue: unknown;
};

/** Directory data that counts towards the quality of a lead. */
export function completenessOf(company: KnownColumns): CompanyCompleteness {
  return {
    domain: company.domain !== null,
    industry: company.industry_codes.length > 0,
    employeeRange: company.employee_range !== null,
    country: company.country_code !== null,
    city: company.city !== null,
    phone: company.phone_numbers.length > 0,
    description: company.description !== null,
    revenue: company.revenue !== null,
  };
}
