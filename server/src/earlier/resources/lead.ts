import type { Lead } from '../../domain/visits/lead.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import type { Resource } from '../document.ts';
import { employeesRange } from '../employees-range.ts';
import { handleOf } from '../handle-of.ts';
import { locationOf } from './location.ts';

export type LeadView = { publicUrl: string; accountId: string; timezone: string };

/** A lead with every attribute of the specification. `quality` stands in lists only. */
export function leadResource(lead: Lead, { publicUrl, accountId, timezone }: LeadView, isListed: boolean): Resource {
  return {
    type: 'leads',
    id: lead.id,
    attributes: {
      ...leadBasics(lead, timezone),
      industries: lead.industries.map((name) => ({ name })),
      phone: lead.phone,
      employee_count: lead.employeeCount,
      employees_range: employeesRange(lead.employeeRange),
      crm_lead_id: numberOrNull(lead.crmLeadId),
      crm_organization_id: numberOrNull(lead.crmOrganizationId),
      tags: lead.tags,
      logo_url: lead.logoUrl,
      assignee: lead.assigneeEmail,
      business_id: lead.businessId,
      revenue: lead.revenue === null ? null : [String(lead.revenue.value), lead.revenue.currency].filter(Boolean).join(' '),
      emailed_to: lead.emailedTo.length === 0 ? null : lead.emailedTo.join(','),
      view_in_app: `${publicUrl}/app/accounts/${accountId}/companies/${lead.id}`,
      visits: lead.visits,
      ...(isListed ? { quality: lead.quality } : {}),
    },
    relationships: locationOf(lead.place),
  };
}

/** The attributes that the export report has too. */
export function leadBasics(lead: Lead, timezone: string): Record<string, unknown> {
  const profile = (...networks: string[]) => networks.flatMap((network) => lead.socialMediaProfiles[network] ?? [])[0]?.url ?? null;
  return {
    name: lead.name,
    industry: lead.industries[0] ?? 'N/A',
    first_visit_date: lead.firstVisitAt === null ? null : dayOf(lead.firstVisitAt.getTime(), timezone),
    last_visit_date: lead.lastVisitAt === null ? null : dayOf(lead.lastVisitAt.getTime(), timezone),
    status: lead.isHandled ? 'handled' : 'new',
    website_url: lead.websiteUrl,
    professional_network_url: profile('linkedin', 'xing'),
    microblog_handle: handleOf(profile('twitter', 'x')),
    social_network_url: profile('facebook'),
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
