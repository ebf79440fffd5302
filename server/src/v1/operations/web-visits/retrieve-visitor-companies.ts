import { Type } from 'typebox';
import { Problem } from '../../../domain/problem.ts';
import { listVisitorCompanies } from '../../../domain/visits/list-visitor-companies.ts';
import { countryName } from '../../../lib/country-name.ts';
import { operation } from '../../operation.ts';
import { CompanyLocationV1 } from '../../schemas/company-location.ts';
import { Day } from '../../schemas/resource.ts';

export default operation({
  id: 'retrieveVisitorCompanies',
  group: 'Web Visits',
  summary: 'Retrieve Visitor Companies',
  description:
    'The companies that visited, one row per company and location, the newest visit first. Dates are days in the account’s timezone, both inclusive.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/companies',
  scope: 'web_visits:read',
  account: 'required',
  paging: 'page',
  include: ['company', 'location'],
  query: Type.Object({
    start_date: Type.Optional(Day),
    end_date: Type.Optional(Day),
    'filter[start_date]': Type.Optional(Day),
    'filter[end_date]': Type.Optional(Day),
  }),
  data: Type.Array(CompanyLocationV1),
  async handle({ ctx, account, query, page, include }) {
    const startDate = query.start_date ?? query['filter[start_date]'] ?? null;
    const endDate = query.end_date ?? query['filter[end_date]'] ?? null;
    if (startDate !== null && endDate !== null && startDate > endDate) {
      throw new Problem('invalid_input', { title: 'start_date lies after end_date.', parameter: 'start_date' });
    }
    const { rows, totalCount } = await listVisitorCompanies(ctx, account.id, { startDate, endDate, offset: page.offset, limit: page.size });
    return {
      totalCount,
      data: rows.map(({ company, place, ...row }) => ({
        type: 'company_location',
        id: `${company.id}_${place.id}`,
        attributes: {
          visits: row.visits,
          page_views: row.pageViews,
          quality: row.quality,
          intent: row.intent,
          first_visit_at: row.firstVisitAt.toISOString(),
          last_visit_at: row.lastVisitAt.toISOString(),
        },
        relationships: {
          company: {
            type: 'company',
            id: company.id,
            ...(include.has('company') && {
              attributes: {
                name: company.name,
                domain: company.domain,
                url: company.url,
                logo_url: company.logo_url,
                employee_range: company.employee_range,
                country_code: company.country_code,
              },
            }),
          },
          location: {
            type: 'location',
            id: place.id,
            ...(include.has('location') && {
              attributes: {
                country: countryName(place.country_code),
                country_code: place.country_code,
                region: place.region,
                city: place.city,
                postal_code: place.postal_code,
              },
            }),
          },
        },
      })),
    };
  },
});
