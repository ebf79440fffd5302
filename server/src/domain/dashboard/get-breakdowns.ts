import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { RollupKind } from '../visits/rollup-values.ts';
import type { Interval } from './interval.ts';
import { type RollupTables, rollupTables } from './rollups.ts';

type Share = { name: string; visits: number; companies: number };
type Dot = { latitude: number; longitude: number; visits: number; city: string | null; countryCode: string | null };
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

/** Returns the most frequent sources, pages, countries and other values of the visits in an interval, and their places for a map. */
export async function getBreakdowns(ctx: Context, interval: Interval): Promise<Breakdowns> {
  const { accountId } = interval;
  const rollups = await rollupTables(ctx, interval);
  const by = async (kind: RollupKind, named?: { name: RawBuilder<unknown>; join: RawBuilder<unknown> }) => {
    const { rows } = await sql<Share>`
      select ${named?.name ?? sql`s.name`} as name, sum(s.visits)::int as visits, sum(s.companies)::int as companies
      from ${rollups(kind)} as s ${named?.join ?? sql``}
      group by 1 order by 2 desc, 1 limit ${maxShares}`.execute(ctx.db);
    return rows;
  };
  const [sources, campaigns, devices, countries, pages, goals, industries, dots] = await Promise.all([
    by('source'),
    by('campaign'),
    by('device'),
    by('country'),
    by('page'),
    by('goal', { name: sql`g.name`, join: sql`join goals g on g.account_id = ${accountId} and g.id::text = s.name` }),
    by('industry', { name: sql`i.name`, join: sql`join industries i on i.code = s.name` }),
    mapDots(ctx, accountId, rollups),
  ]);
  return { sources, pages, campaigns, countries, industries, devices, goals, dots };
}

/** Returns the dots of a map. Places with the same rounded degrees are one dot, named after the city with the most visits. */
async function mapDots(ctx: Context, accountId: string, rollups: RollupTables): Promise<Dot[]> {
  const { rows } = await sql<Dot>`
    select latitude, longitude, sum(visits)::int as visits,
      (array_agg(city order by visits desc, city) filter (where city is not null))[1] as city,
      (array_agg(country_code order by visits desc, country_code) filter (where country_code is not null))[1] as "countryCode"
    from (
      select round(p.latitude)::float8 as latitude, round(p.longitude)::float8 as longitude, p.city, p.country_code, sum(s.visits)::int as visits
      from ${rollups('place')} as s join places p on p.account_id = ${accountId} and p.id = s.value_id
      where p.latitude is not null group by 1, 2, 3, 4) as place
    group by 1, 2 order by 3 desc limit 300`.execute(ctx.db);
  return rows;
}
