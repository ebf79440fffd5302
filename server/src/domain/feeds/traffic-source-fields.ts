import { sql } from 'kysely';
import type { FeedField } from './feed-fields.ts';
import type { Column } from './value-test.ts';
import { hasVisit, isNewThroughCampaign, viewedPageFromSource } from './visit-conditions.ts';

const textOfVisit = (name: string, label: string, description: string, column: Column): FeedField => ({
  name,
  label,
  description,
  type: 'text',
  condition: (test, scope) => hasVisit(scope, test(column)),
});

/** As in the rollups of sources. */
const sourceAndMedium = sql`concat_ws(' / ', v.source, v.medium)`;
const sourceMediumAndCampaign = sql`${sourceAndMedium} || ' / ' || coalesce(v.campaign, '(none)')`;

/** Fields about where visits came from. */
export const trafficSourceFields: readonly FeedField[] = [
  textOfVisit('source', 'Source', 'Where a visit came from, such as google or newsletter.', sql`v.source`),
  textOfVisit('medium', 'Medium', 'The marketing channel of a visit, such as organic, cpc or email.', sql`v.medium`),
  textOfVisit('campaign', 'Campaign', 'The campaign that brought a visit.', sql`v.campaign`),
  {
    name: 'new_through_campaign',
    label: 'First visit through campaign',
    description: 'A campaign through which the company came for the first time, even if it had visited without the campaign before.',
    type: 'text',
    condition: (test, scope) => isNewThroughCampaign(scope, test),
  },
  {
    name: 'goal_campaign',
    label: 'Campaign of a visit with a goal',
    description: 'The campaign that brought a visit that reached a goal.',
    type: 'text',
    condition: (test, scope) => hasVisit(scope, sql`v.goals <> '[]'::jsonb and ${test(sql`v.campaign`)}`),
  },
  textOfVisit('source_medium', 'Source and medium', 'Source and medium of the same visit, such as google / organic.', sourceAndMedium),
  textOfVisit(
    'source_medium_campaign',
    'Source, medium and campaign',
    'Source, medium and campaign of the same visit, such as google / cpc / autumn, or google / cpc / (none).',
    sourceMediumAndCampaign,
  ),
  {
    name: 'source_medium_campaign_page',
    label: 'Source, medium, campaign and page',
    description:
      'Source, medium and campaign of a visit, and the path of a page that was viewed in it, such as google / cpc / autumn / /prices.',
    type: 'text',
    condition: (test, scope) => viewedPageFromSource(scope, sourceMediumAndCampaign, test),
  },
  textOfVisit('keyword', 'Keyword', 'The search phrase that brought a visit.', sql`v.keyword`),
  textOfVisit('referring_url', 'Referring URL', 'The address of the page that led to a visit.', sql`v.referring_url`),
];
