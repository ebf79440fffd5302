import type { CompanySummary } from '../../domain/companies/load-summaries.ts';
import type { ContactName } from '../../domain/contacts/load-contact-names.ts';
import type { WebVisit } from '../../domain/visits/load-web-visits.ts';
import type { FoundWebVisit } from '../../domain/visits/search-web-visits.ts';
import { countryName } from '../../lib/country-name.ts';

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

/** A visit with its relations; those that were not loaded hold id and type only. */
export function webVisitV1(
  visit: FoundWebVisit,
  companies: ReadonlyMap<string, CompanySummary>,
  contacts: ReadonlyMap<string, ContactName>,
  withLocation: boolean,
) {
  const company = companies.get(visit.company_id);
  const contact = visit.contact_id === null ? undefined : contacts.get(visit.contact_id);
  return {
    type: 'web_visit',
    id: visit.id,
    attributes: webVisitAttributes(visit),
    relationships: {
      company: { type: 'company', id: visit.company_id, ...(company && { attributes: visitorCompanyAttributes(company) }) },
      location: { type: 'location', id: visit.place_id, ...(withLocation && { attributes: locationAttributes(visit) }) },
      contact:
        visit.contact_id === null ? null : { type: 'contact', id: visit.contact_id, ...(contact && { attributes: namesOf(contact) }) },
    },
  };
}

type VisitorCompany = Pick<CompanySummary, 'name' | 'domain' | 'url' | 'logo_url' | 'employee_range' | 'country_code'>;

export function visitorCompanyAttributes({ name, domain, url, logo_url, employee_range, country_code }: VisitorCompany) {
  return { name, domain, url, logo_url, employee_range, country_code };
}

type Location = { country_code: string | null; region: string | null; city: string | null; postal_code: string | null };

export function locationAttributes({ country_code, region, city, postal_code }: Location) {
  return { country: countryName(country_code), country_code, region, city, postal_code };
}

function namesOf({ full_name, title, department, hierarchy_level }: ContactName) {
  return { full_name, title, department, hierarchy_level };
}
