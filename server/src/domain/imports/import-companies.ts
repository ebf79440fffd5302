import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { confirmCompany } from '../companies/confirm-company.ts';
import { originsOfFacts } from '../companies/fact-origins.ts';
import { setGroupCompany } from '../companies/set-group-company.ts';
import { mergeCompanies } from '../company-merges/merge-companies.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { employeeRangeOf, employeeRanges } from './employee-range.ts';
import type { Fields } from './fields.ts';
import { type CompanyHandle, findCompanyId, requireCompanyId } from './find-company.ts';
import type { Importer, Written } from './importer.ts';

type Amount = { value: number; currency: string; year: number | null; estimated: boolean };

type CompanyRow = {
  id?: string;
  domain?: string;
  name?: string;
  columns: Record<string, unknown>;
  furtherDomains: string[];
  asns: number[];
  mergedIds: string[];
  group?: CompanyHandle;
  locations?: Place[];
};

type Place = ReturnType<typeof placeOf>;

/** Imports companies, matched by id or domain. Fields missing from a line are left unchanged. */
export const importCompanies: Importer<CompanyRow> = {
  name: 'companies',
  changesDirectory: true,
  domainOf: ({ id, domain }) => (id === undefined ? domain : undefined),
  read(fields) {
    const id = fields.integer('id', 1)?.toString();
    const domain = fields.domain('domain');
    if (id === undefined && domain === undefined && fields.faults.length === 0) fields.refuse('id or domain is missing');
    const employeeCount = fields.integer('employee_count', 0, 10_000_000);
    const row: CompanyRow = {
      id,
      domain,
      name: fields.text('name', 200),
      columns: {
        kind: fields.oneOf('kind', ['business', 'education', 'government']),
        alternative_names: fields.list('alternative_names', 200),
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
        street_address: fields.text('street_address'),
        postal_code: fields.text('postal_code', 20),
        city: fields.text('city', 200),
        region: fields.text('region', 200),
        region_code: fields.text('region_code', 10),
        country_code: fields.country('country_code'),
        latitude: fields.number('latitude', -90, 90),
        longitude: fields.number('longitude', -180, 180),
        industry_codes: fields.list('industries', 100),
        employee_count: employeeCount,
        employee_range:
          fields.oneOf('employee_range', employeeRanges) ??
          (employeeCount === undefined ? undefined : (employeeRangeOf(employeeCount) ?? undefined)),
        revenue: amountOf(fields, 'revenue'),
        earnings: amountOf(fields, 'earnings'),
        net_worth: amountOf(fields, 'net_worth'),
        social_media_profiles: fields.profiles('social_media_profiles'),
        keywords: fields.list('keywords', 100),
        customer_orientation: fields.oneOf('customer_orientation', ['b2b', 'b2c', 'both']),
        do_not_contact: fields.boolean('do_not_contact'),
      },
      furtherDomains: fields.domains('alternative_domains') ?? [],
      asns: (fields.list('asns') ?? []).map((text) => asnOf(fields, text)),
      mergedIds: fields.list('merged_ids') ?? [],
      group: groupOf(fields),
      locations: fields.each('locations', placeOf),
    };
    return fields.faults.length === 0 ? row : null;
  },
  async write(ctx, row) {
    await checkIndustries(ctx, row);
    const known = await findCompanyId(ctx, row);
    if (known === null && row.id !== undefined) throw new Problem('not_found', `there is no company ${row.id}`);
    if (known === null && row.name === undefined)
      throw new Problem('invalid_input', `name is missing, and no company has the domain ${row.domain}`);
    const confirmed = known ?? (await confirm(ctx, row));
    const id = confirmed ?? firstOf(await ctx.ids.records(ctx.db, 1));
    const written = await writeCompany(ctx, id, confirmed !== null, row);
    await claimDomains(ctx, id, row);
    for (const asn of row.asns) {
      await sql`insert into company_networks (asn, company_id) values (${asn}, ${id}) on conflict (asn) do update set company_id = excluded.company_id`.execute(
        ctx.db,
      );
    }
    if (row.locations !== undefined) await replaceLocations(ctx, id, row.locations);
    if (row.group !== undefined) await setGroupCompany(ctx.db, id, await requireCompanyId(ctx, row.group), ctx.clock.now());
    for (const merged of row.mergedIds) await mergeCompanies(ctx, merged, id);
    return known === null ? 'added' : written;
  },
};

/** A company that belonged to one account becomes the shared company of its domain. */
async function confirm(ctx: Context, { domain, name, columns }: CompanyRow): Promise<string | null> {
  if (domain === undefined || name === undefined) return null;
  const { kind, country_code } = columns as { kind?: string; country_code?: string };
  return confirmCompany(ctx, { domain, name, kind: kind ?? 'business', countryCode: country_code ?? null, origin: 'import' });
}

