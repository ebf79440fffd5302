import type { MemberAccount } from '../../domain/users/member-account.ts';
import type { RoutePage } from '../../domain/visits/build-visit.ts';
import type { Visit } from '../../domain/visits/visit.ts';
import { dayOf, hourOf } from '../../lib/zoned-days.ts';
import type { Resource } from '../document.ts';
import { locationOf } from './location.ts';

/** Renders a visit with all of its attributes, including deprecated ones. */
export function visitResource(visit: Visit, { timezone, processing }: MemberAccount): Resource {
  const startedAtMs = visit.startedAt.getTime();
  const showsCookies = processing.extract_partner_cookies && visit.partnerCookies !== null;
  return {
    type: 'visits',
    id: visit.id,
    attributes: {
      source: visit.source,
      medium: visit.medium,
      campaign: visit.campaign,
      referring_url: visit.referringUrl,
      country_code: visit.place?.countryCode ?? null,
      page_depth: visit.pageDepth,
      landing_page_path: visit.landingPagePath,
      visit_route: visit.route.map((page) => routeItem(page, processing.page_name)),
      keyword: visit.keyword,
      query_term: visit.keyword,
      visit_length: visit.lengthSeconds,
      started_at: new Date(Math.round(startedAtMs / 60_000) * 60_000).toISOString(),
      date: dayOf(startedAtMs, timezone),
      hour: hourOf(startedAtMs, timezone),
      lead_id: visit.companyId,
      svc_client_id: visit.visitorId,
      ga_client_ids: visit.gaClientIds,
      ...(showsCookies ? { partner_cookies: [visit.partnerCookies] } : {}),
      visitor_email: visit.visitor.email,
      visitor_first_name: visit.visitor.firstName,
      visitor_last_name: visit.visitor.lastName,
      device_type: visit.deviceType,
    },
    relationships: locationOf(visit.place),
  };
}

function routeItem(page: RoutePage, pageName: MemberAccount['processing']['page_name']) {
  const names = { path: page.path, url: page.url, title: page.title };
  return {
    hostname: page.hostname,
    page_path: page.path,
    previous_page_path: page.previousPagePath ?? '(entrance)',
    time_on_page: page.timeOnPageSeconds,
    page_title: page.title,
    page_url: page.url,
    // A page without a title is named by its path.
    display_page_name: names[pageName] ?? page.path,
  };
}
