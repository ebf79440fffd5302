import { Type } from 'typebox';
import { eventKinds } from '../../domain/ingestion/event.ts';
import { LocationAttributes, VisitorCompany } from './company-location.ts';
import { Exact, OneOf, OrNull, RecordId, Timestamp } from './resource.ts';

const text = OrNull(Type.String());

const Engagement = Exact({
  event_type: OneOf(eventKinds),
  started_at: Timestamp,
  hostname: text,
  page: Exact({ path: text, url: text, title: text }),
  previous_page_path: text,
  time_on_page: OrNull(Type.Number()),
  has_met_goals: Type.Boolean(),
});

export const WebVisitAttributes = Exact(
  {
    started_at: Timestamp,
    ended_at: Timestamp,
    visit_length: Type.Integer(),
    page_depth: Type.Integer(),
    landing_page_path: text,
    source: text,
    medium: text,
    campaign: text,
    keyword: text,
    referring_url: text,
    device_type: text,
    browser: text,
    os: text,
    identifiers: Exact({ svc_client_id: text, ga_client_ids: Type.Array(Type.String()) }),
    visitor: Exact({ email: text, first_name: text, last_name: text, returning: Type.Boolean() }),
    engagements: Type.Array(Engagement),
    goals: Type.Array(Exact({ id: Type.String(), name: Type.String(), reached_at: Timestamp })),
  },
  { $id: 'WebVisitAttributesV1' },
);

/** A visit of a company. The contact is whoever of the directory has the visitor's e-mail address. */
export const WebVisitV1 = Exact(
  {
    type: Type.Literal('web_visit'),
    id: Type.String({ format: 'uuid' }),
    attributes: WebVisitAttributes,
    relationships: Exact({
      company: VisitorCompany,
      location: Exact({ type: Type.Literal('location'), id: RecordId, attributes: Type.Optional(LocationAttributes) }),
      contact: OrNull(
        Exact({
          type: Type.Literal('contact'),
          id: RecordId,
          attributes: Type.Optional(
            Exact({ full_name: Type.String(), title: text, department: Type.String(), hierarchy_level: Type.String() }),
          ),
        }),
      ),
    }),
  },
  { $id: 'WebVisitV1' },
);
