import type { Config } from '../../config.ts';
import type { CompanyWithIntent } from '../../domain/companies/load-companies-with-intent.ts';
import type { ContactName } from '../../domain/contacts/load-contact-names.ts';
import type { Place } from '../../domain/visits/place.ts';
import type { FoundVisit } from '../../domain/visits/search-web-visits.ts';
import type { Visit } from '../../domain/visits/visit.ts';
import { countryName } from '../../lib/country-name.ts';
import { companyAttributes } from './company-attributes.ts';

type Aliases = Config['earlierAliases'];

/** Renders the attributes of a `web_visit` resource. Events other than page views are listed only on request. */
export function webVisitAttributes(visit: Visit, { aliases, includesEvents }: { aliases: Aliases; includesEvents: boolean }) {
  const { knownVisitor: visitor } = visit;
  const engagements = visit.engagements.filter(({ kind }) => includesEvents || kind === 'page_view');
  return {
    started_at: visit.startedAt.toISOString(),
    ended_at: visit.endedAt.toISOString(),
    visit_length: visit.lengthSeconds,
    page_depth: visit.pageDepth,
    landing_page_path: visit.landingPagePath,
    source: visit.source,
    medium: visit.medium,
    campaign: visit.campaign,
    keyword: visit.keyword,
    referring_url: visit.referringUrl,
    device_type: visit.deviceType,
    browser: visit.browser,
    os: visit.os,
    identifiers: withAliases({ svc_client_id: visit.visitorId, ga_client_ids: visit.gaClientIds }, aliases),
    visitor: { email: visitor.email, first_name: visitor.firstName, last_name: visitor.lastName, returning: visitor.isReturning },
    engagements: engagements.map((engagement) => ({
      event_type: engagement.kind,
      started_at: new Date(engagement.occurredAtMs).toISOString(),
      hostname: engagement.hostname,
      page: { path: engagement.path, url: engagement.url, title: engagement.title },
      previous_page_path: engagement.previousPagePath,
      time_on_page: engagement.timeOnPageSeconds,
      has_met_goals: engagement.hasMetGoals,
    })),
    goals: visit.goals.map(({ id, name, reachedAt }) => ({ id, name, reached_at: reachedAt.toISOString() })),
    ...(visit.noCompanyReason !== null && { no_company_reason: visit.noCompanyReason }),
  };
}

/** Adds the identifiers again under the aliases that the operator has configured. */
function withAliases(identifiers: Record<string, unknown>, aliases: Aliases): Record<string, unknown> {
  const aliased = aliases.filter(({ name }) => name in identifiers).map(({ name, alias }) => [alias, identifiers[name]]);
  return { ...identifiers, ...Object.fromEntries(aliased) };
}

type WebVisitView = {
  companies: ReadonlyMap<string, CompanyWithIntent>;
  contacts: ReadonlyMap<string, ContactName>;
  timezone: string;
  aliases: Aliases;
  includesEvents: boolean;
};

/** Renders a visit with its relations. Companies and contacts that were not loaded have only id and type. */
export function webVisitV1(visit: FoundVisit, { companies, contacts, timezone, ...view }: WebVisitView) {
  const contact = visit.contactId === null ? undefined : contacts.get(visit.contactId);
  return {
    type: 'web_visit',
    id: visit.id,
    attributes: webVisitAttributes(visit, view),
    relationships: {
      company: visit.companyId === null ? null : visitorCompany(visit.companyId, companies, timezone),
      location: { type: 'location', id: visit.placeId, attributes: locationAttributes(visit.place) },
      contact:
        visit.contactId === null
          ? null
          : { type: 'contact', id: visit.contactId, ...(contact && { attributes: contactAttributes(contact) }) },
    },
  };
}

/** Renders the company of a visit, with its attributes if it was loaded. */
export function visitorCompany(id: string, companies: ReadonlyMap<string, CompanyWithIntent>, timezone: string) {
  const company = companies.get(id);
  return { type: 'company', id, ...(company && { attributes: companyAttributes(company, timezone) }) };
}

export function locationAttributes(place: Place | null) {
  const { countryCode = null, region = null, city = null, postalCode = null } = place ?? {};
  return { country: countryName(countryCode), country_code: countryCode, region, city, postal_code: postalCode };
}

function contactAttributes({ full_name, title, department, hierarchy_level }: ContactName) {
  return { full_name, title, department, hierarchy_level };
}
