import { addDays, dayOf } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { findLeads } from '../feeds/find-leads.ts';
import { getFeed } from '../feeds/get-feed.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import { loadLeads } from '../leads/load-leads.ts';

const previewDays = 30;
const maxCompanies = 10;
const maxCount = 10_000;

type AutomationPreview = {
  total: number;
  /** Whether more companies match than were counted. */
  isTotalCapped: boolean;
  companies: { id: string; name: string; lastVisitAt: Date | null }[];
};

/** Returns how many companies (counting at most 10,000) an automation for this feed would have acted on in the last 30 days, and the first ten of them. */
export async function previewAutomation(ctx: Context, accountId: string, feedId: string): Promise<AutomationPreview> {
  const account = await getAccount(ctx, accountId);
  const feed = await getFeed(ctx, accountId, feedId);
  const today = dayOf(ctx.clock.now().getTime(), account.timezone);
  const interval = visitIntervalOf(addDays(today, 1 - previewDays), today, account.timezone);
  const scope = await loadFeedScope(ctx, account, interval, { feed });
  const { companyIds, total } = await findLeads(ctx.db, scope, feed, { offset: 0, limit: maxCompanies }, maxCount + 1);
  const leads = await loadLeads(ctx.db, accountId, companyIds, { parts: [] });
  const companies = leads.map(({ companyId, name, lastVisitAt }) => ({ id: companyId, name, lastVisitAt }));
  return { total: Math.min(total, maxCount), isTotalCapped: total > maxCount, companies };
}
