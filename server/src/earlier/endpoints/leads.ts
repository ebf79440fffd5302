import { getFeed } from '../../domain/feeds/get-feed.ts';
import { visitIntervalOf } from '../../domain/feeds/visit-interval.ts';
import { getLead as loadLead } from '../../domain/leads/get-lead.ts';
import { listLeads as loadLeadPage } from '../../domain/leads/list-leads.ts';
import type { MemberAccount } from '../../domain/users/member-account.ts';
import { loadShownKeys, resolveSnapshotTime, storeShownKeys } from '../../domain/visits/pagination-snapshots.ts';
import type { Call, Endpoint, EndpointResponse } from '../endpoint.ts';
import { pageLinks } from '../links.ts';
import { readDays, readPage, readText } from '../query.ts';
import { type LeadView, leadParts, leadResource } from '../resources/lead.ts';
import { includedLocations } from '../resources/location.ts';

export const listLeads: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/leads',
  successor: '/v1/web-visits/companies',
  account: true,
  handle: (call) => leadsOfFeed(call, readText(call.query, 'custom_feed_id') ?? 'all_leads', 'leads'),
};

export const listLeadsOfFeed: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/custom-feeds/:custom_feed_id/leads',
  successor: '/v1/web-visits/companies',
  account: true,
  handle: (call) => {
    const feedId = call.params.custom_feed_id;
    // The feed in the path takes precedence: a query parameter `custom_feed_id` is ignored and left out of links.
    const { custom_feed_id: _, ...query } = call.query;
    return leadsOfFeed({ ...call, query }, feedId, `custom-feeds/${encodeURIComponent(feedId)}/leads`);
  },
};

export const getLead: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/leads/:lead_id',
  successor: '/v1/companies/:lead_id',
  account: true,
  async handle(call) {
    // The figures of a single lead cover all of its visits, without an interval.
    const lead = await loadLead(call.ctx, call.account.id, call.params.lead_id, leadParts);
    return { document: { data: leadResource(lead, viewOf(call), false), included: includedLocations([lead.activity.place]) } };
  },
};

/** Lists at most `maxListedLeads` leads (`domain/leads/list-leads.ts`). */
async function leadsOfFeed(call: Call<MemberAccount>, feedId: string, path: string): Promise<EndpointResponse> {
  const { ctx, account, principal, query } = call;
  const { startDate, endDate } = readDays(query);
  const page = readPage(query);
  const feed = await getFeed(ctx, account.id, feedId);
  const snapshotPage = { snapshotKey: [principal.tokenId, account.id, 'leads', feed.id, startDate, endDate].join(' '), ...page };
  const interval = visitIntervalOf(startDate, endDate, account.timezone, await resolveSnapshotTime(ctx, account.id, snapshotPage));
  const shownIds = await loadShownKeys(ctx, snapshotPage);
  const { leads, total } = await loadLeadPage(ctx, account, {
    feed,
    interval,
    page: { offset: (page.number - 1) * page.size, limit: page.size, shownIds },
    parts: leadParts,
  });
  if (shownIds !== null) {
    const ids = leads.map(({ companyId }) => companyId);
    await storeShownKeys(ctx, snapshotPage, ids);
  }
  return {
    document: {
      data: leads.map((lead) => leadResource(lead, viewOf(call), true)),
      included: includedLocations(leads.map(({ activity }) => activity.place)),
      links: pageLinks(`${ctx.config.publicUrl}/accounts/${account.id}/${path}`, query, page, total),
    },
  };
}

function viewOf({ ctx, account }: Call<MemberAccount>): LeadView {
  return { publicUrl: ctx.config.publicUrl, accountId: account.id, timezone: account.timezone };
}
