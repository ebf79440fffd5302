import { Type } from 'typebox';
import { eventKinds } from '../../domain/events/event.ts';
import { Exact, OneOf, OrNull } from './resource.ts';

export const TrackedEventV1 = Exact(
  {
    id: Type.String({ format: 'uuid', description: 'Created by the sender; a repeated id is stored once.' }),
    kind: OneOf(eventKinds),
    occurred_at: Type.String({ format: 'date-time', description: 'Up to twelve months ago.' }),
    visitor_id: Type.Optional(
      OrNull(Type.String({ maxLength: 64, description: 'Without it, visitors are identified for a day by address and user agent.' })),
    ),
    ip: Type.String({ description: 'IP address of the visitor, IPv4 or IPv6.' }),
    user_agent: Type.String(),
    url: Type.Optional(OrNull(Type.String({ description: 'URL of the page. Required for every kind except identify.' }))),
    title: Type.Optional(OrNull(Type.String())),
    referrer: Type.Optional(OrNull(Type.String())),
    name: Type.Optional(OrNull(Type.String({ description: 'Name of a custom event or of a form.' }))),
    target_url: Type.Optional(OrNull(Type.String({ description: 'Target of a download or an outbound link.' }))),
    duration: Type.Optional(OrNull(Type.Number({ minimum: 0, maximum: 86_400, description: 'For leave: seconds on the page.' }))),
    email: Type.Optional(OrNull(Type.String())),
    first_name: Type.Optional(OrNull(Type.String())),
    last_name: Type.Optional(OrNull(Type.String())),
    ga_client_ids: Type.Optional(Type.Array(Type.String())),
    partner_cookies: Type.Optional(
      OrNull(
        Exact({
          MCMID: Type.Optional(OrNull(Type.String())),
          MCAAMB: Type.Optional(OrNull(Type.String())),
          MCAAMLH: Type.Optional(OrNull(Type.String())),
        }),
      ),
    ),
    consent: Type.Optional(
      OrNull(
        Type.Union([Type.Boolean(), OneOf(['granted', 'denied'])], {
          description: 'Without consent, visitor_id and cookies are not stored.',
        }),
      ),
    ),
  },
  { $id: 'TrackedEventV1' },
);

export const CollectReceiptV1 = Exact(
  {
    type: Type.Literal('collect_receipt'),
    attributes: Exact({
      accepted: Type.Integer({ minimum: 0 }),
      rejected: Type.Array(Exact({ index: Type.Integer({ minimum: 0 }), code: Type.String(), title: Type.String() })),
    }),
  },
  { $id: 'CollectReceiptV1' },
);
