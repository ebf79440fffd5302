import { Type } from 'typebox';
import { CompanyAttributes } from './company.ts';
import { Exact, OrNull, RecordId, Timestamp } from './resource.ts';

export const LocationAttributes = Exact({
  country: OrNull(Type.String()),
  country_code: OrNull(Type.String()),
  region: OrNull(Type.String()),
  city: OrNull(Type.String()),
  postal_code: OrNull(Type.String()),
});

/** The company of a visit, with its attributes if included. */
export const VisitorCompany = Exact({
  type: Type.Literal('company'),
  id: RecordId,
  attributes: Type.Optional(CompanyAttributes),
});

export const CompanyLocationV1 = Exact(
  {
    type: Type.Literal('company_location'),
    id: Type.String({ examples: ['1001_4711'] }),
    attributes: Exact({
      visits: Type.Integer(),
      page_views: Type.Integer(),
      quality: Type.Integer({ minimum: 0, maximum: 10 }),
      intent: OrNull(Type.Number({ minimum: 0, maximum: 10 })),
      first_visit_at: Timestamp,
      last_visit_at: Timestamp,
    }),
    relationships: Exact({
      company: VisitorCompany,
      location: Exact({ type: Type.Literal('location'), id: RecordId, attributes: LocationAttributes }),
    }),
  },
  { $id: 'CompanyLocationV1' },
);
