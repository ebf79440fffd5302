import { sql } from 'kysely';
import { employeeRanges } from '../companies/employee-range.ts';
import type { FeedField } from './feed-fields.ts';

/** Fields from the company directory. */
export const companyFields: readonly FeedField[] = [
  {
    name: 'industry_code',
    label: 'Industry',
    description: 'An industry by its code; a group of industries includes all of its members.',
    type: 'choice',
    needsCompany: true,
    condition: (test, _scope, { operator }) =>
      operator === 'exists'
        ? sql`cardinality(c.industry_codes) > 0`
        : // Selects the industries once, not for each company.
          sql`c.industry_codes && coalesce((
          select array_agg(i.code) from industries i where ${test(sql`i.code`)} or coalesce(${test(sql`i.parent_code`)}, false)), '{}')`,
  },
  {
    name: 'employee_range',
    label: 'Employees',
    description: 'The range in which the number of employees lies.',
    type: 'choice',
    choices: employeeRanges,
    needsCompany: true,
    condition: (test) => test(sql`c.employee_range`),
  },
  {
    name: 'revenue',
    label: 'Revenue',
    description: 'The yearly revenue, in its own currency.',
    type: 'number',
    needsCompany: true,
    condition: (test) =>
      test(sql`case when jsonb_typeof(c.revenue -> 'value') = 'number' then (c.revenue ->> 'value')::double precision end`),
  },
  {
    name: 'company_name',
    label: 'Company name',
    description: 'The name of the company, or one of its other names.',
    type: 'text',
    needsCompany: true,
    condition: (test) =>
      sql`(${test(sql`c.name`)} or exists (select 1 from unnest(c.alternative_names) as other where ${test(sql`other`)}))`,
  },
  {
    name: 'headquarters_country_code',
    label: 'Headquarters country',
    description: 'The country of the company’s headquarters, as a two-letter code.',
    type: 'text',
    needsCompany: true,
    condition: (test) => test(sql`c.country_code`),
  },
  {
    name: 'headquarters_city',
    label: 'Headquarters city',
    description: 'The city of the company’s headquarters.',
    type: 'text',
    needsCompany: true,
    condition: (test) => test(sql`c.city`),
  },
  {
    name: 'domain',
    label: 'Domain',
    description: 'The main domain of the company.',
    type: 'text',
    needsCompany: true,
    condition: (test) => test(sql`c.domain`),
  },
];
