import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { deferIndexes } from '../server/src/db/backup/deferred-indexes.ts';
import type { Connection } from '../server/src/db/connect.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { required } from '../server/src/lib/required.ts';
import { atLeast, atMost, type BenchReport, type Goal, percentile, thousands } from './bench-report.ts';
import { dashboardScreens, findLoadedAccounts, signIn } from './screens.ts';
import { withBenchService } from './with-bench-service.ts';

const websiteId = '5f0c1b3e-6a51-4c57-9d0e-3f6a0c2d8e11';
const visitsPerBatch = 10_000;
const warmUpRounds = 2;
/** The lists of Umami that correspond to those on the dashboard of Leadlight. */
const metrics = ['path', 'entry', 'exit', 'referrer', 'channel', 'country', 'device'];

/**
 * `npm run bench -- umami --folder FOLDER --umami URL --umami-database URL [--rounds N]`: the dashboard of Leadlight compared with that of
 * Umami for the same page views. `npm run bench -- screens --folder FOLDER` must have filled the folder. Umami must run with its default user and a
 * migrated database. Not part of `npm run bench`, because it needs an installation of Umami.
 */
export default async function umami(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      folder: { type: 'string' },
      umami: { type: 'string', default: 'http://127.0.0.1:3000' },
      'umami-database': { type: 'string' },
      rounds: { type: 'string', default: '20' },
    },
  });
  const folder = required(values.folder, 'option --folder');
  const database = required(values['umami-database'], 'option --umami-database');
  return withBenchService({ name: 'umami', folder }, async ({ connection, service }) => {
    const { large } = required(await findLoadedAccounts(connection, service), 'data of the benchmark "screens"');
    const events = await copyPageViews(connection, large.accountId, database);
    const own = await signIn(service, large);
    const other = await signInToUmami(values.umami);
    const goals: Goal[] = [];
    const rows: string[][] = [];
    for (const { name, from, to, paths } of dashboardScreens()) {
      const range = `startAt=${Date.parse(`${from}T00:00:00Z`)}&endAt=${Date.parse(`${to}T23:59:59.999Z`)}`;
      const otherPaths = [
        `stats?${range}`,
        `pageviews?${range}&unit=day&timezone=UTC`,
        ...metrics.map((type) => `metrics?${range}&type=${type}&limit=10`),
      ];
      const [ownViews, otherViews] = [await own.get(firstOf(paths)), await other.get(firstOf(otherPaths))];
      // Leadlight counts a page view on the day its visit started.
      const difference = Math.abs(umamiPageViews(otherViews) / ownPageViews(ownViews) - 1);
      goals.push(atMost(`${name}: difference in page views`, 100 * difference, 0.1, '%'));
      const times: { own: number[]; other: number[] } = { own: [], other: [] };
      for (let round = -warmUpRounds; round < Number(values.rounds); round++) {
        const ownMs = await timeOf(paths, own.get);
        const otherMs = await timeOf(otherPaths, other.get);
        if (round < 0) continue;
        times.own.push(ownMs);
        times.other.push(otherMs);
      }
      const [ownTimes, otherTimes] = [percentilesOf(times.own), percentilesOf(times.other)];
      rows.push([name, ...[ownTimes.p50, ownTimes.p95, otherTimes.p50, otherTimes.p95].map((ms) => `${ms.toFixed(0)} ms`)]);
      console.log(required(rows.at(-1)).join('  '));
      goals.push(atLeast(`${name}: time of Umami relative to Leadlight`, otherTimes.p50 / ownTimes.p50, 1));
    }
    return {
      title: 'The dashboard, compared with that of Umami for the same page views',
      goals,
      tables: [
        {
          title: `${thousands(events)} page views; all requests of the page at once`,
          columns: ['Dashboard', 'p50', 'p95', 'p50 of Umami', 'p95 of Umami'],
          rows,
        },
      ],
      charts: [],
    };
  });
}

