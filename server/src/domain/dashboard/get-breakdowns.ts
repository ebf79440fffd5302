import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Interval, visitsWithin } from './interval.ts';

export type Share = { name: string; visits: number; companies: number };
type Dot = { latitude: number; longitude: number; visits: number; city: string | null };
export type Breakdowns = {
  sources: Share[];
  pages: Share[];
  campaigns: Share[];
  countries: Share[];
  industries: Share[];
  devices: Share[];
  goals: Share[];
  dots: Dot[];
};

const maxShares = 8;

/** Returns the largest sources, countries, pages, goals and industries of the visits in an interval. */
export async function getBreakdowns(ctx: Context, interval: Interval): Promise<Breakdowns> {
  const { accountId } = interval;
  const by = async (name: RawBuilder<unknown>, joins: RawBuilder<unknown> = sql``) => {
    const { rows } = await sql<Share>`
      select ${name} as name, count(*)::int as visits, count(distinct v.company_id)::int as companies
      from visits v ${joins} where ${visitsWithin(interval)} and ${name} is not null
      group by 1 order by 2 desc, 1 limit ${maxShares}`.execute(ctx.db);
    return rows;
  };
  const [sources, campaigns, devices, countries, pages, goals, industries, dots] = await Promise.all([
    by(sql`concat_ws(' / ', v.source, v.medium)`),
    by(sql`v.campaign`),
    by(sql`v.device_type`),
    by(sql`p.country_code`, sql`join places p on p.account_id = ${accountId} and p.id = v.place_id`),
    by(
      sql`g.path`,
      sql`cross join lateral unnest(v.page_ids) as seen (page_id) join pages g on g.account_id = ${accountId} and g.id = seen.page_id`,
    ),
    by(
      sql`g.name`,
      sql`cross join lateral jsonb_array_elements(v.goals) as reached (goal)
        join goals g on g.account_id = ${accountId} and g.id = (reached.goal ->> 'goalId')::uuid`,
    ),
    by(sql`i.name`, sql`join companies c on c.id = v.company_id join industries i on i.code = c.industry_codes[1]`),
    dotsOf(ctx, interval),
  ]);
  return { sources, pages, campaigns, countries, industries, devices, goals, dots };
}

async function dotsOf(ctx: Context, interval: Interval): Promise<Dot[]> {
  const { rows } = await sql<Dot>`
    select round(p.latitude)::float8 as latitude, round(p.longitude)::float8 as longitude, count(*)::int as visits, mode() within group (order by p.city) as city
    from visits v join places p on p.account_id = ${interval.accountId} and p.id = v.place_id
    where ${visitsWithin(interval)} and p.latitude is not null group by 1, 2 order by 3 desc limit 300`.execute(ctx.db);
  return rows;
}
