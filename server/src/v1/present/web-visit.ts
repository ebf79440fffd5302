import type { Config } from '../../config.ts';
import type { CompanyFacts } from '../../domain/companies/load-company-facts.ts';
import type { ContactName } from '../../domain/contacts/load-contact-names.ts';
import type { WebVisit } from '../../domain/visits/load-web-visits.ts';
import type { FoundWebVisit } from '../../domain/visits/search-web-visits.ts';
import { countryName } from '../../lib/country-name.ts';
import { companyAttributes } from './company-attributes.ts';

type Aliases = Config['earlierAliases'];

/** Contract, web_visit. What was done beside viewing pages is listed only where it is asked for. */
export function webVisitAttributes(visit: WebVisit, { aliases, withEvents }: { aliases: Aliases; withEvents: boolean }) {
  const engagements = visit.engagements.filter(({ kind }) => withEvents || kind === 'page_view');
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
    identifiers: withAliases({ svc_client_id: visit.visitor_id, ga_client_ids: visit.ga_client_ids }, aliases),
    visitor: { email: visit.email, first_name: visit.first_name, last_name: visit.last_name, returning: visit.returning ?? false },
    engagements: engagements.map((engagement) => ({
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

/** The further names that the operator has set, beside the neutral ones. */
function withAliases(identifiers: Record<string, unknown>, aliases: Aliases): Record<string, unknown> {
  const further = aliases.filter(({ name }) => name in identifiers).map(({ name, alias }) => [alias, identifiers[name]]);
  return { ...identifiers, ...Object.fromEntries(further) };
}

type WebVisitView = {
  companies: ReadonlyMap<string, CompanyFacts>;
  contacts: ReadonlyMap<string, ContactName>;
  timezone: string;
  aliases: Aliases;
  withEvents: boolean;
};

/** A visit with its relations; companies and contacts that were not loaded hold id and type only. */
export function webVisitV1(visit: FoundWebVisit, { companies, contacts, timezone, ...view }: WebVisitView) {
  const contact = visit.contact_id === null ? undefined : contacts.get(visit.contact_id);
  return {
    type: 'web_visit',
    id: visit.id,
    attributes: webVisitAttributes(visit, view),
    relationships: {
      company: visitorCompany(visit.company_id, companies, timezone),
      location: { type: 'location', id: visit.place_id, attributes: locationAttributes(visit) },
      contact:
        visit.contact_id === null ? null : { type: 'contact', id: visit.contact_id, ...(contact && { attributes: namesOf(contact) }) },
    },
  };
}

/** The company of a visit, with all its attributes where it was loaded. */
export function visitorCompany(id: string, companies: ReadonlyMap<string, CompanyFacts>, timezone: string) {
  const facts = companies.get(id);
  return { type: 'company', id, ...(facts && { attributes: companyAttributes(facts, timezone) }) };
}

type Location = { country_code: string | null; region: string | null; city: string | null; postal_code: string | null };

export function locationAttributes({ country_code, region, city, postal_code }: Location) {
  return { country: countryName(country_code), country_code, region, city, postal_code };
}

function namesOf({ full_name, title, department, hierarchy_level }: ContactName) {
  return { full_name, title, department, hierarchy_level };
}
