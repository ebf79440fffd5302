import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../server/src/db/connect.ts';
import type { Context } from '../server/src/domain/context.ts';
import { rollupValue } from '../server/src/domain/visits/rollup-values.ts';
import { hashId } from '../server/src/lib/hash-id.ts';
import { sumVisits } from './screens-sums.ts';

/** How a visit arrived. `query` is appended to the URL of the landing page. */
type Channel = {
  source: string;
  medium: string;
  campaign: string | null;
  referrer: string | null;
  query: string;
};

/** A network from which visits come. */
export type Sender = { companyId: string | null; placeId: string; verdictId: string | null };

/** Goals are reached by viewing a page; `page` is its number. */
type PageGoal = { id: string; name: string; page: number };

type Website = { pages: number; channels: Channel[]; goals: PageGoal[] };

/** Visits are spread over `days` days until `end`; `recentShare` of them are in the last `recentDays` days. */
export type Period = { end: Date; days: number; recentDays: number; recentShare: number };

export type LoadedVisits = {
  accountId: string;
  visits: number;
  /** Number of identified senders; they come first in `bench_senders`. */
  identified: number;
  senders: number;
  /** Share of all visits that come from the first sender. */
  largestShare?: number;
  period: Period;
  website: Website;
};

const origin = 'https://shop.example';
const batchSize = 50_000;
const secondsPerPage = 20;
const identifiedShare = 0.5;

const pagePath = (number: number) => `/section-${number % 20}/page-${number}`;
const pageUrl = (number: number, query: string) => `${origin}${pagePath(number)}${query}`;

export const channels: Channel[] = [
  { source: 'google', medium: 'organic', campaign: null, referrer: 'https://www.google.com/', query: '' },
  { source: '(direct)', medium: '(none)', campaign: null, referrer: null, query: '' },
  ...['autumn', 'spring', 'fair', 'newsletter', 'partner', 'webinar', 'launch', 'retarget', 'brand', 'video'].map((campaign, index) => {
    const [source, medium] = index % 2 === 0 ? ['letter', 'email'] : ['google', 'cpc'];
    return { source, medium, campaign, referrer: null, query: `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}` };
  }),
] as Channel[];

/** Two years that end with the given time, a tenth of the visits in the last 30 days. */
export const twoYearsUntil = (end: Date): Period => ({ end, days: 730, recentDays: 30, recentShare: 0.1 });

export async function storeSenders(db: Database, senders: readonly Sender[]): Promise<void> {
  await createSendersTable(db);
  await sql`
    insert into bench_senders select * from unnest(${senders.map((_, index) => index)}::int[], ${senders.map((sender) => sender.companyId)}::bigint[],
      ${senders.map((sender) => sender.placeId)}::bigint[], ${senders.map((sender) => sender.verdictId)}::bigint[])`.execute(db);
}

export async function createSendersTable(db: Database): Promise<void> {
  await sql`drop table if exists bench_senders`.execute(db);
  await sql`create unlogged table bench_senders (n int primary key, company_id bigint, place_id bigint not null, verdict_id bigint)`.execute(
    db,
  );
}

/**
 * Generates visits in the database, as the pipeline would have written them, and all rollups that follow from them. Every visitor has one
 * visit. The visits are first drawn into `bench_visits`, from which everything else is derived.
 */
export async function loadVisits({ db }: Context, load: LoadedVisits, onProgress: (message: string) => void = () => {}): Promise<void> {
  await storeWebsite(db, load);
  await storeValues(db, load);
  await sql`drop table if exists bench_visits`.execute(db);
  await sql`
    create unlogged table bench_visits (n int, started_at timestamptz, day date, company_id bigint, verdict_id bigint, place_id bigint, channel smallint,
      is_phone boolean, numbers smallint[], route bigint[], page_ids bigint[], ids uuid[], goal_ids bigint[], company_value_ids bigint[], other_value_ids bigint[])`.execute(
    db,
  );
  await inBatches(
    load.visits,
    (from, to) =>
      db.transaction().execute(async (trx) => {
        // Makes the visits the same in every run.
        await sql`select setseed(${from / load.visits})`.execute(trx);
        await drawVisits(trx, load, from, to);
      }),
    (done) => onProgress(`${done} visits drawn`),
  );
  await sql`create index on bench_visits using brin (n) with (pages_per_range = 16)`.execute(db);
  await sql`analyze bench_visits`.execute(db);
  await inBatches(
    load.visits,
    (from, to) => insertVisits(db, load, from, to),
    (done) => onProgress(`${done} visits written`),
  );
  await sumVisits(db, { accountId: load.accountId, campaignIds: campaignIds(load.website) }, onProgress);
  await sql`drop table bench_visits, bench_values, bench_sender_values`.execute(db);
}

