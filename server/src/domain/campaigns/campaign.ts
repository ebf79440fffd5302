export const campaignStatuses = ['draft', 'active', 'paused', 'ended'] as const;
type CampaignStatus = (typeof campaignStatuses)[number];

export type Campaign = {
  id: string;
  name: string;
  status: CampaignStatus;
  utmCampaign: string;
  channel: string | null;
  budget: { amount: number; currency: string } | null;
  startsOn: string | null;
  endsOn: string | null;
  discovered: boolean;
  /** As `<kind>_<number>`; null if the list has been deleted. */
  listId: string | null;
  listName: string | null;
  customFeedId: string | null;
  customFeedName: string | null;
};

export type CampaignChange = Partial<
  Pick<Campaign, 'name' | 'status' | 'channel' | 'budget' | 'startsOn' | 'endsOn' | 'listId' | 'customFeedId'>
>;

/** Totals of all visits of a campaign. */
export type CampaignSummary = {
  visits: number;
  companies: number;
  page_views: number;
  goals: number;
  first_visit_at: Date | null;
  last_visit_at: Date | null;
};
export type CampaignSettings = { sources: string[]; mediums: string[] };
export type CampaignLocation = { country_code: string; visits: number; companies: number };
