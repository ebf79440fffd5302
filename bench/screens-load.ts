import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../server/src/db/connect.ts';
import type { Context } from '../server/src/domain/context.ts';
import { rebuildCompanyDays } from '../server/src/domain/visits/rebuild-company-days.ts';
import { rollupValue } from '../server/src/domain/visits/rollup-values.ts';
import { hashId } from '../server/src/lib/hash-id.ts';

/** How a visit arrived. `query` is appended to the URL of the landing page. */
export type Channel = {
  source: string;
  medium: string;
  campaign: string | null;
  referrer: string | null;
  query: string;
};

/** A network from which visits come. */
export type Sender = { companyId: string | null; placeId: string; verdictId: string | null };

/** Goals are reached by viewing a page; `page` is its number. */
export type PageGoal = { id: string; name: string; page: number };

export type Website = { pages: number; channels: Channel[]; goals: PageGoal[] };

type Period = { end: Date; days: number; recentDays: number; recentShare: number };

export type LoadedVisits = {
  accountId: string;
  visits: number;
  /** Number of identified senders; they come first in `bench_senders`. */
  identified: number;
  senders: number;
  period: Period;
  website: Website;
};

const origin = 'https://shop.example';
const batch = 100_000;
const secondsPerPage = 20;
/** The first sender is one company with this share of all visits. */
const shareOfLargest = 0.02;
const shareOfIdentified = 0.5;

export const pagePath = (number: number) => `/section-${number % 20}/page-${number}`;
export const pageAddress = (number: number, query: string) => `${origin}${pagePath(number)}${query}`;

export const channels: Channel[] = [
  { source: 'google', medium: 'organic', campaign: null, referrer: 'https://www.google.com/', query: '' },
  { source: '(direct)', medium: '(none)', campaign: null, referrer: null, query: '' },
  ...['autumn', 'spring', 'fair', 'newsletter', 'partner', 'webinar', 'launch', 'retarget', 'brand', 'video'].map((campaign, at) => {
    const [source, medium] = at % 2 === 0 ? ['letter', 'email'] : ['google', 'cpc'];
    return { source, medium, campaign, referrer: null, query: `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}` };
  }),
] as Channel[];

/** Two years that end with the given time, a tenth of the visits in the last 30 days. */
export const twoYearsUntil = (end: Date): Period => ({ end, days: 730, recentDays: 30, recentShare: 0.1 });

export async function storeSenders(db: Database, senders: readonly Sender[]): Promise<void> {
  await createSenders(db);
  await sql`
    insert into bench_senders select * from unnest(${senders.map((_, at) => at)}::int[], ${senders.map((one) => one.companyId)}::bigint[],
      ${senders.map((one) => one.placeId)}::bigint[], ${senders.map((one) => one.verdictId)}::bigint[])`.execute(db);
}

export async function createSenders(db: Database): Promise<void> {
  await sql`drop table if exists bench_senders`.execute(db);
  await sql`create unlogged table bench_senders (n int primary key, company_id bigint, place_id bigint not null, verdict_id bigint)`.execute(
    db,
  );
}

/**
 * Writes visits as the pipeline would have written them, generated in the database, with all sums that follow from them. Every visitor
 * comes once.
 */
export async function loadVisits(ctx: Context, load: LoadedVisits): Promise<void> {
  const { db } = ctx;
  await storeWebsite(db, load);
  for (let from = 0; from < load.visits; from += batch) await insertVisits(db, load, from, Math.min(load.visits, from + batch) - 1);
  await sumUp(db, load.accountId);
  await rollUp(ctx, load);
}

/** The URL of each page, plain and with the parameters of each channel. */
async function storeWebsite(db: Database, { accountId, website: { pages, channels: ways, goals } }: LoadedVisits): Promise<void> {
  const urls = [...new Set(['', ...ways.map(({ query }) => query)])].flatMap((query) =>
    Array.from({ length: pages }, (_, number) => ({ number, url: pageAddress(number, query) })),
  );
  await sql`
    insert into pages (account_id, id, url, hostname, path, title)
    select ${accountId}::bigint, id, url, 'shop.example', path, null
    from unnest(${urls.map(({ url }) => hashId(url, null))}::bigint[], ${urls.map(({ url }) => url)}::text[],
      ${urls.map(({ number }) => pagePath(number))}::text[]) as page (id, url, path) on conflict do nothing`.execute(db);
  for (const { id, name, page } of goals)
    await sql`
      insert into goals (account_id, id, name, kind, operator, pattern, created_at)
      values (${accountId}, ${id}, ${name}, 'page', 'is', ${pagePath(page)}, now()) on conflict do nothing`.execute(db);
}

