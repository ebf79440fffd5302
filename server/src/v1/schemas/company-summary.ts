import { Type } from 'typebox';
import type { CompanySummary } from '../../domain/companies/load-summaries.ts';
import { addressOf, industriesOf, moneyOf } from '../present/company-attributes.ts';
import { CompanyAddress, CompanyIndustries, money } from './company.ts';
import { Exact, OrNull, RecordId } from './resource.ts';

const text = OrNull(Type.String());

export const CompanySummaryV1 = Exact(
  {
    type: Type.Literal('company_summary'),
    id: RecordId,
    attributes: Exact({
      name: Type.String(),
      url: text,
      domain: text,
      logo_url: text,
      employee_range: text,
      industries: CompanyIndustries,
      address: CompanyAddress,
      revenue: money,
      meta: Exact({ do_not_contact: Type.Boolean(), num_contacts: Type.Integer() }),
    }),
  },
  { $id: 'CompanySummaryV1' },
);

export function companySummaryV1(company: CompanySummary) {
  return {
    type: 'company_summary',
    id: company.id,
    attributes: {
      name: company.name,
      url: company.url,
      domain: company.domain,
      logo_url: company.logo_url,
      employee_range: company.employee_range,
      industries: industriesOf(company.industries),
      address: addressOf(company),
      revenue: moneyOf(company.revenue),
      meta: { do_not_contact: company.do_not_contact, num_contacts: company.num_contacts },
    },
  };
}
