import { Type } from 'typebox';
import { campaignStatuses } from '../../domain/campaigns/campaign.ts';
import { ListId } from './list.ts';
import { Day, Exact, OneOf, OrNull, RecordId, Timestamp, Uuid } from './resource.ts';

const text = OrNull(Type.String());
const count = Type.Integer({ minimum: 0 });
const named = Type.Optional(Exact({ name: Type.String() }));

export const Budget = OrNull(
  Exact({ amount: Type.Number({ minimum: 0 }), currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }) }),
);

export const CampaignV1 = Exact(
  {
    type: Type.Literal('campaign'),
    id: RecordId,
    attributes: Exact({
      name: Type.String(),
      status: OneOf(campaignStatuses),
      utm_campaign: Type.String({ description: 'The value of utm_campaign in the URLs of its visits.' }),
      channel: text,
      budget: Budget,
      starts_on: OrNull(Day),
      ends_on: OrNull(Day),
      discovered: Type.Boolean({ description: 'Whether it was created automatically from visits.' }),
    }),
    relationships: Exact({
      campaign_summary: Exact({
        type: Type.Literal('campaign_summary'),
        id: RecordId,
        attributes: Type.Optional(
          Exact({
            visits: count,
            companies: count,
            page_views: count,
            goals: count,
            first_visit_at: OrNull(Timestamp),
            last_visit_at: OrNull(Timestamp),
          }),
        ),
      }),
      campaign_settings: Exact({
        type: Type.Literal('campaign_settings'),
        id: RecordId,
        attributes: Type.Optional(Exact({ sources: Type.Array(Type.String()), mediums: Type.Array(Type.String()) })),
      }),
      campaign_locations: Type.Optional(
        Type.Array(
          Exact({
            type: Type.Literal('campaign_location'),
            id: Type.String(),
            attributes: Exact({ country: text, country_code: Type.String(), visits: count, companies: count }),
          }),
          { description: 'Present if included: the countries of the visits.' },
        ),
      ),
      list: OrNull(Exact({ type: Type.Literal('list'), id: ListId, attributes: named })),
      custom_feed: OrNull(Exact({ type: Type.Literal('custom_feed'), id: Uuid, attributes: named })),
    }),
  },
  { $id: 'CampaignV1' },
);

export const campaignIncludes = ['campaign_summary', 'campaign_settings', 'campaign_locations', 'list', 'custom_feed'];
