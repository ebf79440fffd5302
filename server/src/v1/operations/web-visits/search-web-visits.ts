import { Type } from 'typebox';
import { loadSummaries } from '../../../domain/companies/load-summaries.ts';
import { loadContactNames } from '../../../domain/contacts/load-contact-names.ts';
import { Problem } from '../../../domain/problem.ts';
import { searchWebVisits } from '../../../domain/visits/search-web-visits.ts';
import { operation } from '../../operation.ts';
import { webVisitV1 } from '../../present/web-visit.ts';
import { Day, Exact, RecordId } from '../../schemas/resource.ts';
import { WebVisitV1 } from '../../schemas/web-visit.ts';

export default operation({
  id: 'searchWebVisits',
  group: 'Web Visits',
  summary: 'Search Web Visits',
  description:
    'The visits of identified companies, the newest first. Dates are days in the account’s timezone, both inclusive. Of several countries or cities one is enough.',
  status: 'available',
  method: 'POST',
  path: '/v1/web-visits',
  scope: 'web_visits:read',
  account: 'required',
  paging: 'page',
  include: ['company', 'location', 'contact'],
  body: Exact(
    {
      start_date: Day,
      end_date: Day,
      filters: Type.Optional(
        Exact({
          company_id: Type.Optional(RecordId),
          location_country_codes: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z]{2}$' }), { maxItems: 250 })),
          location_cities: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 })),
        }),
      ),
    },
    { $id: 'SearchWebVisitsRequestV1' },
  ),
  data: Type.Array(WebVisitV1),
  example: { body: { start_date: '2026-09-01', end_date: '2026-09-30', filters: { location_country_codes: ['DE'] } } },
  async handle({ ctx, account, body, page, include }) {
    const { start_date: startDate, end_date: endDate, filters = {} } = body;
    if (startDate > endDate) throw new Problem('invalid_input', { title: 'start_date lies after end_date.', pointer: '/start_date' });
    const { visits, totalCount } = await searchWebVisits(ctx, account, {
      startDate,
      endDate,
      companyId: filters.company_id ?? null,
      countryCodes: filters.location_country_codes ?? [],
      cities: filters.location_cities ?? [],
      offset: page.offset,
      limit: page.size,
    });
    const [companies, contacts] = await Promise.all([
      include.has('company') ? loadSummaries(ctx, [...new Set(visits.map(({ company_id }) => company_id))]) : new Map(),
      include.has('contact') ? loadContactNames(ctx, [...new Set(visits.flatMap(({ contact_id }) => contact_id ?? []))]) : new Map(),
    ]);
    return { data: visits.map((visit) => webVisitV1(visit, companies, contacts, include.has('location'))), totalCount };
  },
});