/** Runs two batches at a time. */
async function inBatches(count: number, run: (from: number, to: number) => Promise<void>, onProgress: (done: number) => void) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const from = next;
      next = Math.min(count, from + batchSize);
      await run(from, next - 1);
      if ((from / batchSize) % 10 === 9) onProgress(from + batchSize);
    }
  };
  await Promise.all([worker(), worker()]);
}

/** Stores the URL of each page, plain and with the parameters of each channel, and the goals. */
async function storeWebsite(db: Database, { accountId, website: { pages, channels: siteChannels, goals } }: LoadedVisits): Promise<void> {
  const urls = [...new Set(['', ...siteChannels.map(({ query }) => query)])].flatMap((query) =>
    Array.from({ length: pages }, (_, number) => ({ number, url: pageUrl(number, query) })),
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

const sourceName = ({ source, medium }: Channel) => `${source} / ${medium}`;

function campaignIds({ channels: siteChannels }: Website): (string | null)[] {
  return siteChannels.map(({ campaign }) => (campaign === null ? null : rollupValue('campaign', campaign).id));
}

const campaignCountry = (campaign: string, country: string) => rollupValue('campaign_country', JSON.stringify([campaign, country]));

/** Stores the values that rollups are grouped by, and the values of each sender. */
async function storeValues(db: Database, { accountId, website: { pages, channels: siteChannels, goals } }: LoadedVisits): Promise<void> {
  const network = sql`concat_ws(' ', coalesce(x.kind, 'unknown'), case when s.company_id is null then coalesce(x.no_company_reason, 'unknown') end)`;
  const senders = sql`bench_senders s left join places p on p.account_id = ${accountId} and p.id = s.place_id
    left join verdicts x on x.account_id = ${accountId} and x.id = s.verdict_id left join companies c on c.id = s.company_id`;
  const { rows: named } = await sql<{ kind: 'country' | 'network' | 'industry'; name: string }>`
    select distinct value.kind, value.name from ${senders}
    cross join lateral (values ('country', p.country_code), ('network', ${network}), ('industry', c.industry_codes[1])) as value (kind, name)
    where value.name is not null`.execute(db);
  const paths = Array.from({ length: pages }, (_, page) => pagePath(page));
  const countries = named.flatMap(({ kind, name }) => (kind === 'country' ? name : []));
  const campaignValues = siteChannels.flatMap(({ campaign, source, medium }) =>
    campaign === null
      ? []
      : [
          rollupValue('campaign_channel', JSON.stringify([campaign, source, medium])),
          ...countries.map((country) => campaignCountry(campaign, country)),
        ],
  );
  const values = [
    ...campaignValues,
    ...named.map(({ kind, name }) => rollupValue(kind, name)),
    ...siteChannels.map((channel) => rollupValue('source', sourceName(channel))),
    ...siteChannels.flatMap(({ campaign }) => (campaign === null ? [] : rollupValue('campaign', campaign))),
    ...['desktop', 'smartphone'].map((device) => rollupValue('device', device)),
    ...(['page', 'entry_page', 'exit_page'] as const).flatMap((kind) => paths.map((path) => rollupValue(kind, path))),
    ...goals.map(({ id }) => rollupValue('goal', id)),
  ];
  await sql`drop table if exists bench_values, bench_sender_values`.execute(db);
  await sql`create unlogged table bench_values (id bigint primary key, kind text, name text, parent_id bigint)`.execute(db);
  await sql`
    insert into bench_values select * from unnest(${values.map(({ id }) => id)}::bigint[], ${values.map(({ kind }) => kind)}::text[], ${values.map(({ name }) => name)}::text[],
      ${values.map(({ parentId }) => parentId ?? null)}::bigint[])
    on conflict do nothing`.execute(db);
  // For each country, the ids of its values for the campaign of each channel.
  const byChannel = countries.map((country) =>
    JSON.stringify(siteChannels.map(({ campaign }) => (campaign === null ? null : campaignCountry(campaign, country).id))),
  );
  await sql`
    create unlogged table bench_sender_values as
    select s.n, s.company_id, s.place_id, s.verdict_id, country.id as country_id, array(select jsonb_array_elements_text(given.ids::jsonb)::bigint) as campaign_country_ids, array_remove(array[s.place_id, network.id, industry.id], null) as value_ids
    from ${senders}
    left join bench_values country on country.kind = 'country' and country.name = p.country_code
    left join unnest(${countries}::text[], ${byChannel}::text[]) as given (country, ids) on given.country = p.country_code
    left join bench_values network on network.kind = 'network' and network.name = ${network}
    left join bench_values industry on industry.kind = 'industry' and industry.name = c.industry_codes[1]`.execute(db);
  await sql`create unique index on bench_sender_values (n)`.execute(db);
  await sql`analyze bench_sender_values, bench_values`.execute(db);
}

async function drawVisits(db: Database, load: LoadedVisits, from: number, to: number): Promise<void> {
  const { identified, senders, largestShare = 0.02, period, website, visits } = load;
  const { pages, channels: siteChannels, goals } = website;
  const paths = Array.from({ length: pages }, (_, page) => pagePath(page));
  const plainIds = paths.map((_, page) => hashId(pageUrl(page, ''), null));
  const landingIds = siteChannels.flatMap(({ query }) => paths.map((_, page) => hashId(pageUrl(page, query), null)));
  const valueIds = (kind: 'page' | 'entry_page' | 'exit_page') => sql`${paths.map((path) => rollupValue(kind, path).id)}::bigint[]`;
  const goalIds = paths.map((_, page) => {
    const goal = goals.find((candidate) => candidate.page === page);
    return goal === undefined ? null : rollupValue('goal', goal.id).id;
  });
  const [desktop, smartphone] = ['desktop', 'smartphone'].map((device) => rollupValue('device', device).id);
  const channelIds = siteChannels.map(({ campaign, source, medium }) =>
    campaign === null ? null : rollupValue('campaign_channel', JSON.stringify([campaign, source, medium])).id,
  );
  const old = Math.floor(visits * (1 - period.recentShare));
  // Every identified sender has at least one visit.
  const every = Math.max(1, Math.floor(visits / Math.max(1, identified)));
  await sql`
    insert into bench_visits
    select n, started_at, (started_at at time zone 'UTC')::date, company_id, verdict_id, place_id, channel, is_phone, numbers, route, seen.page_ids, ids, goal_ids,
      array_remove(array[0, (${siteChannels.map((channel) => rollupValue('source', sourceName(channel)).id)}::bigint[])[channel + 1], (${campaignIds(website)}::bigint[])[channel + 1],
        case when is_phone then ${smartphone}::bigint else ${desktop}::bigint end, country_id, campaign_country_ids[channel + 1]], null) || seen.value_ids || goal_ids,
      visit.value_ids || array_remove(array[(${channelIds}::bigint[])[channel + 1]], null) || (${valueIds('entry_page')})[numbers[1] + 1] || (${valueIds('exit_page')})[seen.last + 1]
    from (
      select *, array(select case when at = 1 then (${landingIds}::bigint[])[channel * ${pages}::int + number + 1] else (${plainIds}::bigint[])[number + 1] end
          from unnest(numbers) with ordinality as viewed (number, at)) as route,
        array(select id from (select distinct (${goalIds}::bigint[])[number + 1] as id from unnest(numbers) as number) as reached where id is not null) as goal_ids
      from (
        select d.*, s.company_id, s.verdict_id, s.place_id, s.country_id, s.campaign_country_ids, s.value_ids,
          array(select floor(${pages}::int * random() ^ 3)::smallint from generate_series(1, depth + d.n * 0)) as numbers,
          array(select gen_random_uuid() from generate_series(1, depth + d.n * 0)) as ids
        from (
          select n, date_trunc('milliseconds', ${period.end}::timestamptz - interval '1 hour' - interval '1 day' * case
              when n >= ${old}::int then ${period.recentDays}::int * (1 - (n - ${old}::int + random()) / ${Math.max(1, visits - old)}::int)
              else ${period.recentDays}::int + ${period.days - period.recentDays}::int * (1 - (n + random()) / ${Math.max(1, old)}::int) end) as started_at,
            case when n % ${every}::int = 0 and n / ${every}::int < ${identified}::int then n / ${every}::int when random() < ${largestShare}::float8 then 0
              when random() < ${identifiedShare}::float8 then floor(${identified}::int * random())::int
              else ${identified}::int + floor(${senders - identified}::int * random())::int end as sender,
            floor(${siteChannels.length}::int * random() ^ 2)::smallint as channel, random() < 0.3 as is_phone,
            1 + least(9, floor(-ln(1 - random()) * 2))::int as depth
          from generate_series(${from}::int, ${to}::int) as n offset 0) as d
        join bench_sender_values s on s.n = d.sender offset 0) as viewed offset 0) as visit
    cross join lateral (
      select array_agg(page order by at) as page_ids, array_agg((${valueIds('page')})[number + 1] order by at) as value_ids, (array_agg(number order by at desc))[1] as last
      from (select page, min(number) as number, max(at) as at from unnest(route, numbers) with ordinality as viewed (page, number, at) group by page) as viewed) as seen`.execute(
    db,
  );
}

async function insertVisits(
  db: Database,
  { accountId, website: { channels: siteChannels, goals } }: LoadedVisits,
  from: number,
  to: number,
): Promise<void> {
  const text = (value: (channel: Channel) => string | null) => sql`(${siteChannels.map(value)}::text[])[channel + 1]`;
  const goalPages = sql`${goals.map(({ page }) => page)}::smallint[]`;
  await sql`
    insert into visits (account_id, started_at, id, visitor_id, company_id, verdict_id, place_id, ended_at, page_depth, visit_length, landing_page_id,
      page_ids, source, medium, campaign, keyword, referring_url, device_type, browser, os, ga_client_ids, events, goals)
    select ${accountId}::bigint, started_at, ids[1], 'visitor-' || lpad(n::text, 9, '0'), company_id, verdict_id, place_id,
      started_at + (depth - 1) * interval '${sql.raw(String(secondsPerPage))} seconds', depth, (depth - 1) * ${secondsPerPage}, route[1], page_ids,
      ${text(({ source }) => source)}, ${text(({ medium }) => medium)}, ${text(({ campaign }) => campaign)}, null, ${text(({ referrer }) => referrer)},
      case when is_phone then 'smartphone' else 'desktop' end, case when is_phone then 'Safari' else 'Chrome' end, case when is_phone then 'iOS' else 'Windows' end,
      '{}', '{"hits":[' || (
        select string_agg('{"i":"' || id || '","k":"page_view","t":' || start_ms + (at - 1) * ${secondsPerPage * 1000} || ',"p":"' || page || '"'
          || case when at = 1 then ${text(({ referrer }) => (referrer === null ? '' : `,"r":${JSON.stringify(referrer)}`))} else '' end || '}', ',')
        from unnest(route, ids) with ordinality as hit (page, id, at)) || ']}',
      case when cardinality(goal_ids) = 0 then '[]' else (select coalesce(jsonb_agg(reached order by reached ->> 'goalId'), '[]') from (
        select jsonb_build_object('goalId', goal.id, 'reachedAtMs', start_ms + (min(at) - 1) * ${secondsPerPage * 1000}, 'eventIds', jsonb_agg(ids[at] order by at)) as reached
        from unnest(numbers) with ordinality as viewed (number, at)
        join unnest(${goals.map(({ id }) => id)}::uuid[], ${goalPages}) as goal (id, page) on goal.page = viewed.number
        group by goal.id) as matched) end
    from (
      select *, cardinality(numbers) as depth, (extract(epoch from started_at) * 1000)::bigint as start_ms
      from bench_visits where n between ${from}::int and ${to}::int) as visit`.execute(db);
}
