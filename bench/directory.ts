import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Connection } from '../server/src/db/connect.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { indexCompanyNames } from '../server/src/domain/companies/index-company-names.ts';
import { loadListedNetworks } from '../server/src/domain/identification/load-listed-networks.ts';
import { importCompanies } from '../server/src/domain/imports/import-companies.ts';
import { endImportRun, openImportRun, runProgressRecorder } from '../server/src/domain/imports/import-runs.ts';
import { runImport } from '../server/src/domain/imports/run-import.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { firstItems } from '../server/src/lib/first-items.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { required } from '../server/src/lib/required.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { readImportFile } from '../server/src/providers/read-import-file.ts';
import { atLeast, atMost, type BenchReport, type Goal, percentile, thousands } from './bench-report.ts';
import { databaseCpuMs } from './cpu-time.ts';
import type { BenchService, Reader } from './lists-service.ts';
import { type SyntheticDirectory, syntheticDirectory } from './synthetic-directory.ts';
import { withBenchService } from './with-bench-service.ts';

const targets = { rowsPerSecond: 10_000, p95Ms: 100, growth: 1.5 };
const warmUpRounds = 10;
/** Leads of the account; fewer if there are fewer companies. */
const leadCount = 100_000;
/** A multiple of the batch size of the import. */
const progressRows = 400_000;

/**
 * `npm run bench -- directory [--companies 3000000]`: importing companies, and searching and matching them for an account with
 * 100,000 leads, compared with a tenth of the companies.
 * `--folder PATH` stores the database there and does not delete it.
 */
export default async function directory(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: { companies: { type: 'string', default: '3000000' }, rounds: { type: 'string', default: '100' }, folder: { type: 'string' } },
  });
  const companies = Number(values.companies);
  return withBenchService({ name: 'directory', durable: true, folder: values.folder }, async ({ folder, url, connection, service }) => {
    await loadSeed(service.ctx, shippedSeed(tmpdir()));
    await indexCompanyNames(service.ctx);
    const { rows: industries } = await sql<{
      code: string;
    }>`select code from industries where parent_code is not null order by code`.execute(connection.db);
    const synthetic = syntheticDirectory(industries.map(({ code }) => code));
    const reader = await service.newAccount('Measured');
    const rates: ImportFigures[] = [];
    const measured: Measured[] = [];
    const starts: number[] = [];
    let from = 0;
    for (const until of [companies / 10, companies]) {
      rates.push(await importMore(service, folder, synthetic, from, until));
      from = until;
      await addLeads(connection, reader, until);
      await sql`vacuum analyze companies, company_name_keys, company_domains, name_words, leads`.execute(connection.db);
      starts.push(await measureStartUp(service, url));
      measured.push(await measure(service, folder, reader, synthetic, until, Number(values.rounds)));
    }
    const sizes = await sizesOf(connection);
    return reportOf(companies, rates, starts, measured, sizes);
  });
}

/** CPU times are in microseconds per row. */
type ImportFigures = { rowsPerSecond: number; nodeUs: number; databaseUs: number };

/** Imports through the same code as the command. */
async function importMore(
  { ctx }: BenchService,
  folder: string,
  synthetic: SyntheticDirectory,
  from: number,
  until: number,
): Promise<ImportFigures> {
  const path = join(folder, `companies-${until}.csv`);
  const file = createWriteStream(path);
  file.write(`${synthetic.header}\n`);
  for (let index = from; index < until; index++) if (!file.write(`${synthetic.line(index)}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
  const before = { cpu: process.cpuUsage(), databaseMs: databaseCpuMs(folder) };
  const startMs = performance.now();
  const run = await openImportRun(ctx, { kind: 'companies', format: null, fileName: path, fingerprint: path });
  const { added, updated, refused } = await runImport(ctx, importCompanies, readImportFile(path), {
    dryRun: false,
    importId: run.id,
    onBatch: runProgressRecorder(run),
    onProgress: (rows) => {
      if (rows % progressRows === 0) console.log(`${thousands(from + rows)} of ${thousands(until)} companies imported`);
    },
  });
  await endImportRun(ctx, run.id, 'done');
  const seconds = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  const databaseMs = databaseCpuMs(folder) - before.databaseMs;
  rmSync(path);
  if (refused.length > 0) throw new Error(`Line ${firstOf(refused).line} was rejected: ${firstOf(refused).reasons.join('; ')}`);
  const rows = added + updated;
  const figures = { rowsPerSecond: rows / seconds, nodeUs: (user + system) / rows, databaseUs: (databaseMs * 1000) / rows };
  console.log(
    `${thousands(until)} companies: ${thousands(Math.round(figures.rowsPerSecond))} rows/s, ${figures.nodeUs.toFixed(0)} µs of Node and ${figures.databaseUs.toFixed(0)} µs of the database per row`,
  );
  return figures;
}

/** Adds leads spread evenly over the imported companies, because a search ranks companies that visited the account's site first. */
async function addLeads({ db }: Connection, { accountId }: Reader, companies: number): Promise<void> {
  const step = Math.max(1, Math.floor(companies / leadCount));
  await sql`delete from leads where account_id = ${accountId}`.execute(db);
  const { rows } = await sql<{ count: string }>`
    with added as (
      insert into leads (account_id, company_id, first_visit_at, last_visit_at, visits, page_views)
      select ${accountId}, c.id, now(), now(), 1 + c.id % 50, 1 + c.id % 90
      from companies c where c.domain like 'company-%.com' and c.id % ${step}::bigint = 0
      on conflict do nothing returning 1)
    select count(*) from added`.execute(db);
  console.log(`${thousands(Number(firstOf(rows).count))} leads added`);
}

/** Elapsed time and average CPU time of the database, in milliseconds. */
type Measured = Record<string, { p50: number; p95: number; databaseMs: number }>;

async function measure(
  service: BenchService,
  folder: string,
  reader: Reader,
  synthetic: SyntheticDirectory,
  count: number,
  rounds: number,
): Promise<Measured> {
  const measured: Measured = {};
  for (const [name, request] of Object.entries(synthetic.requests(count))) {
    const times: number[] = [];
    let resultCount = 0;
    let databaseMs = 0;
    for (let round = -warmUpRounds; round < rounds; round++) {
      if (round === 0) databaseMs = databaseCpuMs(folder);
      const { path, body } = request(Math.abs(round * 7919 + 13));
      const startMs = performance.now();
      const { data } = await service.post(`${path}?account_id=${reader.accountId}`, reader.key, body);
      if (round >= 0) times.push(performance.now() - startMs);
      resultCount += data.flat().length;
    }
    if (resultCount === 0) throw new Error(`${name} found nothing`);
    times.sort((a, b) => a - b);
    const figures = {
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      databaseMs: (databaseCpuMs(folder) - databaseMs) / rounds,
    };
    measured[name] = figures;
    console.log(
      `${thousands(count)}: ${name} p50 ${figures.p50.toFixed(1)} ms, p95 ${figures.p95.toFixed(1)} ms, ${figures.databaseMs.toFixed(1)} ms of the database's CPU time`,
    );
  }
  return measured;
}