async function writeCompany(ctx: Context, id: string, isKnown: boolean, row: CompanyRow): Promise<Written> {
  const given = Object.fromEntries(
    Object.entries(row.columns).flatMap(([column, value]) => (value === undefined ? [] : [[column, asParameter(value)]])),
  );
  const now = ctx.clock.now();
  const facts = { ...given, ...(row.name === undefined ? {} : { name: row.name }) };
  const origins = (columns: string[]) => JSON.stringify(originsOfFacts(columns, 'import', now));
  const withOrigins = (columns: string[]) => sql<string>`fact_origins || ${origins(columns)}::jsonb`;
  if (isKnown) {
    const change = { ...facts, updated_at: now, fact_origins: withOrigins(Object.keys(facts)) };
    await ctx.db.updateTable('companies').set(change).where('id', '=', id).execute();
    if (row.domain !== undefined) {
      const found = { domain: row.domain, fact_origins: withOrigins(['domain']) };
      await ctx.db.updateTable('companies').set(found).where('id', '=', id).where('domain', 'is', null).execute();
    }
    return 'updated';
  }
  const fact_origins = origins([...Object.keys(facts), 'domain']);
  await ctx.db
    .insertInto('companies')
    .values({ ...facts, id, name: row.name!, origin: 'import', domain: row.domain ?? null, fact_origins, updated_at: now })
    .execute();
  return 'added';
}

/** A domain belongs to one company. Taking over another company's domain would be a merge, which must be requested explicitly. */
async function claimDomains(ctx: Context, id: string, { domain, furtherDomains }: CompanyRow): Promise<void> {
  for (const one of new Set([...(domain === undefined ? [] : [domain]), ...furtherDomains])) {
    const owner = await findCompanyId(ctx, { domain: one });
    if (owner !== null && owner !== id) throw new Problem('conflict', `the domain ${one} belongs to company ${owner}`);
    if (owner === null) await ctx.db.insertInto('company_domains').values({ domain: one, company_id: id }).execute();
  }
}

/** Replaces all additional locations with those of the line. */
async function replaceLocations(ctx: Context, companyId: string, locations: Place[]): Promise<void> {
  await ctx.db.deleteFrom('company_locations').where('company_id', '=', companyId).execute();
  if (locations.length === 0) return;
  const ids = await ctx.ids.records(ctx.db, locations.length);
  await ctx.db
    .insertInto('company_locations')
    .values(locations.map((place, at) => ({ ...place, id: ids[at]!, company_id: companyId })))
    .execute();
}

function placeOf(fields: Fields) {
  return {
    name: fields.text('name', 200) ?? null,
    street_address: fields.text('street_address') ?? null,
    postal_code: fields.text('postal_code', 20) ?? null,
    city: fields.text('city', 200) ?? null,
    region: fields.text('region', 200) ?? null,
    region_code: fields.text('region_code', 10) ?? null,
    country_code: fields.required('country_code', fields.country('country_code')),
    latitude: fields.number('latitude', -90, 90) ?? null,
    longitude: fields.number('longitude', -180, 180) ?? null,
  };
}

async function checkIndustries(ctx: Context, { columns }: CompanyRow): Promise<void> {
  const codes = (columns.industry_codes as string[] | undefined) ?? [];
  if (codes.length === 0) return;
  const known = await ctx.db.selectFrom('industries').select('code').where('code', 'in', codes).execute();
  const unknown = codes.filter((code) => !known.some((industry) => industry.code === code));
  if (unknown.length > 0) throw new Problem('invalid_input', `there is no industry ${unknown.join(', ')}`);
}

/** The head of the group, by id or domain. Must exist, so it has to precede its subsidiaries in the file. */
function groupOf(fields: Fields): CompanyHandle | undefined {
  const id = fields.integer('group_company_id', 1)?.toString();
  const domain = fields.domain('group_company_domain');
  return id === undefined && domain === undefined ? undefined : { id, domain };
}

function asParameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;
}

function registerOf(fields: Fields) {
  const [id, location, status] = [
    fields.text('register_id', 100),
    fields.text('register_location', 200),
    fields.text('register_status', 100),
  ];
  return id === undefined && location === undefined && status === undefined
    ? undefined
    : { id: id ?? null, location: location ?? null, status: status ?? null };
}

function amountOf(fields: Fields, name: string): Amount | undefined {
  const value = fields.number(name);
  const currency = fields.text(`${name}_currency`, 3)?.toUpperCase();
  const year = fields.integer(`${name}_year`, 1900, 2100);
  const estimated = fields.boolean(`${name}_estimated`);
  if (value === undefined) return undefined;
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return fields.refuse(`${name}_currency must be a code of three letters`);
  return { value, currency, year: year ?? null, estimated: estimated ?? false };
}

function asnOf(fields: Fields, text: string): number {
  const asn = Number(text.replace(/^AS/i, ''));
  if (!Number.isInteger(asn) || asn < 1 || asn > 0xffffffff) fields.refuse(`asns must hold numbers of autonomous systems; found "${text}"`);
  return asn;
}
