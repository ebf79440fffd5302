import { reportParts } from '../../domain/exports/report-format.ts';
import type { Lead } from '../../domain/leads/lead.ts';
import { initialsLogoPath } from '../../lib/initials-logo.ts';
import type { Resource } from '../document.ts';
import { employeesRange } from '../employees-range.ts';
import { reportLead } from '../report-format/report-lead.ts';
import { locationOf } from './location.ts';

/** The parts of a lead that its resource shows. */
export const leadParts = [...reportParts, 'tagNames', 'assigneeEmail'] as const;

export type LeadView = { publicUrl: string; accountId: string; timezone: string };

/** A lead with all of its attributes. `quality` is only present in lists. */
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
      // Also the attributes of the export report, such as `status`.
      ...reportLead(lead, timezone),
      industries: lead.industries.map((name) => ({ name })),
      phone: profile.phoneNumbers[0] ?? null,
      employee_count: profile.employeeCount,
      employees_range: employeesRange(lead.employeeRange),
      crm_lead_id: numberOrNull(lead.crmLeadId),
      crm_organization_id: numberOrNull(lead.crmOrganizationId),
      tags: lead.tagNames,
      // The attribute is never null, so an unknown logo is drawn.
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

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
