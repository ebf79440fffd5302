import type { CompanyWithIntent } from '../../domain/companies/load-companies-with-intent.ts';
import type { LoadedCompany } from '../../domain/companies/load-company.ts';
import { sectionTitle } from '../../domain/reference/industry-sections.ts';
import { countryName } from '../../lib/country-name.ts';
import { isRecord } from '../../lib/is-record.ts';
import { dayOf } from '../../lib/zoned-days.ts';

type AddressColumns = Pick<
  LoadedCompany,
  'street_address' | 'postal_code' | 'city' | 'region' | 'region_code' | 'country_code' | 'latitude' | 'longitude'
>;

/** Renders the attributes of a `company` resource. Visit dates are days in the account's time zone. */
export function companyAttributes(loaded: CompanyWithIntent, timezone: string) {
  return { ...attributesOf(loaded.company), ...engagementOf(loaded, timezone) };
}

function attributesOf(company: LoadedCompany) {
  const register = company.register ?? {};
  return {
    name: company.name,
    alternative_names: company.alternative_names,
    description: company.description,
    url: company.url,
    alternative_urls: company.alternative_urls,
    domain: company.domain,
    email: company.email,
    phone_numbers: company.phone_numbers,
    logo_url: company.logo_url,
    founded_year: company.founded_year,
    legal_form: company.legal_form,
    register: { id: register.id ?? null, location: register.location ?? null, status: register.status ?? null },
    vat_id: company.vat_id,
    address: addressOf(company),
    industries: industriesOf(company.industries),
    employee_count: company.employee_count,
    employee_range: company.employee_range,
    revenue: moneyOf(company.revenue),
    earnings: moneyOf(company.earnings),
    net_worth: moneyOf(company.net_worth),
    social_media_profiles: profilesOf(company.social_media_profiles),
    keywords: company.keywords,
    customer_orientation: company.customer_orientation,
  };
}

export function addressOf(company: AddressColumns) {
  return {
    street_address: company.street_address,
    postal_code: company.postal_code,
    city: company.city,
    region: company.region,
    region_code: company.region_code,
    country: countryName(company.country_code),
    country_code: company.country_code,
    latitude: company.latitude,
    longitude: company.longitude,
  };
}

export function industriesOf(industries: LoadedCompany['industries']) {
  const list = industries ?? [];
  const namedCodes = (classification: 'nace' | 'wz') => {
    const titles = list.flatMap(({ name, [classification]: codes }) =>
      codes.map((code) => [code, sectionTitle(code, classification) ?? name] as const),
    );
    return [...new Map(titles)].map(([code, name]) => ({ code, name }));
  };
  return { industry: list.map(({ code, name }) => ({ code, name })), nace: namedCodes('nace'), wz: namedCodes('wz') };
}

function engagementOf({ company, intent }: CompanyWithIntent, timezone: string) {
  const day = (time: Date | null) => (time === null ? null : dayOf(time.getTime(), timezone));
  return {
    intent: {
      score: intent?.score ?? null,
      score_tier: intent?.tier ?? null,
      last_updated_at: intent === null || intent.score === null ? null : intent.lastVisitAt.toISOString(),
    },
    web_engagement: {
      first_visit_date: day(company.first_visit_at),
      last_visit_date: day(company.last_visit_at),
      visits: company.visits ?? 0,
    },
    custom_fields: Object.fromEntries(Object.entries(company.custom_fields ?? {}).map(([id, value]) => [id, { value }])),
    meta: { do_not_contact: company.do_not_contact, num_contacts: company.num_contacts, emailed_to: company.emailed_to },
  };
}

export function moneyOf(stored: unknown) {
  if (!isRecord(stored)) return null;
  const { value, currency, year, estimated } = stored;
  return { value: value ?? null, currency: currency ?? null, year: year ?? null, estimated: estimated ?? null };
}

/** Profiles are stored by network, as lists of URLs or of objects with a URL; a single one is treated as a list. */
export function profilesOf(stored: unknown): Record<string, { url: string }[]> {
  return Object.fromEntries(
    Object.entries(isRecord(stored) ? stored : {}).map(([network, profiles]) => [
      network,
      (Array.isArray(profiles) ? profiles : [profiles]).map((profile) => ({ url: String(isRecord(profile) ? profile.url : profile) })),
    ]),
  );
}
