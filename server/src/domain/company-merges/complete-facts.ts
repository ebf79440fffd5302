import { sql } from 'kysely';
import { required } from '../../lib/required.ts';
import { allFacts, type FactOrigins } from '../companies/fact-origins.ts';
import { companyNameKeys } from '../companies/index-company-names.ts';
import type { Context } from '../context.ts';
import { nameKeys } from '../identification/name-keys.ts';

const addressColumns = ['street_address', 'postal_code', 'city', 'region', 'region_code', 'latitude', 'longitude'] as const;
const employeeColumns = ['employee_count', 'employee_range'] as const;
/** The other facts, which do not depend on each other. */
const separateColumns = [
  'kind',
  'description',
  'url',
  'alternative_urls',
  'email',
  'phone_numbers',
  'logo_url',
  'founded_year',
  'legal_form',
  'register',
  'vat_id',
  'industry_codes',
  'revenue',
  'earnings',
  'net_worth',
  'social_media_profiles',
  'keywords',
  'customer_orientation',
  'do_not_contact',
] as const;

/**
 * Copies facts that the current company lacks from the company that is merged into it, and its names. A company that only one account can
 * see remains private.
 */
export async function completeFacts(ctx: Pick<Context, 'clock' | 'db'>, previousId: string, currentId: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('companies')
    .select(['id', 'owner_account_id', 'name', 'domain', 'alternative_names', 'country_code', 'origin', 'fact_origins', 'updated_at'])
    .select([...addressColumns, ...employeeColumns, ...separateColumns])
    .where('id', 'in', [previousId, currentId])
    .execute();
  const rowOf = (wanted: string) => required(rows.find(({ id }) => id === wanted));
  const [previous, current] = [rowOf(previousId), rowOf(currentId)];
  if (previous.owner_account_id !== null) return;
  type Column = (typeof addressColumns)[number] | (typeof employeeColumns)[number] | (typeof separateColumns)[number] | 'country_code';
  const hasNone = (columns: readonly Column[]) => columns.every((column) => isEmpty(current[column]));
  const isSameCountry = current.country_code === null || current.country_code === previous.country_code;
  const columns: Column[] = [
    ...separateColumns,
    ...(hasNone(employeeColumns) ? employeeColumns : []),
    ...(hasNone(addressColumns) && isSameCountry ? (['country_code', ...addressColumns] as const) : []),
  ];
  const missing = columns.filter((column) => isEmpty(current[column]) && !isEmpty(previous[column]));
  const names = newNames(previous, current);
  if (missing.length === 0 && names.length === 0) return;
  const changed = [...missing, ...(current.alternative_names.length === 0 && names.length > 0 ? ['alternative_names'] : [])];
  const origins = JSON.stringify({ ...current.fact_origins, ...originsOf(changed, previous) });
  const facts = missing.map((column) => sql`${sql.ref(column)} = merged.${sql.ref(column)}, `);
  await sql`
    update companies c set ${sql.join(facts, sql``)} alternative_names = c.alternative_names || ${names}::text[],
      fact_origins = ${origins}::jsonb, updated_at = ${ctx.clock.now()}, names_indexed = c.names_indexed and merged.names_indexed
    from companies merged where c.id = ${currentId} and merged.id = ${previousId}`.execute(ctx.db);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === 'business' || value === false;
}

type NamedCompany = { name: string; domain: string | null; alternative_names: string[] };

/** Returns the names by which the current company cannot be found yet. A company may be named after its domain. */
function newNames(previous: NamedCompany, current: NamedCompany): string[] {
  const known = new Set(companyNameKeys(current).map(({ key }) => key));
  const names = [...new Set([previous.name, ...previous.alternative_names])];
  return names.filter((name) => name !== previous.domain && nameKeys(name).some((key) => !known.has(key)));
}

/** Without the id of the import, because undoing it leaves merges unchanged. */
function originsOf(columns: readonly string[], company: { origin: string; fact_origins: FactOrigins; updated_at: Date }): FactOrigins {
  return Object.fromEntries(
    columns.map((column) => {
      const stored = company.fact_origins[column] ?? company.fact_origins[allFacts];
      return [column, { origin: stored?.origin ?? company.origin, at: stored?.at ?? company.updated_at.toISOString() }];
    }),
  );
}
