import { type ReportedLead, reportParts } from '../../domain/exports/report-format.ts';
import type { Lead } from '../../domain/leads/lead.ts';
import { initialsLogoPath } from '../../lib/initials-logo.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import type { Resource } from '../document.ts';
import { employeesRange } from '../employees-range.ts';
import { profileHandle } from '../profile-handle.ts';
import { locationOf } from './location.ts';

/** The parts of a lead that its resource needs. */
export const leadParts = [...reportParts, 'tagNames', 'assigneeEmail'] as const;

export type LeadView = { publicUrl: string; accountId: string; timezone: string };

/** Renders a lead with all of its attributes. `quality` is only present in lists. */
export function leadResource(
  lead: Lead<(typeof leadParts)[number]>,
  { publicUrl, accountId, timezone }: LeadView,
  isListed: boolean,
): Resource {
  const { activity, profile } = lead;
  return {
    type: 'leads',
    id: lead.companyId,
    attributes: {
      ...sharedLeadAttributes(lead, timezone),
      industries: lead.industries.map((name) => ({ name })),
      phone: profile.phoneNumbers[0] ?? null,
      employee_count: profile.employeeCount,
      employees_range: employeesRange(lead.employeeRange),
      crm_lead_id: numberOrNull(lead.crmLeadId),
      crm_organization_id: numberOrNull(lead.crmOrganizationId),
      tags: lead.tagNames,
      // The attribute is never null: without a logo, it is the URL of an image with the company's initials.
      logo_url: lead.logoUrl ?? publicUrl + initialsLogoPath(lead.name),
      assignee: lead.assigneeEmail,
      business_id: profile.vatId ?? profile.registerId,
      revenue: profile.revenue === null ? null : [String(profile.revenue.value), profile.revenue.currency].filter(Boolean).join(' '),
      emailed_to: lead.emailedTo.length === 0 ? null : lead.emailedTo.join(','),
      view_in_app: `${publicUrl}/companies/${lead.companyId}?account=${accountId}`,
      visits: activity.visits,
      ...(isListed ? { quality: activity.quality.score } : {}),
    },
    relationships: locationOf(activity.place),
  };
}

/** Attributes of a lead that the API and the export report have in common. */
export function sharedLeadAttributes(lead: ReportedLead, timezone: string): Record<string, unknown> {
  const profileUrl = (...networks: string[]) => networks.flatMap((network) => lead.profile.profiles[network] ?? [])[0]?.url ?? null;
  return {
    name: lead.name,
    industry: lead.industries[0] ?? 'N/A',
    first_visit_date: lead.firstVisitAt === null ? null : dayOf(lead.firstVisitAt.getTime(), timezone),
    last_visit_date: lead.lastVisitAt === null ? null : dayOf(lead.lastVisitAt.getTime(), timezone),
    status: lead.isHandled ? 'handled' : 'new',
    website_url: lead.url ?? (lead.domain === null ? null : `https://${lead.domain}`),
    professional_network_url: profileUrl('linkedin', 'xing'),
    microblog_handle: profileHandle(profileUrl('twitter', 'x')),
    social_network_url: profileUrl('facebook'),
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
