import { Type } from 'typebox';
import { searchSignals, webIntent } from '../../../domain/companies/search-signals.ts';
import { signalCategories } from '../../../domain/imports/import-signals.ts';
import { operation } from '../../operation.ts';
import { Day, DayFromYearOne, Exact, OneOf, OrNull, RecordId, Timestamp } from '../../schemas/resource.ts';

const Category = OneOf([...signalCategories, webIntent]);
const Days = Type.Optional(Exact({ from: Type.Optional(DayFromYearOne), to: Type.Optional(DayFromYearOne) }));
const text = OrNull(Type.String());

export default operation({
  id: 'searchCompanySignals',
  group: 'Companies',
  summary: 'Search Company Signals',
  description:
    'News about companies, newest first. Signals of the category web_intent are derived from visits to the account’s own site: a first visit, a surge of visits, a return after a break, a goal reached.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/signals/search',
  scope: 'companies:read',
  account: 'required',
  credits: '1 credit per company with signals on the page, unless it is already revealed.',
  paging: 'cursor',
  body: Exact(
    {
      company_ids: Type.Array(RecordId, { minItems: 1, maxItems: 100 }),
      categories: Type.Optional(Type.Array(Category, { maxItems: 16 })),
      event_date: Days,
      publication_date: Days,
    },
    { $id: 'SearchCompanySignalsRequestV1' },
  ),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('signal'),
        id: RecordId,
        attributes: Exact({
          category: Category,
          title: Type.String(),
          summary: text,
          event_date: OrNull(Day),
          published_at: Timestamp,
          source_url: text,
          confidence: OrNull(Type.Number()),
        }),
        relationships: Exact({ company: Exact({ type: Type.Literal('company'), id: RecordId }) }),
      },
      { $id: 'SignalV1' },
    ),
  ),
  example: { body: { company_ids: ['1001'], categories: ['web_intent'] } },
  async handle({ ctx, account, body, page, requestId }) {
    const { signals, nextCursor, charged } = await searchSignals(ctx, account, body, page, {
      operation: 'searchCompanySignals',
      requestId,
    });
    return {
      nextCursor,
      credits: charged,
      data: signals.map((signal) => ({
        type: 'signal',
        id: signal.id,
        attributes: {
          category: signal.category,
          title: signal.title,
          summary: signal.summary,
          event_date: signal.eventDate,
          published_at: signal.publishedAt.toISOString(),
          source_url: signal.sourceUrl,
          confidence: signal.confidence,
        },
        relationships: { company: { type: 'company', id: signal.companyId } },
      })),
    };
  },
});
