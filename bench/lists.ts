import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Connection } from '../server/src/db/connect.ts';
import { requestExport } from '../server/src/domain/exports/request-export.ts';
import { runExport } from '../server/src/domain/exports/run-export.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { lastOf } from '../server/src/lib/last-of.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { atMost, type BenchReport, type Goal } from './bench-report.ts';
import { watchHeap } from './heap-watch.ts';
import { copyAccount, interval, loadAccount, loadCompanies } from './lists-load.ts';
import type { BenchService, Reader } from './lists-service.ts';
import { findLoadedAccounts } from './screens.ts';
import { withBenchService } from './with-bench-service.ts';

const companies = 30_000;
const targetMs = { firstPage: 50, feed: 250 };
const targetGrowth = 1.5;
const warmUpRounds = 5;
const days = `start_date=${interval.startDate}&end_date=${interval.endDate}`;

/**
 * `npm run bench -- lists [--visits 1000000]`: lists and exports of an account with a tenth of all visits in the interval, compared
 * with an account with a tenth of that. The remaining visits belong to other accounts.
 */
export default async function lists(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: {
      visits: { type: 'string', default: '1000000' },
      /** Number of visits of the measured account; default a tenth of all visits. */
      account: { type: 'string' },
      rounds: { type: 'string', default: '40' },
      /** Folder in which the data is stored for later runs. */
      folder: { type: 'string' },
    },
  });
  const visits = Number(values.visits);
  const rounds = Number(values.rounds);
  return withBenchService({ name: 'lists', folder: values.folder }, async ({ connection, service }) => {
    const { large, small } =
      (await findLoadedAccounts(connection, service)) ?? (await load(connection, service, visits, Number(values.account ?? visits / 10)));
    const title = await describe(connection, large);
    const measured = await measure(service, large, small, rounds);
    const exported = await measureExports(service, large);
    return {
      title: 'Lists, feeds and exports of an account with many visits, compared with one with a tenth of them',
      goals: [...measured.goals, ...exported.goals],
      tables: [
        { title, columns: ['List', 'p50', 'p95', 'p50 with a tenth of the visits'], rows: measured.rows },
        { title: 'Exports', columns: ['What', 'Time', 'Peak heap'], rows: exported.rows },
      ],
      charts: [],
    };
  });
}

async function load(
  { db }: Connection,
  { ctx, newAccount }: BenchService,
  visits: number,
  largeVisits: number,
): Promise<{ large: Reader; small: Reader }> {
  const startMs = performance.now();
  await ensurePartitions(ctx);
  await loadSeed(ctx, shippedSeed(tmpdir()));
  await loadCompanies(db, companies);
  const large = await newAccount('Large');
  const small = await newAccount('Small');
  await loadAccount(db, { ...large, visits: largeVisits, companies });
  await loadAccount(db, { ...small, visits: largeVisits / 10, companies });
  for (let left = visits - 1.1 * largeVisits; left > 0; left -= largeVisits) {
    const { accountId } = await newAccount('Other');
    if (left >= largeVisits) await copyAccount(db, large.accountId, accountId);
    else await loadAccount(db, { accountId, visits: left, companies });
  }
  await sql`vacuum analyze`.execute(db);
  console.log(`loaded in ${Math.round((performance.now() - startMs) / 1000)} s`);
  return { large, small };
}

async function describe({ db }: Connection, { accountId }: Reader): Promise<string> {
  const { rows } = await sql<{ all: string; own: string; size: string }>`
    select sum(visits) as all, sum(visits) filter (where account_id = ${accountId}) as own, pg_size_pretty(pg_database_size(current_database())) as size
    from visit_days`.execute(db);
  const { all, own, size } = firstOf(rows);
  return `${all} visits in a database of ${size}, ${own} of them in the account and the interval`;
}

type Measured = { goals: Goal[]; rows: string[][] };

