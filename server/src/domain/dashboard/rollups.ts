import { type RawBuilder, sql } from 'kysely';
import { itemAt } from '../../lib/item-at.ts';
import { addDays, daysBetween } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { currentGeneration } from '../rollup-generation.ts';
import { dayNumber, positionOf } from '../visits/company-gaps.ts';
import type { RollupKind } from '../visits/rollup-values.ts';
import type { Interval } from './interval.ts';
import type { Steps } from './steps.ts';

/** A day or month of an interval, which consists of whole months and of the days before and after them. */
type Part = { unit: 'day' | 'month'; day: string };

/** Table expression: the rollups of a kind by value. `name` is null for kinds without a dictionary. */
export type RollupTables = (kind: RollupKind) => RawBuilder<unknown>;

/**
 * Prepares the rollups of an interval, with the columns value_id, name, visits, identified, page_views, goals, companies and new_companies.
 * Each row adds the companies that did not visit earlier in the interval; beyond 32 days, their number may be off by 1%.
 */
export async function prepareRollupTables(ctx: Pick<Context, 'db'>, { accountId, from, to }: Interval): Promise<RollupTables> {
  const firstDay = await findFirstCountedDay(ctx, accountId);
  // There are no visits before the first counted day, so the interval can begin there.
  const since = firstDay !== null && firstDay > from ? firstDay : from;
  const first = dayNumber(since);
  const parts = partsOf(since, to).map((part) => ({ ...part, ...positionOf(dayNumber(part.day), first) }));
  const companies = sql`r.companies[least(part.element, cardinality(r.companies))] * (1 - part.share)
    + r.companies[least(part.element + 1, cardinality(r.companies))] * part.share`;
  return (kind) => sql`(
    select r.value_id, max(x.name) as name, sum(r.visits)::int as visits, sum(r.identified)::int as identified, sum(r.page_views)::int as page_views,
      sum(r.goals)::int as goals, round(sum(${companies}))::int as companies, sum(r.companies[cardinality(r.companies)])::int as new_companies
    from unnest(${parts.map(({ unit }) => unit)}::text[], ${parts.map(({ day }) => day)}::date[], ${parts.map(({ element }) => element)}::int[],
      ${parts.map(({ share }) => share)}::float8[]) as part (unit, day, element, share)
    join visit_rollups r on r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.unit = part.unit and r.kind = ${kind} and r.day = part.day
    left join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    group by r.value_id having sum(r.visits) > 0)`;
}

/** Returns the first day with visits, or null. */
async function findFirstCountedDay(ctx: Pick<Context, 'db'>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select day from visit_rollups where account_id = ${accountId} and generation = ${currentGeneration(accountId)} and unit = 'day' and kind = 'all' and visits > 0 order by day limit 1`.execute(
    ctx.db,
  );
  return rows[0]?.day ?? null;
}

function partsOf(from: string, to: string): Part[] {
  const parts: Part[] = [];
  const days = daysBetween(from, to);
  for (let index = 0; index < days.length; ) {
    const day = itemAt(days, index);
    const lastOfMonth = addDays(`${addDays(day, 31).slice(0, 7)}-01`, -1);
    const isMonth = day.endsWith('-01') && lastOfMonth <= to;
    parts.push({ unit: isMonth ? 'month' : 'day', day });
    index += isMonth ? Number(lastOfMonth.slice(8)) : 1;
  }
  return parts;
}

/**
 * Table expression: the rollups of a kind by value and step of a chart (from 0), with the columns step, value_id, name, visits, identified
 * and companies.
 */
export function rollupStepTable({ accountId, from, to }: Interval, { unit, names, starts }: Steps, kind: RollupKind): RawBuilder<unknown> {
  if (unit === 'hour') {
    return sql`(
      select width_bucket(r.hour, ${starts}::timestamptz[]) - 1 as step, r.value_id, x.name, r.visits, r.identified, r.companies
      from visit_rollup_hours r left join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
      where r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.kind = ${kind} and r.hour >= ${starts[0]} and r.hour <= ${starts.at(-1)} and r.visits > 0)`;
  }
  let step = -1;
  const days = daysBetween(from, to).map((day) => {
    if (day === names[step + 1]) step++;
    return { day, step, ...positionOf(dayNumber(day), dayNumber(itemAt(names, step))) };
  });
  return sql`(
    select part.step, r.value_id, max(x.name) as name, sum(r.visits)::int as visits, sum(r.identified)::int as identified,
      sum(r.companies[least(part.element, cardinality(r.companies))])::int as companies
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ step }) => step)}::int[], ${days.map(({ element }) => element)}::int[])
      as part (day, step, element)
    join visit_rollups r on r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.unit = 'day' and r.kind = ${kind} and r.day = part.day
    left join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    group by part.step, r.value_id having sum(r.visits) > 0)`;
}
