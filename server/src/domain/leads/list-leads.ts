import type { Context } from '../context.ts';
import type { Feed } from '../feeds/feed.ts';
import { findLeads, type PageRequest } from '../feeds/find-leads.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import type { Lead, LeadPart } from './lead.ts';
import { loadLeads } from './load-leads.ts';

/** The earlier API lists at most this many leads. */
const maxListedLeads = 10_000;

/**
 * Serves the earlier API only; the web application uses `search-leads.ts`, the versioned API `list-visitor-companies.ts`. Returns one page
 * of a feed's leads in an interval, in the order of the feed, and the number of leads that can be paged through.
 */
export async function listLeads<Part extends LeadPart>(
  ctx: Context,
  account: { id: string; timezone: string },
  { feed, interval, page, parts }: { feed: Feed; interval: VisitInterval; page: PageRequest; parts: readonly Part[] },
): Promise<{ leads: Lead<Part>[]; total: number }> {
  const scope = await loadFeedScope(ctx, account, interval, { feed });
  const { companyIds, total } = await findLeads(ctx.db, scope, feed, page, maxListedLeads);
  return { leads: await loadLeads(ctx.db, account.id, companyIds, { parts, interval }), total };
}
