import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../server/src/db/connect.ts';
import { dayNumber } from '../server/src/domain/visits/company-gaps.ts';
import { RollupChanges, type RollupRow, totalDay } from '../server/src/domain/visits/rollup-changes.ts';
import { allVisits, type RollupKind } from '../server/src/domain/visits/rollup-values.ts';
import { plainArray, textArray } from '../server/src/lib/array-literal.ts';
import { firstOf } from '../server/src/lib/first-of.ts';

type Summed = {
  accountId: string;
  /** The rollup value of each channel's campaign. */
  campaignIds: readonly (string | null)[];
};
type Progress = (message: string) => void;

/** Derives all rollups from `bench_visits`, as the pipeline stores them, for an account in UTC. Writes rows in key order. */
export async function sumVisits(db: Database, summed: Summed, onProgress: Progress): Promise<void> {
  const { accountId } = summed;
  const halves = await companyHalves(db);
  const perHalf = (statement: (inHalf: RawBuilder<boolean>) => RawBuilder<unknown>) =>
    Promise.all(halves.map((half) => withMemory(db, statement(half))));
  await perHalf(
    (inHalf) => sql`
      insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
      select ${accountId}::bigint, company_id, day, place_id, count(*), sum(cardinality(numbers)), max(cardinality(numbers)), min(started_at), max(started_at)
      from bench_visits where ${inHalf} group by 2, 3, 4 order by 2, 3, 4`,
  );
  onProgress('company days summed');
  await sql`
    insert into visit_days (account_id, day, bucket, visits)
    select account_id, day, company_id % 16, sum(visits) from company_days where account_id = ${accountId} group by 1, 2, 3`.execute(db);
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit, industry_code)
    select account_id, company_id, min(first_visit_at), max(last_visit_at), sum(visits), sum(page_views), max(deepest_visit), c.industry_codes[1]
    from company_days d join companies c on c.id = d.company_id where account_id = ${accountId} group by 1, 2, c.industry_codes[1]`.execute(
    db,
  );
  await Promise.all([
    withMemory(
      db,
      sql`
        insert into visitors (account_id, id, first_seen_at, last_seen_at, workplace_company_id, workplace_confidence, workplace_at)
        select ${accountId}::bigint, v.visitor_id, v.started_at, v.ended_at, v.company_id, x.confidence, case when x.id is not null then v.ended_at end
        from (
          select 'visitor-' || lpad(n::text, 9, '0') as visitor_id, started_at, started_at + (cardinality(numbers) - 1) * interval '20 seconds' as ended_at, company_id, verdict_id
          from bench_visits) as v
        left join verdicts x on x.account_id = ${accountId} and x.id = v.verdict_id and x.company_id is not null`,
    ),
    withMemory(
      db,
      sql`
        insert into company_pages (account_id, page_id, day, company_id)
        select distinct ${accountId}::bigint, unnest(page_ids), day, company_id from bench_visits where company_id is not null order by 2, 3, 4`,
    ),
  ]);
  onProgress('visitors and pages of companies written');
  await perHalf(
    (inHalf) => sql`
      insert into company_values (account_id, company_id, value_id, day, hours)
      select ${accountId}::bigint, company_id, value_id, day, bit_or(case when value_id = 0 then 1 << hour else 0 end)
      from (
        select company_id, unnest(company_value_ids) as value_id, day, extract(hour from started_at at time zone 'UTC')::int as hour
        from bench_visits where ${inHalf}) as seen
      group by 2, 3, 4 order by 2, 3, 4`,
  );
  onProgress('values of companies written');
  await countVisits(db, summed);
  onProgress('visits by day, month and hour counted');
  await countCompanies(db, accountId, halves);
  await sql`
    insert into rollup_values (account_id, id, kind, name, parent_id)
    select ${accountId}::bigint, id, kind, name, parent_id from bench_values x
    where (x.kind, x.id) in (select r.kind, r.value_id from visit_rollups r where r.account_id = ${accountId} and r.unit in ('month', 'total'))
    on conflict do nothing`.execute(db);
  onProgress('companies by day and month counted');
}

/** Conditions that each select half of the companies. */
async function companyHalves(db: Database): Promise<RawBuilder<boolean>[]> {
  const { rows } = await sql<{ middle: string | null }>`
    select percentile_disc(0.5) within group (order by company_id) as middle from bench_senders where company_id is not null`.execute(db);
  const { middle } = firstOf(rows);
  return [sql<boolean>`company_id <= ${middle}::bigint`, sql<boolean>`company_id > ${middle}::bigint`];
}

/** Runs a statement with enough memory to sort without temporary files, which is several times faster. */
function withMemory(db: Database, statement: RawBuilder<unknown>): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '512MB'`.execute(trx);
    await statement.execute(trx);
  });
}

