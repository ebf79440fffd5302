import { Type } from 'typebox';
import { builtInFeedIds } from '../../../domain/feeds/feed.ts';
import { Problem } from '../../../domain/problem.ts';
import { listVisitorCompanies } from '../../../domain/visits/list-visitor-companies.ts';
import { operation } from '../../operation.ts';
import { locationAttributes, visitorCompanyAttributes } from '../../present/web-visit.ts';
import { CompanyLocationV1 } from '../../schemas/company-location.ts';
import { feedIdPattern } from '../../schemas/custom-feed.ts';
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
    'filter[custom_feed_id]': Type.Optional(
      Type.String({
        pattern: `^(${feedIdPattern}|${builtInFeedIds.join('|')})$`,
        description: 'The leads of one feed alone: its id, its number in the earlier interface, or the name of a built-in one.',
      }),
    ),
  }),
  data: Type.Array(CompanyLocationV1),
  errors: [404],
  async handle({ ctx, account, query, page, include }) {
    const startDate = query.start_date ?? query['filter[start_date]'] ?? null;
    const endDate = query.end_date ?? query['filter[end_date]'] ?? null;
    if (startDate !== null && endDate !== null && startDate > endDate) {
      throw new Problem('invalid_input', { title: 'start_date lies after end_date.', parameter: 'start_date' });
    }
    const { rows, totalCount } = await listVisitorCompanies(ctx, account, {
      startDate,
      endDate,
      feedId: query['filter[custom_feed_id]'] ?? null,
      offset: page.offset,
      limit: page.size,
    });
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
          company: { type: 'company', id: company.id, ...(include.has('company') && { attributes: visitorCompanyAttributes(company) }) },
          location: { type: 'location', id: place.id, ...(include.has('location') && { attributes: locationAttributes(place) }) },
        },
      })),
    };
  },
});
