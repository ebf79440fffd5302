import { type CompanyFormat, siteDomain, textOf, truncate, withoutEmptyValues, yearOf } from './company-format.ts';

type OrganizationName = { value?: string; types?: string[] };
type Link = { type?: string; value?: string };
type Place = { geonames_details?: { country_code?: string; name?: string; lat?: number; lng?: number } };
/** The nested parts of a record; other fields are read as text. */
type Organization = {
  names?: OrganizationName[] | null;
  links?: Link[] | null;
  domains?: string[] | null;
  locations?: Place[] | null;
  types?: string[] | null;
};

/** ROR data dump, schema 2: research organizations. */
export const ror: CompanyFormat = {
  name: 'ror',
  title: 'Research Organization Registry (ROR)',
  columns: ['id', 'names', 'links', 'locations', 'types'],
  translate(record) {
    const organization = record as Organization;
    const names = organization.names ?? [];
    const name = (names.find(({ types }) => types?.includes('ror_display')) ?? names[0])?.value;
    const id = textOf(record.id);
    const status = textOf(record.status);
    if (name === undefined || id === undefined || (status !== undefined && status !== 'active')) return null;
    const website = (organization.links ?? []).find(({ type }) => type === 'website')?.value;
    const [domain] = organization.domains ?? [];
    const place = organization.locations?.[0]?.geonames_details;
    const types = organization.types ?? [];
    return withoutEmptyValues({
      external_id: externalIdOf(id),
      domain: siteDomain(domain) ?? siteDomain(website),
      url: website !== undefined && URL.canParse(website) ? website : undefined,
      name: truncate(name, 200),
      alternative_names: [...new Set(names.flatMap(({ value }) => (value === undefined || value === name ? [] : value.slice(0, 200))))],
      kind: types.includes('education') ? 'education' : types.includes('government') ? 'government' : undefined,
      city: truncate(place?.name, 200),
      country_code: place?.country_code,
      latitude: place?.lat,
      longitude: place?.lng,
      founded_year: yearOf(record.established),
    });
  },
};

function externalIdOf(id: string): string {
  return `ror:${id.replace(/^https?:\/\/ror\.org\//, '')}`;
}

/** The limit of an import. A larger number is a mistake, for which the company must not be rejected. */
const maxEmployees = 10_000_000;

/** Result of the documented Wikidata query, as CSV or JSON. */
export const wikidata: CompanyFormat = {
  name: 'wikidata',
  title: 'Wikidata query result',
  columns: ['item', 'itemlabel', 'website'],
  isGroupOptional: true,
  translate(columns) {
    const record = Object.fromEntries(Object.entries(columns).map(([name, value]) => [name.toLowerCase(), bindingOf(value)]));
    const [item, name] = [textOf(record.item), textOf(record.itemlabel)];
    const id = /(Q\d+)$/.exec(item ?? '')?.[1];
    // An item without a name in the language of the query is labeled with its id.
    if (id === undefined || name === undefined || name === id) return null;
    const country = textOf(record.countrycode)?.toUpperCase();
    const employees = Math.round(Number(textOf(record.employees) ?? Number.NaN));
    const parent = /(Q\d+)$/.exec(textOf(record.parent) ?? '')?.[1];
    return withoutEmptyValues({
      external_id: `wikidata:${id}`,
      domain: siteDomain(record.website),
      name: truncate(name, 200),
      alternative_names: (textOf(record.aliases) ?? '').split('|').flatMap((alias) => truncate(textOf(alias), 200) ?? []),
      employee_count: employees >= 0 && employees <= maxEmployees ? employees : undefined,
      keywords: [truncate(textOf(record.industrylabel), 100)].filter((industry) => industry !== undefined),
      city: truncate(textOf(record.headquarterslabel), 200),
      country_code: country !== undefined && /^[A-Z]{2}$/.test(country) ? country : undefined,
      founded_year: yearOf(record.inception),
      group_external_id: parent === undefined ? undefined : `wikidata:${parent}`,
    });
  },
};

/**
 * Unwraps a value, because JSON of the query service contains `{"type": "literal", "value": "…"}`. An unknown value is a blank node, which
 * has an address at wikidata.org.
 */
function bindingOf(value: unknown): unknown {
  const isWrapped = typeof value === 'object' && value !== null && 'value' in value;
  if (isWrapped && 'type' in value && value.type === 'bnode') return undefined;
  const plain = isWrapped ? value.value : value;
  return typeof plain === 'string' && /\/\.well-known\/genid\/|^_:/.test(plain) ? undefined : plain;
}
