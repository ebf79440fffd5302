import { Type } from 'typebox';
import { eventKinds } from '../../domain/events/event.ts';
import { NoCompanyReason } from './no-company-reason.ts';
import { Exact, OneOf, OrNull, Timestamp } from './resource.ts';

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
    identifiers: Type.Object(
      { svc_client_id: text, ga_client_ids: Type.Array(Type.String()) },
      {
        additionalProperties: Type.Union([Type.String(), Type.Null(), Type.Array(Type.String())]),
        description: 'Ids of the visitor. Each is also returned under its alias, if one is configured with `EARLIER_ALIASES`.',
      },
    ),
    visitor: Exact({ email: text, first_name: text, last_name: text, returning: Type.Boolean() }),
    engagements: Type.Array(Engagement, {
      description:
        'Page views; with `include=events` also leave, form, download, outbound, identify and custom events, each with its own `event_type`.',
    }),
    goals: Type.Array(Exact({ id: Type.String(), name: Type.String(), reached_at: Timestamp })),
    no_company_reason: Type.Optional(NoCompanyReason),
  },
  { $id: 'WebVisitAttributesV1' },
);
