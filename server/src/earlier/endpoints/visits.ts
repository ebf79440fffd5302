import { visitIntervalOf } from '../../domain/feeds/visit-interval.ts';
import { getVisitedLeadId } from '../../domain/leads/get-visited-lead-id.ts';
import type { MemberAccount } from '../../domain/users/member-account.ts';
import { listVisits as loadVisitPage } from '../../domain/visits/list-visits.ts';
import { loadLastShownKey, resolveSnapshotTime, storeShownKeys } from '../../domain/visits/pagination-snapshots.ts';
import type { Visit } from '../../domain/visits/visit.ts';
import { firstItems } from '../../lib/first-items.ts';
import type { Call, Endpoint, EndpointResponse } from '../endpoint.ts';
import { pageLinks } from '../links.ts';
import { readDays, readPage } from '../query.ts';
import { includedLocations } from '../resources/location.ts';
import { visitResource } from '../resources/visit.ts';

export const listVisits: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/visits',
  successor: '/v1/web-visits',
  account: true,
  handle: (call) => visitsOf(call, null),
};

export const listVisitsOfLead: Endpoint = {
  method: 'GET',
  path: '/accounts/:account_id/leads/:lead_id/visits',
  successor: '/v1/web-visits',
  account: true,
  handle: (call) => visitsOf(call, call.params.lead_id),
};

async function visitsOf({ ctx, account, principal, query }: Call<MemberAccount>, leadId: string | null): Promise<EndpointResponse> {
  const { startDate, endDate } = readDays(query);
  const page = readPage(query);
  const companyId = leadId === null ? null : await getVisitedLeadId(ctx, account.id, leadId);
  const snapshotPage = { snapshotKey: [principal.tokenId, account.id, 'visits', companyId, startDate, endDate].join(' '), ...page };
  const interval = visitIntervalOf(startDate, endDate, account.timezone, await resolveSnapshotTime(ctx, account.id, snapshotPage));
  const lastShownKey = await loadLastShownKey(ctx, snapshotPage);
  const { visits, total } = await loadVisitPage(ctx, account, {
    companyId,
    interval,
    page: { offset: (page.number - 1) * page.size, limit: page.size, after: lastShownKey === null ? null : readKey(lastShownKey) },
  });
  // Only the last visit of a page is stored; the next page starts after it. Storing all visits of a long list would be expensive.
  if (page.number === 1 || lastShownKey !== null) await storeShownKeys(ctx, snapshotPage, visits.slice(-1).map(writeKey));
  const path = companyId === null ? 'visits' : `leads/${companyId}/visits`;
  return {
    document: {
      data: visits.map((visit) => visitResource(visit, account)),
      included: includedLocations(visits.map(({ place }) => place)),
      links: pageLinks(`${ctx.config.publicUrl}/accounts/${account.id}/${path}`, query, page, total),
    },
  };
}

function writeKey({ id, startedAt }: Visit): string {
  return `${startedAt.getTime()} ${id}`;
}

function readKey(text: string) {
  const [startedAtMs, id] = firstItems(text.split(' '), 2);
  return { id, started_at: new Date(Number(startedAtMs)) };
}