/** The median time of the database work at startup. */
async function measureStartUp({ ctx }: BenchService, url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const startMs = performance.now();
    await migrate(url);
    await loadSeed(ctx, shippedSeed(tmpdir()));
    await loadListedNetworks(ctx);
    times.push(performance.now() - startMs);
  }
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

async function sizesOf({ db }: Connection): Promise<{ table: string; bytes: number }[]> {
  const { rows } = await sql<{ table: string; bytes: string }>`
    select relname as table, pg_total_relation_size(oid) as bytes from pg_class
    where relnamespace = current_schema()::regnamespace and relname in ('companies', 'company_name_keys', 'company_domains', 'name_words', 'import_changes') order by 2 desc`.execute(
    db,
  );
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) }));
}

function reportOf(
  companies: number,
  rates: ImportFigures[],
  starts: number[],
  measured: Measured[],
  sizes: { table: string; bytes: number }[],
): BenchReport {
  const [small, large] = firstItems(measured, 2);
  const pairs = Object.entries(large).map(([name, largeTimes]) => ({ name, smallTimes: required(small[name], name), largeTimes }));
  const goals: Goal[] = [atLeast('rows imported per second', itemAt(rates, 1).rowsPerSecond, targets.rowsPerSecond, 0)];
  goals.push(atMost('start-up: factor in time for ten times the companies', itemAt(starts, 1) / firstOf(starts), targets.growth));
  for (const { name, smallTimes, largeTimes } of pairs) {
    goals.push(atMost(`${name}: p95`, largeTimes.p95, targets.p95Ms, 'ms', 1));
    goals.push(atMost(`${name}: factor in time for ten times the companies`, largeTimes.p50 / smallTimes.p50, targets.growth));
  }
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return {
    title: `Importing, searching and matching ${thousands(companies)} companies`,
    goals,
    tables: [
      {
        title: 'Requests',
        columns: [
          'Request',
          `p50 at ${thousands(companies / 10)}`,
          `p50 at ${thousands(companies)}`,
          `p95 at ${thousands(companies)}`,
          "database's CPU time",
        ],
        rows: pairs.map(({ name, smallTimes, largeTimes }) => [
          name,
          ms(smallTimes.p50),
          ms(largeTimes.p50),
          ms(largeTimes.p95),
          `${ms(smallTimes.databaseMs)} → ${ms(largeTimes.databaseMs)}`,
        ]),
      },
      {
        title: 'Import and size on disk',
        columns: ['What', 'Value'],
        rows: [
          [`the first ${thousands(companies / 10)} companies`, textOf(firstOf(rates))],
          ['the others', textOf(itemAt(rates, 1))],
          ['start-up, the part that uses the database', starts.map(ms).join(' → ')],
          ...sizes.map(({ table, bytes }) => [table, `${(bytes / 1e6).toFixed(0)} MB`]),
        ],
      },
    ],
    charts: [],
  };
}

function textOf({ rowsPerSecond, nodeUs, databaseUs }: ImportFigures): string {
  return `${thousands(Math.round(rowsPerSecond))} rows/s; CPU time per row: ${nodeUs.toFixed(0)} µs of Node, ${databaseUs.toFixed(0)} µs of the database`;
}