async function countVisits(db: Database, { accountId, campaignIds }: Summed): Promise<void> {
  const { rows } = await sql<{ middle: string }>`select (min(day) + (max(day) - min(day)) / 2)::text as middle from bench_visits`.execute(
    db,
  );
  const { middle } = firstOf(rows);
  await sql`drop table if exists bench_counts`.execute(db);
  await sql`create unlogged table bench_counts (kind text, day date, value_id bigint, visits int, identified int, page_views int, goals int)`.execute(
    db,
  );
  await Promise.all(
    [sql`day <= ${middle}::date`, sql`day > ${middle}::date`].map((half) =>
      withMemory(
        db,
        sql`
          insert into bench_counts
          select case when c.value_id = 0 then 'all' else coalesce(x.kind, 'place') end, c.day, c.value_id, c.visits, c.identified,
            case when c.value_id = 0 or x.kind = 'campaign' then c.page_views else 0 end, case when c.value_id = 0 or x.kind = 'campaign' then c.goals else 0 end
          from (
            select day, value_id, count(*) as visits, count(company_id) as identified, sum(depth) as page_views, sum(goals) as goals
            from (
              select day, company_id, cardinality(numbers) as depth, cardinality(goal_ids) as goals, unnest(company_value_ids || other_value_ids) as value_id
              from bench_visits where ${half}) as visit
            group by 1, 2) as c
          left join bench_values x on x.id = c.value_id`,
      ),
    ),
  );
  const sumBy = (
    unit: 'day' | 'month' | 'total',
    day: RawBuilder<unknown>,
    pageViews: RawBuilder<unknown>,
    kinds: RawBuilder<boolean>,
  ) => sql`
    insert into visit_rollups (account_id, unit, kind, day, value_id, visits, identified, page_views, goals, companies)
    select ${accountId}::bigint, ${unit}, kind, ${day}, value_id, sum(visits), sum(identified), ${pageViews}, sum(goals), '{0}'
    from bench_counts where ${kinds} group by kind, 4, value_id order by kind, 4, value_id`;
  const isCampaignDetail = sql<boolean>`kind in ('campaign_channel', 'campaign_country')`;
  const totalPageViews = sql`sum(case when kind = 'all' then page_views else 0 end)`;
  await withMemory(db, sumBy('day', sql`day`, totalPageViews, sql<boolean>`not ${isCampaignDetail}`));
  await withMemory(
    db,
    sumBy('month', sql`date_trunc('month', day::timestamp)::date`, totalPageViews, sql<boolean>`not ${isCampaignDetail}`),
  );
  await withMemory(
    db,
    sumBy('total', sql`${totalDay}::date`, sql`sum(page_views)`, sql<boolean>`kind in ('campaign', 'goal') or ${isCampaignDetail}`),
  );
  await sql`drop table bench_counts`.execute(db);
  await withMemory(
    db,
    sql`
      insert into visit_rollup_hours (account_id, kind, hour, value_id, visits, identified, companies)
      select ${accountId}::bigint, case when value_id = 0 then 'all' when value_id = any(array_remove(${campaignIds}::bigint[], null)) then 'campaign' else 'goal' end, hour, value_id,
        count(*), count(company_id), case when value_id = 0 then count(distinct company_id) else 0 end
      from (
        select date_trunc('hour', started_at) as hour, company_id, unnest(array[0, (${campaignIds}::bigint[])[channel + 1]] || goal_ids) as value_id
        from bench_visits) as visit
      where value_id is not null group by hour, value_id`,
  );
}

