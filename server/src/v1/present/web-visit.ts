import type { WebVisit } from '../../domain/visits/load-web-visits.ts';

/** Contract, web_visit. */
export function webVisitAttributes(visit: WebVisit) {
  return {
    started_at: visit.started_at.toISOString(),
    ended_at: visit.ended_at.toISOString(),
    visit_length: visit.visit_length,
    page_depth: visit.page_depth,
    landing_page_path: visit.landing_page_path,
    source: visit.source,
    medium: visit.medium,
    campaign: visit.campaign,
    keyword: visit.keyword,
    referring_url: visit.referring_url,
    device_type: visit.device_type,
    browser: visit.browser,
    os: visit.os,
    identifiers: { svc_client_id: visit.visitor_id, ga_client_ids: visit.ga_client_ids },
    visitor: { email: visit.email, first_name: visit.first_name, last_name: visit.last_name, returning: visit.returning ?? false },
    engagements: visit.engagements.map((engagement) => ({
      event_type: engagement.kind,
      started_at: new Date(engagement.occurredAtMs).toISOString(),
      hostname: engagement.hostname,
      page: { path: engagement.path, url: engagement.url, title: engagement.title },
      previous_page_path: engagement.previousPagePath,
      time_on_page: engagement.timeOnPageSeconds,
      has_met_goals: engagement.has_met_goals,
    })),
    goals: visit.goals.map(({ id, name, reached_at }) => ({ id, name, reached_at: reached_at.toISOString() })),
  };
}
