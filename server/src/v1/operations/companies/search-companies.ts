import { Type } from 'typebox';
import { searchCompanies } from '../../../domain/company-search/search-companies.ts';
import { noCredits, operation } from '../../operation.ts';
import { CompanySummaryV1, companySummaryV1 } from '../../schemas/company-summary.ts';
import { CompanySearchV1 } from '../../schemas/search.ts';

export default operation({
  id: 'searchCompanies',
  group: 'Companies',
  summary: 'Search Companies',
  description:
    'Summaries of the companies that meet all criteria; the values of a criterion are alternatives. Names and domains tolerate typos; with search terms, the best matches come first. `total_count` is omitted if more than 10,000 companies match, or more than 2,000 with search terms.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/search',
  scope: 'companies:read',
  account: 'required',
  credits: noCredits,
  paging: 'cursor',
  body: CompanySearchV1,
  data: Type.Array(CompanySummaryV1),
  example: { body: { search_terms: ['siemens'], locations: [{ country_code: 'DE' }] } },
  async handle({ ctx, account, body, page }) {
    const { companies, nextCursor, totalCount } = await searchCompanies(ctx, account.id, body, page);
    return { data: companies.map(companySummaryV1), nextCursor, totalCount: totalCount ?? undefined };
  },
});