export function pageGoals(pages: readonly number[]): PageGoal[] {
  return pages.map((page) => ({ id: randomUUID(), name: `Goal ${page}`, page })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function insertVisits(db: Database, load: LoadedVisits, from: number, to: number): Promise<void> {
  const { accountId, identified, senders, period, website } = load;
  const { pages, channels: ways, goals } = website;
  const plainIds = Array.from({ length: pages }, (_, page) => hashId(pageAddress(page, ''), null));
  const landingIds = ways.flatMap(({ query }) => Array.from({ length: pages }, (_, page) => hashId(pageAddress(page, query), null)));
  const text = (value: (way: Channel) => string | null) => sql`(${ways.map(value)}::text[])[channel + 1]`;
  await sql`
    insert into visits (account_id, started_at, id, visitor_id, company_id, verdict_id, place_id, ended_at, page_depth, visit_length, landing_page_id,
      page_ids, source, medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids, events, goals)
    select ${accountId}::bigint, started_at, ids[1], 'visitor-' || visit.n, s.company_id, s.verdict_id, s.place_id,
      started_at + (depth - 1) * interval '${sql.raw(String(secondsPerPage))} seconds', depth, (depth - 1) * ${secondsPerPage}, route[1],
      array(select page from (select page, min(at) as at from unnest(route) with ordinality as seen (page, at) group by page) as seen order by at),
      ${text(({ source }) => source)}, ${text(({ medium }) => medium)}, ${text(({ campaign }) => campaign)}, null, ${text(({ referrer }) => referrer)},
      case when is_phone then 'smartphone' else 'desktop' end, case when is_phone then 'Safari' else 'Chrome' end, case when is_phone then 'iOS' else 'Windows' end,
      '{}', json_build_object('hits', (
        select json_agg(case when at = 1 and ${text(({ referrer }) => referrer)} is not null
          then json_build_object('i', ids[at], 'k', 'page_view', 't', start_ms + (at - 1) * ${secondsPerPage * 1000}, 'p', page::text, 'r', ${text(({ referrer }) => referrer)})
          else json_build_object('i', ids[at], 'k', 'page_view', 't', start_ms + (at - 1) * ${secondsPerPage * 1000}, 'p', page::text) end order by at)
        from unnest(route) with ordinality as hit (page, at)))::text,
      (select coalesce(jsonb_agg(reached order by reached ->> 'goalId'), '[]') from (
        select jsonb_build_object('goalId', goal.id, 'reachedAtMs', start_ms + (min(at) - 1) * ${secondsPerPage * 1000}, 'eventIds', jsonb_agg(ids[at] order by at)) as reached
        from unnest(numbers) with ordinality as viewed (number, at)
        join unnest(${goals.map(({ id }) => id)}::uuid[], ${goals.map(({ page }) => page)}::int[]) as goal (id, page) on goal.page = viewed.number
        group by goal.id) as matched)
    from (
      select *, (extract(epoch from started_at) * 1000)::bigint as start_ms,
        array(select case when at = 1 then (${landingIds}::bigint[])[channel * ${pages}::int + number + 1] else (${plainIds}::bigint[])[number + 1] end
          from unnest(numbers) with ordinality as viewed (number, at) order by at) as route
      from (
        select *, array(select floor(${pages}::int * random() ^ 3)::int from generate_series(1, depth + n * 0)) as numbers,
          array(select gen_random_uuid() from generate_series(1, depth + n * 0)) as ids
        from (
          select n, date_trunc('milliseconds', ${period.end}::timestamptz - case when random() < ${period.recentShare}::float8 then random() * ${period.recentDays}::int
              else ${period.recentDays}::int + random() * ${period.days - period.recentDays}::int end * interval '1 day' - interval '1 hour') as started_at,
            case when n < ${identified}::int then n when random() < ${shareOfLargest}::float8 then 0
              when random() < ${shareOfIdentified}::float8 then floor(${identified}::int * random())::int
              else ${identified}::int + floor(${senders - identified}::int * random())::int end as sender,
            floor(${ways.length}::int * random() ^ 2)::int as channel, random() < 0.3 as is_phone,
            1 + least(9, floor(-ln(1 - random()) * 2))::int as depth
          from generate_series(${from}::int, ${to}::int) as n offset 0) as drawn offset 0) as viewed offset 0) as visit
    join bench_senders s on s.n = visit.sender`.execute(db);
}

/** The sums as the pipeline keeps them, for an account in UTC. */
async function sumUp(db: Database, accountId: string): Promise<void> {
  const counted = sql`visits where account_id = ${accountId} and company_id is not null and page_depth > 0`;
  await sql`
    insert into company_days (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select account_id, company_id, (started_at at time zone 'UTC')::date, place_id, count(*), sum(page_depth), max(page_depth), min(started_at), max(started_at)
    from ${counted} group by 1, 2, 3, 4`.execute(db);
  await sql`
    insert into company_pages (account_id, page_id, day, company_id)
    select distinct account_id, unnest(page_ids), (started_at at time zone 'UTC')::date, company_id from ${counted}`.execute(db);
  await sql`
    insert into visit_days (account_id, day, bucket, visits)
    select account_id, day, company_id % 16, sum(visits) from company_days where account_id = ${accountId} group by 1, 2, 3`.execute(db);
  await sql`
    insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views, deepest_visit, industry_code)
    select account_id, company_id, min(first_visit_at), max(last_visit_at), sum(visits), sum(page_views), max(deepest_visit), c.industry_codes[1]
    from company_days d join companies c on c.id = d.company_id where account_id = ${accountId} group by 1, 2, c.industry_codes[1]`.execute(
    db,
  );
  await sql`
    insert into visitors (account_id, id, first_seen_at, last_seen_at, workplace_company_id, workplace_confidence, workplace_at)
    select v.account_id, visitor_id, started_at, ended_at, v.company_id, x.confidence, case when x.id is not null then ended_at end
    from visits v left join verdicts x on x.account_id = ${accountId} and x.id = v.verdict_id and x.company_id is not null
    where v.account_id = ${accountId}`.execute(db);
}

/** The sums of the dashboard: the days of companies in one statement, then the second part of a rebuild. */
async function rollUp(ctx: Context, { accountId, website: { pages, channels: ways, goals } }: LoadedVisits): Promise<void> {
  const { db } = ctx;
  const { rows: countries } = await sql<{ code: string }>`
    select distinct country_code as code from places where account_id = ${accountId} and country_code is not null`.execute(db);
  const values = [
    ...ways.map(({ source, medium }) => rollupValue('source', `${source} / ${medium}`)),
    ...ways.flatMap(({ campaign }) => (campaign === null ? [] : rollupValue('campaign', campaign))),
    ...['desktop', 'smartphone'].map((device) => rollupValue('device', device)),
    ...countries.map(({ code }) => rollupValue('country', code)),
    ...Array.from({ length: pages }, (_, page) => rollupValue('page', pagePath(page))),
    ...goals.map(({ id }) => rollupValue('goal', id)),
  ];
  const known = sql`unnest(${values.map(({ id }) => id)}::bigint[], ${values.map(({ kind }) => kind)}::text[], ${values.map(({ name }) => name)}::text[]) as known (id, kind, name)`;
  const visit = sql`visits v left join places p on p.account_id = ${accountId} and p.id = v.place_id`;
  const counted = sql`v.account_id = ${accountId} and v.company_id is not null and v.page_depth > 0`;
  const day = sql`(v.started_at at time zone 'UTC')::date`;
  await sql`
    insert into company_values (account_id, company_id, value_id, day, hours)
    select v.account_id, v.company_id, 0, ${day}, bit_or(1 << extract(hour from v.started_at at time zone 'UTC')::int) from ${visit} where ${counted} group by 1, 2, 4
    union all select distinct v.account_id, v.company_id, known.id, ${day}, 0
    from ${visit} cross join lateral (
      values ('source', v.source || ' / ' || v.medium), ('campaign', v.campaign), ('device', v.device_type), ('country', p.country_code)) as value (kind, name)
    join ${known} on known.kind = value.kind and known.name = value.name where ${counted}
    union all select distinct v.account_id, v.company_id, known.id, ${day}, 0
    from ${visit} cross join unnest(v.page_ids) as seen (id) join pages g on g.account_id = ${accountId} and g.id = seen.id
    join ${known} on known.kind = 'page' and known.name = g.path where ${counted}
    union all select distinct v.account_id, v.company_id, known.id, ${day}, 0
    from ${visit} cross join jsonb_array_elements(v.goals) as goal join ${known} on known.kind = 'goal' and known.name = goal ->> 'goalId'
    where ${counted}`.execute(db);
  await sql`
    insert into day_rebuilds (account_id, company_id, requested_at, heartbeat_at) values (${accountId}, ${Number.MAX_SAFE_INTEGER}, now(), now())`.execute(
    db,
  );
  await rebuildCompanyDays(ctx, accountId, { betweenSteps: async () => {} });
}
