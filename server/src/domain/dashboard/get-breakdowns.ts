import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { RollupKind } from '../visits/rollup-values.ts';
import type { Interval } from './interval.ts';
import { prepareRollupTables, type RollupTables } from './rollups.ts';

type Share = { name: string; visits: number; companies: number };
type GoalShare = Share & { id: string };
type Dot = {
  latitude: number;
  longitude: number;
  visits: number;
  /** Number of visits with an identified company. */
  identified: number;
  city: string | null;
  countryCode: string | null;
  /** The value of the field `place` of feeds. */
  place: string;
};
export type Breakdowns = {
  sources: Share[];
  pages: Share[];
  campaigns: Share[];
  countries: Share[];
  industries: Share[];
  devices: Share[];
  goals: GoalShare[];
  dots: Dot[];
};

const maxShares = 8;

/** Returns the most frequent sources, pages, countries and other values of the visits in an interval, and their places for a map. */
export async function getBreakdowns(ctx: Context, interval: Interval): Promise<Breakdowns> {
  const { accountId } = interval;
  const rollups = await prepareRollupTables(ctx, interval);
  const countBy = async (kind: RollupKind, named?: { name: RawBuilder<unknown>; join: RawBuilder<unknown> }) => {
    const { rows } = await sql<Share>`
      select ${named?.name ?? sql`s.name`} as name, sum(s.visits)::int as visits, sum(s.companies)::int as companies
      from ${rollups(kind)} as s ${named?.join ?? sql``}
      group by 1 order by 2 desc, 1 limit ${maxShares}`.execute(ctx.db);
    return rows;
  };
  const [sources, campaigns, devices, countries, pages, goals, industries, dots] = await Promise.all([
    countBy('source'),
    countBy('campaign'),
    countBy('device'),
    countBy('country'),
    countBy('page'),
    countGoals(ctx, accountId, rollups),
    countBy('industry', { name: sql`i.name`, join: sql`join industries i on i.code = s.name` }),
    mapDots(ctx, accountId, rollups),
  ]);
  return { sources, pages, campaigns, countries, industries, devices, goals, dots };
}

/** Counts goals by id, because two of them can have the same name. */
async function countGoals(ctx: Context, accountId: string, rollups: RollupTables): Promise<GoalShare[]> {
  const { rows } = await sql<GoalShare>`
    select g.id, g.name, s.visits, s.companies from ${rollups('goal')} as s join goals g on g.account_id = ${accountId} and g.id::text = s.name
    order by s.visits desc, g.name, g.id limit ${maxShares}`.execute(ctx.db);
  return rows;
}

/** Returns the dots of a map: one for each value of the field `place` of feeds, so that a dot and its list have the same visits. */
async function mapDots(ctx: Context, accountId: string, rollups: RollupTables): Promise<Dot[]> {
  const { rows } = await sql<Dot>`
    select round(avg(p.latitude)::numeric, 1)::float8 as latitude, round(avg(p.longitude)::numeric, 1)::float8 as longitude,
      sum(s.visits)::int as visits, sum(s.identified)::int as identified, p.city, p.country_code as "countryCode",
      concat_ws(', ', p.city, p.region, p.country_code) as place
    from ${rollups('place')} as s join places p on p.account_id = ${accountId} and p.id = s.value_id
    group by p.city, p.region, p.country_code having count(p.latitude) > 0
    order by visits desc, place limit 300`.execute(ctx.db);
  return rows;
}
