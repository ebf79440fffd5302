import { Type } from 'typebox';
import { searchCompanies } from '../../../domain/company-search/search-companies.ts';
import { operation } from '../../operation.ts';
import { CompanySummaryV1, companySummaryV1 } from '../../schemas/company-summary.ts';
import { CompanySearchV1 } from '../../schemas/search.ts';

export default operation({
  id: 'searchCompanies',
  group: 'Companies',
  summary: 'Search Companies',
  description:
    'Summaries of the companies that meet all criteria; inside of one criterion one of its values is enough. Names and domains forgive typing errors; with search terms the best come first. `total_count` is left out where more than 10,000 companies are found.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/search',
  scope: 'companies:read',
  account: 'required',
  credits: 'Nothing.',
  paging: 'cursor',
  body: CompanySearchV1,
  data: Type.Array(CompanySummaryV1),
  example: { body: { search_terms: ['siemens'], locations: [{ country_code: 'DE' }] } },
  async handle({ ctx, account, body, page }) {
    const { companies, nextCursor, totalCount } = await searchCompanies(ctx, account.id, body, page);
    return { data: companies.map(companySummaryV1), nextCursor, totalCount: totalCount ?? undefined };
  },
});
