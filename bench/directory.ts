import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Connection, connect } from '../server/src/db/connect.ts';
import { startEngine } from '../server/src/db/embedded/engine.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { indexCompanyNames } from '../server/src/domain/companies/index-company-names.ts';
import { importCompanies } from '../server/src/domain/imports/import-companies.ts';
import { endImportRun, noteRunBatch, openImportRun } from '../server/src/domain/imports/import-runs.ts';
import { runImport } from '../server/src/domain/imports/run-import.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { firstItems } from '../server/src/lib/first-items.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { itemAt } from '../server/src/lib/item-at.ts';
import { required } from '../server/src/lib/required.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { readImportFile } from '../server/src/providers/read-import-file.ts';
import { atLeast, atMost, type BenchReport, type Goal, percentile, thousands } from './bench-report.ts';
import { type DirectoryNames, directoryNames } from './directory-names.ts';
import { type BenchService, type Reader, startBenchService } from './lists-service.ts';

const promised = { rowsPerSecond: 10_000, p95Ms: 100, growth: 1.5 };
const warmUpRounds = 10;

/**
 * `npm run bench -- directory [--companies 3000000]`: importing companies, searching and matching them, compared with a tenth of them.
 */
export default async function directory(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: { companies: { type: 'string', default: '3000000' }, rounds: { type: 'string', default: '100' } },
  });
  const companies = Number(values.companies);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-directory-'));
  const engine = await startEngine({ folder, onProgress: () => {}, onWarning: console.error });
  const connection = connect(engine.url, { connections: 8, name: 'bench', accountBinding: 'connection', onError: () => {} });
  try {
    await migrate(engine.url);
    const service = await startBenchService(connection, folder);
    await loadSeed(service.ctx, shippedSeed(tmpdir()));
    await indexCompanyNames(service.ctx);
    const { rows: industries } = await sql<{
      code: string;
    }>`select code from industries where parent_code is not null order by code`.execute(connection.db);
    const names = directoryNames(industries.map(({ code }) => code));
    const reader = await service.newAccount('Measured');
    const rates: number[] = [];
    const measured: Measured[] = [];
    let from = 0;
    for (const until of [companies / 10, companies]) {
      rates.push(await importMore(service, folder, names, from, until));
      from = until;
      await sql`vacuum analyze companies, company_name_keys, company_domains, name_words`.execute(connection.db);
      measured.push(await measure(service, reader, names, until, Number(values.rounds)));
    }
    const sizes = await sizesOf(connection);
    await service.close();
    return reportOf(companies, rates, measured, sizes);
  } finally {
    await connection.close();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows per second, through the same code as the command. */
async function importMore({ ctx }: BenchService, folder: string, names: DirectoryNames, from: number, until: number): Promise<number> {
  const path = join(folder, `companies-${until}.csv`);
  const file = createWriteStream(path);
  file.write(`${names.heading}\n`);
  for (let at = from; at < until; at++) if (!file.write(`${names.line(at)}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
  const beganMs = performance.now();
  const run = await openImportRun(ctx, { kind: 'companies', format: null, fileName: path, fingerprint: path });
  const { added, updated, refused } = await runImport(ctx, importCompanies, readImportFile(path), {
    dryRun: false,
    importId: run.id,
    onBatch: noteRunBatch(run),
  });
  await endImportRun(ctx, run.id, 'done');
  const seconds = (performance.now() - beganMs) / 1000;
  rmSync(path);
  if (refused.length > 0) throw new Error(`Line ${firstOf(refused).line} was refused: ${firstOf(refused).reasons.join('; ')}`);
  console.log(`${thousands(until)} companies: ${thousands(Math.round((added + updated) / seconds))} rows/s`);
  return (added + updated) / seconds;
}

type Measured = Record<string, { p50: number; p95: number }>;

async function measure(service: BenchService, reader: Reader, names: DirectoryNames, count: number, rounds: number): Promise<Measured> {
  const measured: Measured = {};
  for (const [name, request] of Object.entries(names.requests(count))) {
    const times: number[] = [];
    let found = 0;
    for (let round = -warmUpRounds; round < rounds; round++) {
      const { path, body } = request(Math.abs(round * 7919 + 13));
      const beganMs = performance.now();
      const { data } = await service.post(`${path}?account_id=${reader.accountId}`, reader.key, body);
      if (round >= 0) times.push(performance.now() - beganMs);
      found += data.flat().length;
    }
    if (found === 0) throw new Error(`${name} found nothing`);
    times.sort((one, other) => one - other);
    measured[name] = { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
    console.log(`${thousands(count)}: ${name} p50 ${measured[name].p50.toFixed(1)} ms, p95 ${measured[name].p95.toFixed(1)} ms`);
  }
  return measured;
}

async function sizesOf({ db }: Connection): Promise<{ table: string; bytes: number }[]> {
  const { rows } = await sql<{ table: string; bytes: string }>`
    select relname as table, pg_total_relation_size(oid) as bytes from pg_class
    where relname in ('companies', 'company_name_keys', 'company_domains', 'name_words', 'import_changes') order by 2 desc`.execute(db);
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) }));
}

function reportOf(companies: number, rates: number[], measured: Measured[], sizes: { table: string; bytes: number }[]): BenchReport {
  const [small, large] = firstItems(measured, 2);
  const pairs = Object.entries(large).map(([name, ofLarge]) => ({ name, ofSmall: required(small[name], name), ofLarge }));
  const goals: Goal[] = [atLeast('rows imported per second', itemAt(rates, 1), promised.rowsPerSecond, 0)];
  for (const { name, ofSmall, ofLarge } of pairs) {
    goals.push(atMost(`${name}: p95`, ofLarge.p95, promised.p95Ms, 'ms', 1));
    goals.push(atMost(`${name}: factor in time for ten times the companies`, ofLarge.p50 / ofSmall.p50, promised.growth));
  }
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return {
    title: `Importing, searching and matching ${thousands(companies)} companies`,
    goals,
    tables: [
      {
        title: 'Requests',
        columns: ['Request', `p50 at ${thousands(companies / 10)}`, `p50 at ${thousands(companies)}`, `p95 at ${thousands(companies)}`],
        rows: pairs.map(({ name, ofSmall, ofLarge }) => [name, ms(ofSmall.p50), ms(ofLarge.p50), ms(ofLarge.p95)]),
      },
      {
        title: 'Import and size on disk',
        columns: ['What', 'Value'],
        rows: [
          [`the first ${thousands(companies / 10)} companies`, `${thousands(Math.round(firstOf(rates)))} rows/s`],
          ['the others', `${thousands(Math.round(itemAt(rates, 1)))} rows/s`],
          ...sizes.map(({ table, bytes }) => [table, `${(bytes / 1e6).toFixed(0)} MB`]),
        ],
      },
    ],
    charts: [],
  };
}
