import type { Lead } from '../../domain/leads/lead.ts';
import { initialsLogoPath } from '../../lib/initials-logo.ts';
import type { Resource } from '../document.ts';
import { employeesRange } from '../employees-range.ts';
import { reportLead } from '../report-format/report-lead.ts';
import { locationOf } from './location.ts';

export type LeadView = { publicUrl: string; accountId: string; timezone: string };

/** A lead with every attribute of the specification. `quality` stands in lists only. */
export function leadResource(lead: Lead, { publicUrl, accountId, timezone }: LeadView, isListed: boolean): Resource {
  return {
    type: 'leads',
    id: lead.id,
    attributes: {
      ...reportLead(lead, timezone),
      industries: lead.industries.map((name) => ({ name })),
      phone: lead.phone,
      employee_count: lead.employeeCount,
      employees_range: employeesRange(lead.employeeRange),
      crm_lead_id: numberOrNull(lead.crmLeadId),
      crm_organization_id: numberOrNull(lead.crmOrganizationId),
      tags: lead.tags,
      // Spec: a string, without "or null". Where no logo is known the service draws one.
      logo_url: lead.logoUrl ?? publicUrl + initialsLogoPath(lead.name),
      assignee: lead.assigneeEmail,
      business_id: lead.businessId,
      revenue: lead.revenue === null ? null : [String(lead.revenue.value), lead.revenue.currency].filter(Boolean).join(' '),
      emailed_to: lead.emailedTo.length === 0 ? null : lead.emailedTo.join(','),
      view_in_app: `${publicUrl}/companies/${lead.id}?account=${accountId}`,
      visits: lead.visits,
      ...(isListed ? { quality: lead.quality } : {}),
    },
    relationships: locationOf(lead.place),
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