async function measure(service: BenchService, large: Reader, small: Reader, rounds: number): Promise<Measured> {
  const pageFeed = { field: 'page_url', operator: 'contains', values: ['/section-7/'] };
  const sumFeed = { field: 'pageviews', operator: 'gte', values: [100] };
  await addFeed(service, large, 1, pageFeed);
  await addFeed(service, large, 2, sumFeed);
  const lead = firstOf((await service.get(`/accounts/${large.accountId}/leads?${days}&page[size]=1`, large.token)).data);
  const earlierDays = 'start_date=2026-09-10&end_date=2026-09-12';
  // With `isCompared`, a case is also measured for the small account.
  const cases: { name: string; path: string; maxMs?: number; isCompared?: boolean }[] = [
    { name: 'leads, first page', path: `leads?${days}`, maxMs: targetMs.firstPage, isCompared: true },
    { name: 'leads, first page of an earlier interval', path: `leads?${earlierDays}`, maxMs: targetMs.firstPage },
    { name: 'leads, page 100 of size 100', path: `leads?${days}&page[number]=100&page[size]=100` },
    { name: 'feed with a page condition', path: `leads?${days}&custom_feed_id=1`, maxMs: targetMs.feed },
    { name: 'feed with a page-view sum', path: `leads?${days}&custom_feed_id=2`, maxMs: targetMs.feed },
    { name: "one lead's visits", path: `leads/${lead.id}/visits?${days}`, maxMs: targetMs.firstPage },
    { name: 'all visits, first page', path: `visits?${days}`, maxMs: targetMs.firstPage, isCompared: true },
    {
      name: 'all visits, last page of size 100',
      path: `visits?${days}&page[size]=100&page[number]=${await lastVisitPage(service, large)}`,
    },
  ];
  const goals: Goal[] = [];
  const rows: string[][] = [];
  for (const { name, path, maxMs, isCompared } of cases) {
    const measured = await timesOf(service, isCompared ? [large, small] : [large], path, rounds);
    const [times, smallTimes] = [firstOf(measured), measured[1]];
    const { p50, p95 } = times;
    const smallP50 = smallTimes?.p50 ?? null;
    rows.push([name, ...[p50, p95, smallP50].map((ms) => (ms === null ? '' : `${ms.toFixed(1)} ms`))]);
    console.log(lastOf(rows).join('  '));
    if (maxMs !== undefined) goals.push(atMost(`${name}: p95`, p95, maxMs, 'ms', 1));
    if (smallP50 !== null) goals.push(atMost(`${name}: factor in time for ten times the visits`, p50 / smallP50, targetGrowth));
  }
  return { goals, rows };
}

/** Requests of the readers alternate, so that a temporarily slower machine affects all of them. */
async function timesOf(service: BenchService, readers: Reader[], path: string, rounds: number) {
  const times: number[][] = readers.map(() => []);
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [index, { accountId, token }] of readers.entries()) {
      const tookMs = await service.time(`/accounts/${accountId}/${path}`, token);
      if (round >= 0) itemAt(times, index).push(tookMs);
    }
  }
  return times.map((readerTimes) => {
    readerTimes.sort((a, b) => a - b);
    return {
      p50: itemAt(readerTimes, Math.floor(readerTimes.length / 2)),
      p95: itemAt(readerTimes, Math.ceil(readerTimes.length * 0.95) - 1),
    };
  });
}

async function lastVisitPage({ ctx }: BenchService, { accountId }: Reader): Promise<number> {
  const { rows } = await sql<{ visits: number }>`select sum(visits)::int as visits from visit_days where account_id = ${accountId}`.execute(
    ctx.db,
  );
  return Math.ceil(firstOf(rows).visits / 100);
}

async function addFeed({ ctx }: BenchService, { accountId }: Reader, number: number, filter: object) {
  await sql`insert into custom_feeds (account_id, id, number, name, filters, created_at, updated_at)
    values (${accountId}, ${randomUUID()}, ${number}, 'Bench', ${JSON.stringify({ all: [filter] })}::jsonb, now(), now()) on conflict do nothing`.execute(
    ctx.db,
  );
}

/** Exports 10,000 leads, then three times as many, which must not need much more memory. */
async function measureExports(service: BenchService, reader: Reader): Promise<Measured> {
  await addFeed(service, reader, 3, { field: 'company_name', operator: 'begins_with', values: ['Company 0'] });
  const peaks: number[] = [];
  const rows: string[][] = [];
  for (const [name, feedId] of [
    ['export of 10,000 leads', '3'],
    ['export of all 30,000 leads', 'all_leads'],
  ] as const) {
    const ctx = { ...service.ctx, jobs: { add: async () => {} } };
    const request = await requestExport(ctx, { ...reader, userId: '0', feedId, ...interval, aliases: [] });
    const heap = watchHeap(200);
    const startMs = performance.now();
    await runExport(ctx, request.id);
    const seconds = (performance.now() - startMs) / 1000;
    const { peak } = heap.stop();
    peaks.push(peak);
    rows.push([name, `${seconds.toFixed(1)} s`, `${(peak / 1e6).toFixed(0)} MB`]);
    console.log(lastOf(rows).join('  '));
  }
  return { goals: [atMost('exports: factor in memory for three times the leads', itemAt(peaks, 1) / firstOf(peaks), 1.5)], rows };
}