/** Counts companies by the days since their previous visit, as a rebuild does. */
async function countCompanies(db: Database, accountId: string, halves: readonly RawBuilder<boolean>[]): Promise<void> {
  await sql`drop table if exists bench_gaps`.execute(db);
  await sql`create unlogged table bench_gaps (day date, value_id bigint, gap int, companies int)`.execute(db);
  await Promise.all(
    halves.map((inHalf) =>
      withMemory(
        db,
        sql`
          insert into bench_gaps
          select day, value_id, gap, count(*) from (
            select day, value_id, day - lag(day) over (partition by company_id, value_id order by day) as gap
            from company_values where account_id = ${accountId} and ${inHalf}) as seen
          group by 1, 2, 3`,
      ),
    ),
  );
  await withMemory(
    db,
    sql`
      insert into bench_gaps
      select day, value_id, gap, count(*) from (
        select v.day, x.id as value_id, v.day - lag(v.day) over (partition by v.company_id order by v.day) as gap
        from company_values v join leads l on l.account_id = ${accountId} and l.company_id = v.company_id
        join bench_values x on x.kind = 'industry' and x.name = l.industry_code
        where v.account_id = ${accountId} and v.value_id = 0) as seen
      group by 1, 2, 3`,
  );
  await sql`create index on bench_gaps (day)`.execute(db);
  const { rows: months } = await sql<{ month: string }>`
    select distinct date_trunc('month', day::timestamp)::date::text as month from visit_rollups where account_id = ${accountId} and unit = 'day' and kind = 'all' order by 1`.execute(
    db,
  );
  for (const { month } of months) {
    const { rows } = await sql<{
      day: string;
      id: string;
      kind: RollupKind;
      name: string | null;
      gaps: (number | null)[];
      counts: number[];
    }>`
      select g.day, coalesce(x.id, 0) as id, coalesce(x.kind, 'all') as kind, x.name, array_agg(g.gap) as gaps, array_agg(g.companies) as counts
      from bench_gaps g
      left join bench_values x on x.id = g.value_id
      where g.day >= ${month}::date and g.day < ${month}::date + interval '1 month' group by 1, 2, 3, 4`.execute(db);
    const changes = new RollupChanges('UTC');
    for (const { day, id, kind, name, gaps, counts } of rows) {
      const value = kind === 'all' ? allVisits : { kind, id, name };
      for (const [index, gap] of gaps.entries()) changes.addCompanies(value, dayNumber(day), gap, counts[index] ?? 0);
    }
    await storeSeries(
      db,
      accountId,
      changes.rows().filter(({ unit }) => unit !== 'total'),
    );
  }
  await withMemory(
    db,
    sql`
      update visit_rollups r set companies = array[counted.companies]
      from (
        select value_id, count(distinct company_id) as companies from company_values
        where account_id = ${accountId} and value_id in (select value_id from visit_rollups where account_id = ${accountId} and unit = 'total') group by value_id) as counted
      where r.account_id = ${accountId} and r.unit = 'total' and r.kind <> 'campaign_channel' and r.value_id = counted.value_id`,
  );
  await sql`drop table bench_gaps`.execute(db);
}

async function storeSeries(db: Database, accountId: string, rows: readonly RollupRow[]): Promise<void> {
  const column = (value: (row: RollupRow) => string) => plainArray(rows.map(value));
  await sql`
    update visit_rollups r set companies = changed.companies
    from (select unit, kind, day, value_id, companies::int[] as companies from unnest(
      ${column(({ unit }) => unit)}::text[], ${column(({ value }) => value.kind)}::text[], ${column(({ day }) => day)}::date[],
      ${column(({ value }) => value.id)}::bigint[], ${textArray(rows.map(({ gaps }) => plainArray(gaps?.series() ?? [0])))}::text[])
      as given (unit, kind, day, value_id, companies) offset 0) as changed
    where r.account_id = ${accountId} and r.unit = changed.unit and r.kind = changed.kind and r.day = changed.day and r.value_id = changed.value_id`.execute(
    db,
  );
}
