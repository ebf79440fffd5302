import { sql } from 'kysely';
import { countryName } from '../../lib/country-name.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { visibleCompany } from '../companies/visible-company.ts';
import type { Context } from '../context.ts';
import type { CompanyFacts } from './field-provider.ts';

type Row = Omit<CompanyFacts, 'country' | 'lastVisitDate'> & { id: string; countryCode: string | null; lastVisitAt: Date | null };

/** Loads the directory data and visit totals of companies. Omits companies that do not exist or are not visible to the account. */
export async function loadCompanyFacts(
  ctx: Context,
  account: { id: string; timezone: string },
  companyIds: readonly string[],
): Promise<Map<string, CompanyFacts>> {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.domain, c.description, c.keywords, c.country_code as "countryCode", c.city, c.employee_count as "employeeCount",
      c.employee_range as "employeeRange", (c.revenue ->> 'value')::float8 as revenue, c.founded_year as "foundedYear",
      c.customer_orientation as "customerOrientation", coalesce(l.visits, 0) as visits, coalesce(l.page_views, 0) as "pageViews",
      l.last_visit_at as "lastVisitAt",
      array(select i.name from industries i where i.code = any(c.industry_codes) order by i.name) as industries,
      array(select p.path from (select page_id, max(day) as day from company_pages
          where account_id = ${account.id} and company_id = c.id group by page_id order by 2 desc, 1 limit 10) as seen
        join pages p on p.account_id = ${account.id} and p.id = seen.page_id order by seen.day desc, p.path) as "visitedPages"
    from companies c left join leads l on l.account_id = ${account.id} and l.company_id = c.id
    where c.id = any(${companyIds}::bigint[]) and ${visibleCompany(account.id)}`.execute(ctx.db);
  return new Map(
    rows.map(({ id, countryCode, lastVisitAt, ...facts }) => [
      id,
      {
        ...facts,
        country: countryName(countryCode),
        lastVisitDate: lastVisitAt === null ? null : dayOf(lastVisitAt.getTime(), account.timezone),
      },
    ]),
  );
}
