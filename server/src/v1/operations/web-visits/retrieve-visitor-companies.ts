import { Type } from 'typebox';
import { loadCompaniesWithIntent } from '../../../domain/companies/load-companies-with-intent.ts';
import { listVisitorCompanies } from '../../../domain/leads/list-visitor-companies.ts';
import { Problem } from '../../../domain/problem.ts';
import { operation } from '../../operation.ts';
import { locationAttributes, visitorCompany } from '../../present/web-visit.ts';
import { CompanyLocationV1 } from '../../schemas/company-location.ts';
import { feedQuery, readFeedQuery } from '../../schemas/feed-query.ts';

export default operation({
  id: 'retrieveVisitorCompanies',
  group: 'Web Visits',
  summary: 'Retrieve Visitor Companies',
  description:
    'The companies that visited and are not hidden, one row per company and location, newest visit first, or in the order of the requested feed. The dates are inclusive, in the account’s timezone. Locations always have their attributes; `include=company` adds those of the company, without charge.',
  status: 'available',
  method: 'GET',
  path: '/v1/web-visits/companies',
  scope: 'web_visits:read',
  account: 'required',
  paging: 'page',
  include: ['company', 'location'],
  query: Type.Object(feedQuery),
  data: Type.Array(CompanyLocationV1),
  errors: [404],
  async handle({ ctx, account, query, page, include }) {
    const { start_date: startDate = null, end_date: endDate = null, custom_feed_id: feedId = null } = readFeedQuery(query);
    if (startDate !== null && endDate !== null && startDate > endDate) {
      throw new Problem('invalid_input', { title: 'start_date is after end_date.', parameter: 'start_date' });
    }
    const { rows, totalCount } = await listVisitorCompanies(ctx, account, {
      startDate,
      endDate,
      feedId,
      offset: page.offset,
      limit: page.size,
    });
    const companyIds = include.has('company') ? rows.map(({ companyId }) => companyId) : [];
    const companies = await loadCompaniesWithIntent(ctx, account.id, companyIds);
    return {
      totalCount,
      data: rows.map(({ companyId, place, ...row }) => ({
        type: 'company_location',
        id: `${companyId}_${place.id}`,
        attributes: {
          visits: row.visits,
          page_views: row.pageViews,
          quality: row.quality,
          intent: row.intent,
          first_visit_at: row.firstVisitAt.toISOString(),
          last_visit_at: row.lastVisitAt.toISOString(),
        },
        relationships: {
          company: visitorCompany(companyId, companies, account.timezone),
          location: { type: 'location', id: place.id, attributes: locationAttributes(place) },
        },
      })),
    };
  },
});
