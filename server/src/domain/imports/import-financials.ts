import { sql } from 'kysely';
import { type CompanyKeys, readCompanyKeys, requireCompanyId } from './find-company.ts';
import type { Importer } from './importer.ts';

type ReportRow = {
  company: CompanyKeys;
  year: number;
  currency: string;
  revenue?: number;
  earnings?: number;
  netWorth?: number;
  totalAssets?: number;
  employees?: number;
  source?: string;
};

/** The stored amounts remain if the line has none, unless they are in another currency. */
const amounts = ['revenue', 'earnings', 'net_worth', 'total_assets'].map((name) => {
  const column = sql.ref(name);
  return sql`${column} = coalesce(excluded.${column}, case when known.currency = excluded.currency then known.${column} end)`;
});

/** Imports financials, one report per company and year. */
export const importFinancials: Importer<ReportRow> = {
  name: 'financials',
  read(fields) {
    const currency = fields.required('currency', fields.text('currency', 3))?.toUpperCase();
    if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) fields.refuse('currency must be a three-letter currency code');
    const row: ReportRow = {
      company: readCompanyKeys(fields),
      year: fields.required('year', fields.integer('year', 1900, 2100)),
      currency: currency ?? '',
      revenue: fields.number('revenue'),
      earnings: fields.number('earnings'),
      netWorth: fields.number('net_worth'),
      totalAssets: fields.number('total_assets'),
      employees: fields.integer('employees', 0, 10_000_000),
      source: fields.text('source', 200),
    };
    return fields.faults.length === 0 ? row : null;
  },
  async write(ctx, { company, year, currency, revenue, earnings, netWorth, totalAssets, employees, source }) {
    const companyId = await requireCompanyId(ctx, company);
    const existing = await ctx.db
      .selectFrom('financial_reports')
      .select('year')
      .where('company_id', '=', companyId)
      .where('year', '=', year)
      .executeTakeFirst();
    await sql`
      insert into financial_reports as known (company_id, year, currency, revenue, earnings, net_worth, total_assets, employees, source)
      values (${companyId}, ${year}, ${currency}, ${revenue ?? null}::numeric, ${earnings ?? null}::numeric, ${netWorth ?? null}::numeric,
        ${totalAssets ?? null}::numeric, ${employees ?? null}::int, ${source ?? null}::text)
      on conflict (company_id, year) do update set currency = excluded.currency, ${sql.join(amounts)},
        employees = coalesce(excluded.employees, known.employees), source = coalesce(excluded.source, known.source)`.execute(ctx.db);
    return existing === undefined ? 'added' : 'updated';
  },
};
