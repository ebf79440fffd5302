import type { ReportedLead } from '../../domain/exports/report-format.ts';
import { profileHandle } from '../../lib/profile-handle.ts';
import { dayOf } from '../../lib/zoned-days.ts';

/** Attributes of a lead shared by lists and the export report. */
export function reportLead(lead: ReportedLead, timezone: string): Record<string, unknown> {
  const profile = (...networks: string[]) => networks.flatMap((network) => lead.profile.profiles[network] ?? [])[0]?.url ?? null;
  return {
    name: lead.name,
    industry: lead.industries[0] ?? 'N/A',
    first_visit_date: lead.firstVisitAt === null ? null : dayOf(lead.firstVisitAt.getTime(), timezone),
    last_visit_date: lead.lastVisitAt === null ? null : dayOf(lead.lastVisitAt.getTime(), timezone),
    status: lead.isHandled ? 'handled' : 'new',
    website_url: lead.url ?? (lead.domain === null ? null : `https://${lead.domain}`),
    professional_network_url: profile('linkedin', 'xing'),
    microblog_handle: profileHandle(profile('twitter', 'x')),
    social_network_url: profile('facebook'),
  };
}
