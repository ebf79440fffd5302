import { employeeRangeOf, employeeRanges } from '../companies/employee-range.ts';
import { companyNameKeys, type NameKey } from '../companies/index-company-names.ts';
import type { JoinCandidate } from '../companies/join-score.ts';
import { organizationKinds } from '../identification/network-kind.ts';
import { nameKey } from '../identification/organization-name.ts';
import { isCustomerOfProvider } from '../identification/provider-domain.ts';
import type { Fields } from './fields.ts';
import type { CompanyKeys } from './find-company.ts';
import type { RecordSource } from './import-record.ts';
import { isPage } from './shared-sites.ts';

type Amount = { value: number; currency: string; year: number | null; estimated: boolean };

export type Place = ReturnType<typeof placeOf>;

/** A company that may be the same as the one that has the domain. */
export type DomainClaim = { company: CompanyKeys; domain: string };

/** A company as described by one line of an import file. */
export type CompanyRow = {
  id?: string;
  domain?: string;
  externalId?: string;
  name?: string;
  /** A domain that was given but belongs to the e-mail or Internet provider of the company. */
  ignoredDomain?: string;
  source: RecordSource;
  /** Whether the domain may belong to another company: see `settleDomains`. */
  isDomainDoubtful: boolean;
  /** A domain that the row lost, because a company with another name, or another record of the company, has it. */
  separateDomain?: string;
  /** A domain that the row took from the company of an earlier line. */
  takenDomain?: string;
  /** Companies with a domain that the row may describe, between which a person decides. Set when the row is written. */
  duplicates?: JoinCandidate[];
  /** Claims of this row, or of another line to its domain, to be listed for a decision when both companies are stored. */
  claims?: DomainClaim[];
  /** Keyed by column of `companies`. Columns for which the line has no value are left out. */
  columns: Record<string, unknown>;
  /** Computed during parsing, which overlaps with writing the previous lines to the database. */
  nameKeys: NameKey[];
  alternativeDomains: string[];
  asns: number[];
  mergedIds: string[];
  group?: CompanyKeys;
  /** Whether the row is stored without its group if that is not in the directory or is the company's own. */
  isGroupOptional: boolean;
  /** Set when the row is written. */
  isGroupSkipped?: boolean;
  locations?: Place[];
};

/** Reads a company from the fields of a line; null if the line has errors. */
export function readCompanyRow(fields: Fields): CompanyRow | null {
  const id = fields.integer('id', 1)?.toString();
  const givenDomain = fields.domain('domain');
  const givenId = fields.text('external_id', 200);
  const isKeyless = id === undefined && givenDomain === undefined && givenId === undefined;
  if (isKeyless && fields.faults.length === 0) fields.refuse('id, domain or external_id is missing');
  const employeeCount = fields.integer('employee_count', 0, 10_000_000);
  const rangeOfCount = employeeCount === undefined ? undefined : (employeeRangeOf(employeeCount) ?? undefined);
  const [name, alternativeNames] = [nameIn(fields), fields.list('alternative_names', 200)];
  const belongsToProvider = (domain: string) => name !== undefined && isCustomerOfProvider(name, domain);
  const ignoredDomain = givenDomain !== undefined && belongsToProvider(givenDomain) ? givenDomain : undefined;
  const row: CompanyRow = {
    id,
    domain: ignoredDomain === undefined ? givenDomain : undefined,
    externalId: givenId,
    name,
    ignoredDomain,
    source: fields.source,
    isDomainDoubtful: fields.source !== 'own' || (givenDomain !== undefined && isPage(fields.text('domain') ?? '')),
    nameKeys: companyNameKeys({ name: name ?? '', alternative_names: alternativeNames ?? [] }),
    columns: withoutUndefined({
      kind: fields.oneOf('kind', organizationKinds),
      alternative_names: alternativeNames,
      description: fields.text('description', 10_000),
      url: fields.url('url'),
      alternative_urls: fields.list('alternative_urls', 2000),
      email: fields.email('email'),
      phone_numbers: fields.list('phone_numbers', 50),
      logo_url: fields.url('logo_url'),
      founded_year: fields.integer('founded_year', 800, 2100),
      legal_form: fields.text('legal_form', 100),
      register: registerOf(fields),
      vat_id: fields.text('vat_id', 50),
      street_address: fields.line('street_address'),
      postal_code: fields.text('postal_code', 20),
      city: fields.line('city', 200),
      region: fields.line('region', 200),
      region_code: fields.text('region_code', 10),
      country_code: fields.country('country_code'),
      latitude: fields.number('latitude', -90, 90),
      longitude: fields.number('longitude', -180, 180),
      industry_codes: fields.list('industries', 100),
      employee_count: employeeCount,
      employee_range: fields.oneOf('employee_range', employeeRanges),
      revenue: amountOf(fields, amounts.revenue),
      earnings: amountOf(fields, amounts.earnings),
      net_worth: amountOf(fields, amounts.netWorth),
      social_media_profiles: fields.profiles('social_media_profiles'),
      keywords: fields.list('keywords', 100),
      customer_orientation: fields.oneOf('customer_orientation', ['b2b', 'b2c', 'both']),
      do_not_contact: fields.boolean('do_not_contact'),
    }),
    alternativeDomains: (fields.domains('alternative_domains') ?? []).filter((domain) => !belongsToProvider(domain)),
    asns: (fields.list('asns') ?? []).map((text) => asnOf(fields, text)),
    mergedIds: (fields.list('merged_ids') ?? []).map((text) => companyIdOf(fields, text)),
    group: groupOf(fields),
    isGroupOptional: fields.isGroupOptional,
    locations: fields.each('locations', placeOf),
  };
  // The count is more precise, so it wins over a range that does not contain it.
  if (rangeOfCount !== undefined) row.columns.employee_range = rangeOfCount;
  if (ignoredDomain !== undefined && id === undefined && givenId === undefined) row.externalId = idOfName(row);
  return fields.faults.length === 0 ? row : null;
}

