import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { loadCampaignLocations, loadCampaignSettings, loadCampaignSummaries } from '../../domain/campaigns/campaign-relations.ts';
import type { Context } from '../../domain/context.ts';
import { countryName } from '../../lib/country-name.ts';

const emptySummary = { visits: 0, companies: 0, page_views: 0, goals: 0, first_visit_at: null, last_visit_at: null };

/** Renders `campaign` resources with the included relations. */
export async function campaignsV1(ctx: Context, accountId: string, campaigns: readonly Campaign[], include: ReadonlySet<string>) {
  const names = campaigns.map(({ utmCampaign }) => utmCampaign);
  const [summaries, settings, locations] = await Promise.all([
    include.has('campaign_summary') ? loadCampaignSummaries(ctx, accountId, names) : null,
    include.has('campaign_settings') ? loadCampaignSettings(ctx, accountId, names) : null,
    include.has('campaign_locations') ? loadCampaignLocations(ctx, accountId, names) : null,
  ]);
  return campaigns.map((campaign) => {
    const { id, utmCampaign, listId, customFeedId } = campaign;
    const summary = summaries?.get(utmCampaign) ?? emptySummary;
    return {
      type: 'campaign',
      id,
      attributes: attributesOf(campaign),
      relationships: {
        campaign_summary: {
          type: 'campaign_summary',
          id,
          ...(summaries && {
            attributes: {
              ...summary,
              first_visit_at: summary.first_visit_at?.toISOString() ?? null,
              last_visit_at: summary.last_visit_at?.toISOString() ?? null,
            },
          }),
        },
        campaign_settings: {
          type: 'campaign_settings',
          id,
          ...(settings && { attributes: settings.get(utmCampaign) ?? { sources: [], mediums: [] } }),
        },
        ...(locations && {
          campaign_locations: (locations.get(utmCampaign) ?? []).map(({ country_code, visits, companies }) => ({
            type: 'campaign_location',
            id: `${id}_${country_code}`,
            attributes: { country: countryName(country_code), country_code, visits, companies },
          })),
        }),
        list:
          listId === null ? null : { type: 'list', id: listId, ...(include.has('list') && { attributes: { name: campaign.listName } }) },
        custom_feed:
          customFeedId === null
            ? null
            : {
                type: 'custom_feed',
                id: customFeedId,
                ...(include.has('custom_feed') && { attributes: { name: campaign.customFeedName } }),
              },
      },
    };
  });
}

function attributesOf(campaign: Campaign) {
  return {
    name: campaign.name,
    status: campaign.status,
    utm_campaign: campaign.utmCampaign,
    channel: campaign.channel,
    budget: campaign.budget,
    starts_on: campaign.startsOn,
    ends_on: campaign.endsOn,
    discovered: campaign.discovered,
  };
}
