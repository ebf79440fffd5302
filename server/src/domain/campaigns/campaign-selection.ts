import { sql } from 'kysely';

/** The columns of a `Campaign`, and the tables they come from. */
export const campaignSelection = (accountId: string) => sql`
  k.id, k.name, k.status, k.utm_campaign as "utmCampaign", k.channel, k.budget, k.starts_on as "startsOn", k.ends_on as "endsOn", k.discovered,
  l.kind || '_' || l.id as "listId", l.name as "listName", f.id as "customFeedId", f.name as "customFeedName"
  from campaigns k
  left join lists l on l.account_id = ${accountId} and l.id = k.list_id
  left join custom_feeds f on f.account_id = ${accountId} and f.id = k.custom_feed_id`;
