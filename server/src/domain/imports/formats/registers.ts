import { countryCodeOf } from '../../../lib/country-name.ts';
import { capitalizeName, capitalizePlace } from '../../identification/organization-name.ts';
import { type CompanyFormat, employeeRangeOfSize, siteDomain, textOf, truncate, withoutEmptyValues, yearOf } from './company-format.ts';

/** Companies House, basic company data. It has no websites, so companies are matched by company number. */
export const companiesHouse: CompanyFormat = {
  name: 'companies-house',
  title: 'Companies House basic company data',
  columns: ['companyname', 'companynumber', 'companycategory', 'companystatus'],
  hasNoDomains: true,
  translate(record) {
    const [name, number] = [textOf(record.companyname), textOf(record.companynumber)];
    if (name === undefined || number === undefined || !(textOf(record.companystatus) ?? '').startsWith('Active')) return null;
    const previousNames = Array.from({ length: 10 }, (_, index) => textOf(record[`previousname_${index + 1}.companyname`]));
    const address = (column: string) => textOf(record[`regaddress.${column}`]);
    return withoutEmptyValues({
      external_id: `companies-house:${number}`,
      name: truncate(name, 200),
      alternative_names: previousNames.flatMap((previous) => truncate(previous, 200)?.replaceAll('|', ' ') ?? []),
      legal_form: truncate(textOf(record.companycategory), 100),
      register_id: truncate(number, 100),
      register_location: 'Companies House',
      street_address: truncate([address('addressline1'), address('addressline2')].filter((part) => part !== undefined).join(', '), 500),
      postal_code: truncate(address('postcode'), 20),
      city: truncate(address('posttown'), 200),
      region: truncate(address('county'), 200),
      country_code: britishCountry(address('country')),
      founded_year: yearOf(record.incorporationdate),
    });
  },
};

const countriesOfBritain: ReadonlySet<string> = new Set([
  'ENGLAND',
  'SCOTLAND',
  'WALES',
  'ENGLAND & WALES',
  'ENGLAND AND WALES',
  'NORTHERN IRELAND',
  'UNITED KINGDOM',
  'GREAT BRITAIN',
  'NOT SPECIFIED',
]);

/** Companies of other countries are in the register because of a branch. Most British ones have a part of the country or none. */
function britishCountry(name: string | undefined): string | undefined {
  return name === undefined || countriesOfBritain.has(name.toUpperCase()) ? 'GB' : countryOf(name);
}

/** People Data Labs, free company dataset. */
export const peopleDataLabs: CompanyFormat = {
  name: 'people-data-labs',
  title: 'People Data Labs free companies',
  columns: ['name', 'size', 'locality', 'website', 'linkedin_url'],
  hasBackslashEscapes: true,
  translate(record) {
    const name = textOf(record.name);
    const id = textOf(record.id);
    const domain = siteDomain(record.website);
    if (name === undefined || (id === undefined && domain === undefined)) return null;
    return withoutEmptyValues({
      external_id: id === undefined ? undefined : `people-data-labs:${id}`,
      domain,
      name: truncate(capitalizeName(name), 200),
      employee_range: employeeRangeOfSize(record.size),
      keywords: [textOf(record.industry)].flatMap((industry) => truncate(industry, 100) ?? []),
      city: truncate(capitalizePlace(textOf(record.locality) ?? ''), 200),
      region: truncate(capitalizePlace(textOf(record.region) ?? ''), 200),
      country_code: countryOf(record.country),
      founded_year: yearOf(record.founded),
      social_media_profiles: linkedIn(record.linkedin_url),
    });
  },
};

/** BigPicture, free company dataset. */
export const bigPicture: CompanyFormat = {
  name: 'bigpicture',
  title: 'BigPicture free companies',
  columns: ['handle', 'name', 'industry', 'size'],
  translate(record) {
    const name = textOf(record.name);
    const handle = textOf(record.handle);
    if (name === undefined || handle === undefined) return null;
    return withoutEmptyValues({
      external_id: `bigpicture:${handle}`,
      domain: siteDomain(record.domain) ?? siteDomain(record.website),
      name: truncate(name, 200),
      kind: kinds[(textOf(record.type) ?? '').toLowerCase()],
      employee_range: employeeRangeOfSize(record.size),
      keywords: [textOf(record.industry)].flatMap((industry) => truncate(industry, 100) ?? []),
      city: truncate(textOf(record.city), 200),
      region: truncate(textOf(record.state), 200),
      country_code: countryOf(record.country_code ?? record.country),
      founded_year: yearOf(record.founded),
      social_media_profiles: linkedIn(`https://www.linkedin.com/company/${encodeURIComponent(handle)}`),
    });
  },
};

const kinds: Record<string, string> = {
  educational: 'education',
  'educational institution': 'education',
  'government agency': 'government',
};

function countryOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  return countryCodeOf(text) ?? undefined;
}

function linkedIn(value: unknown): object | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const url = /^https?:/.test(text) ? text : `https://${text}`;
  return URL.canParse(url) ? { linkedin: url } : undefined;
}
