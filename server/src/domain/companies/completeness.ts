/** Whether each fact of a company is known. */
export type CompanyCompleteness = {
  domain: boolean;
  industry: boolean;
  employeeRange: boolean;
  country: boolean;
  city: boolean;
  phone: boolean;
  description: boolean;
  revenue: boolean;
};

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

/** Determines which facts are known. Each counts equally toward the quality of a lead. */
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