/** Copies the page views of an account to a website of Umami, and returns their number. */
async function copyPageViews({ db }: Connection, accountId: string, database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows: websites } = await client.query(
      `insert into website (website_id, name, domain, user_id) select $1, 'Leadlight', 'shop.example', user_id from "user" where username = 'admin'
       on conflict do nothing returning 1`,
      [websiteId],
    );
    if (websites.length > 0) {
      const createIndexes = await deferIndexes(client);
      let last = { startedAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
      for (let copied = visitsPerBatch; ; copied += visitsPerBatch) {
        const { sessions, events, next } = await readVisits(db, accountId, last);
        if (next === null) break;
        await client.query('insert into session select * from json_populate_recordset(null::session, $1) on conflict do nothing', [
          sessions,
        ]);
        await client.query('insert into website_event select * from json_populate_recordset(null::website_event, $1)', [events]);
        last = next;
        if (copied % 100_000 === 0) console.log(`${thousands(copied)} visits copied`);
      }
      await createIndexes(() => {});
      await client.query('vacuum analyze');
      console.log('copied');
    }
    const { rows } = await client.query<{ events: number }>('select count(*)::int as events from website_event where website_id = $1', [
      websiteId,
    ]);
    return firstOf(rows).events;
  } finally {
    await client.end();
  }
}

type VisitKey = { startedAt: string; id: string };
type Batch = { sessions: string; events: string; next: VisitKey | null };

/** Reads the next visits as rows of Umami, in JSON. */
async function readVisits(db: Connection['db'], accountId: string, after: VisitKey): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with batch as materialized (
      select v.*, md5(visitor_id)::uuid as session_id, p.country_code from visits v left join places p on p.account_id = v.account_id and p.id = v.place_id
      where v.account_id = ${accountId} and (v.started_at, v.id) > (${after.startedAt}::timestamptz, ${after.id}::uuid)
      order by v.started_at, v.id limit ${visitsPerBatch})
    select (
        select json_agg(json_build_object('session_id', session_id, 'website_id', ${websiteId}::text, 'browser', browser, 'os', os, 'device', device_type,
          'country', country_code, 'created_at', started_at))::text from batch) as sessions, (
        select json_agg(json_build_object('event_id', hit ->> 'i', 'website_id', ${websiteId}::text, 'session_id', session_id, 'visit_id', batch.id,
          'created_at', to_timestamp((hit ->> 't')::bigint / 1000.0), 'url_path', page.path, 'url_query', nullif(split_part(page.url, '?', 2), ''),
          'utm_source', source, 'utm_medium', medium, 'utm_campaign', campaign, 'referrer_domain', substring(hit ->> 'r' from '://([^/]+)'),
          'event_type', 1, 'hostname', page.hostname))::text
        from batch cross join lateral json_array_elements(events::json -> 'hits') as hit
        join pages page on page.account_id = batch.account_id and page.id = (hit ->> 'p')::bigint) as events, (
        select json_build_object('startedAt', started_at::text, 'id', id) from batch order by started_at desc, id desc limit 1) as next`.execute(
    db,
  );
  return firstOf(rows);
}

async function signInToUmami(url: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'umami' }),
  });
  const { token } = (await response.json()) as { token: string };
  return {
    async get(path: string): Promise<unknown> {
      const reply = await fetch(`${url}/api/websites/${websiteId}/${path}`, { headers: { authorization: `Bearer ${token}` } });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${reply.status} for ${path}: ${text}`);
      return JSON.parse(text);
    },
  };
}

function ownPageViews(overview: unknown): number {
  return (overview as { totals: { pageViews: number } }).totals.pageViews;
}

function umamiPageViews(stats: unknown): number {
  return Number((stats as { pageviews: number | string }).pageviews);
}

async function timeOf(paths: readonly string[], get: (path: string) => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await Promise.all(paths.map((path) => get(path)));
  return performance.now() - startMs;
}

function percentilesOf(times: number[]): { p50: number; p95: number } {
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