/** A name without letters and digits, such as `-`, stands for a missing one. */
function nameIn(fields: Fields): string | undefined {
  const name = fields.line('name', 200);
  return name !== undefined && /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}

/** The external id of a company that is known only by name and place, so that the next import finds it again. */
export function idOfName({ name = '', columns: { country_code, postal_code, city } }: Pick<CompanyRow, 'name' | 'columns'>): string {
  return `name:${[nameKey(name) || name, country_code, postal_code, city].join(':').toLowerCase()}`;
}

function placeOf(fields: Fields) {
  return {
    name: fields.line('name', 200) ?? null,
    street_address: fields.line('street_address') ?? null,
    postal_code: fields.text('postal_code', 20) ?? null,
    city: fields.line('city', 200) ?? null,
    region: fields.line('region', 200) ?? null,
    region_code: fields.text('region_code', 10) ?? null,
    country_code: fields.required('country_code', fields.country('country_code')),
    latitude: fields.number('latitude', -90, 90) ?? null,
    longitude: fields.number('longitude', -180, 180) ?? null,
  };
}

/** The group's parent company. Unless it is optional, it must already exist, so it has to precede its subsidiaries in the file. */
function groupOf(fields: Fields): CompanyKeys | undefined {
  const id = fields.integer('group_company_id', 1)?.toString();
  const domain = fields.domain('group_company_domain');
  const externalId = fields.text('group_external_id', 200);
  return id === undefined && domain === undefined && externalId === undefined ? undefined : { id, domain, externalId };
}

function registerOf(fields: Fields): Record<string, unknown> | undefined {
  const register = withoutUndefined({
    id: fields.text('register_id', 100),
    location: fields.text('register_location', 200),
    status: fields.text('register_status', 100),
  });
  return Object.keys(register).length === 0 ? undefined : register;
}

type AmountColumns = { value: string; currency: string; year: string; estimated: string };

/** The columns of an amount. Building their names for every line would take longer than reading most columns. */
const amounts = { revenue: amountColumns('revenue'), earnings: amountColumns('earnings'), netWorth: amountColumns('net_worth') };

function amountColumns(value: string): AmountColumns {
  return { value, currency: `${value}_currency`, year: `${value}_year`, estimated: `${value}_estimated` };
}

function amountOf(fields: Fields, columns: AmountColumns): Amount | undefined {
  const value = fields.number(columns.value);
  const currency = fields.text(columns.currency, 3)?.toUpperCase();
  const year = fields.integer(columns.year, 1900, 2100);
  const estimated = fields.boolean(columns.estimated);
  if (value === undefined) return undefined;
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency))
    return fields.refuse(`${columns.currency} must be a three-letter currency code`);
  return { value, currency, year: year ?? null, estimated: estimated ?? false };
}

/** Most lines have a value for a few of the columns only; thousands of lines are in memory at a time. */
function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name in values) if (values[name] !== undefined) given[name] = values[name];
  return given;
}

function companyIdOf(fields: Fields, text: string): string {
  if (!/^\d{1,18}$/.test(text)) fields.refuse(`merged_ids must contain ids of companies; found "${text}"`);
  return text;
}

function asnOf(fields: Fields, text: string): number {
  const asn = Number(text.replace(/^AS/i, ''));
  if (!Number.isInteger(asn) || asn < 1 || asn > 0xffffffff) fields.refuse(`asns must contain AS numbers; found "${text}"`);
  return asn;
}
