import { Type } from 'typebox';
import { loadCompaniesWithIntent } from '../../../domain/companies/load-companies-with-intent.ts';
import { loadContactNames } from '../../../domain/contacts/load-contact-names.ts';
import { Problem } from '../../../domain/problem.ts';
import { searchWebVisits } from '../../../domain/visits/search-web-visits.ts';
import { operation } from '../../operation.ts';
import { webVisitV1 } from '../../present/web-visit.ts';
import { FeedReference, feedQuery, readFeedQuery } from '../../schemas/feed-query.ts';
import { CountryCode, Day, Exact, RecordId } from '../../schemas/resource.ts';
import { WebVisitV1 } from '../../schemas/web-visit.ts';

export default operation({
  id: 'searchWebVisits',
  group: 'Web Visits',
  summary: 'Search Web Visits',
  description:
    'The visits of identified companies, newest first; with `filters.has_company` false (an extension) those without a company instead, with `no_company_reason` and a company that is null. The dates are inclusive, in the account’s timezone, and required, in the body or in the query. Several countries or cities are alternatives. Locations always have their attributes. `include=company` adds all attributes of the company, without charge; `include=events` also lists events other than page views among the engagements.',
  status: 'available',
  method: 'POST',
  path: '/v1/web-visits',
  scope: 'web_visits:read',
  account: 'required',
  paging: 'page',
  include: ['company', 'location', 'contact', 'events'],
  query: Type.Object(feedQuery),
  body: Exact(
    {
      start_date: Type.Optional(Day),
      end_date: Type.Optional(Day),
      custom_feed_id: Type.Optional(FeedReference),
      filters: Type.Optional(
        Exact({
          company_id: Type.Optional(RecordId),
          has_company: Type.Optional(Type.Boolean()),
          location_country_codes: Type.Optional(Type.Array(CountryCode, { maxItems: 250 })),
          location_cities: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 })),
        }),
      ),
    },
    { $id: 'SearchWebVisitsRequestV1' },
  ),
  data: Type.Array(WebVisitV1),
  example: { body: { start_date: '2026-09-01', end_date: '2026-09-30', filters: { location_country_codes: ['DE'] } } },
  errors: [404],
  async handle({ ctx, account, query, body, page, include }) {
    const { filters = {}, ...feedParameters } = body;
    const { start_date: startDate, end_date: endDate, custom_feed_id: feedId = null } = readFeedQuery(query, feedParameters);
    if (startDate === undefined) throw missing('start_date');
    if (endDate === undefined) throw missing('end_date');
    if (startDate > endDate) throw new Problem('invalid_input', { title: 'start_date is after end_date.', pointer: '/start_date' });
    const hasCompany = filters.has_company ?? true;
    if (!hasCompany && (feedId !== null || filters.company_id !== undefined)) throw contradiction();
    const { visits, totalCount } = await searchWebVisits(ctx, account, {
      startDate,
      endDate,
      feedId,
      companyId: filters.company_id ?? null,
      hasCompany,
      countryCodes: filters.location_country_codes ?? [],
      cities: filters.location_cities ?? [],
      offset: page.offset,
      limit: page.size,
    });
    const companyIds = include.has('company') ? visits.flatMap(({ companyId }) => companyId ?? []) : [];
    const contactIds = include.has('contact') ? visits.flatMap(({ contactId }) => contactId ?? []) : [];
    const [companies, contacts] = await Promise.all([
      loadCompaniesWithIntent(ctx, account.id, companyIds),
      loadContactNames(ctx, [...new Set(contactIds)]),
    ]);
    const view = {
      companies,
      contacts,
      timezone: account.timezone,
      aliases: ctx.config.earlierAliases,
      includesEvents: include.has('events'),
    };
    return { data: visits.map((visit) => webVisitV1(visit, view)), totalCount };
  },
});

function missing(name: string): Problem {
  return new Problem('invalid_input', { title: `/${name} is missing.`, pointer: `/${name}` });
}

function contradiction(): Problem {
  const title = 'has_company false cannot be combined with company_id or a custom feed: both select visits of companies.';
  return new Problem('invalid_input', { title, pointer: '/filters/has_company' });
}
