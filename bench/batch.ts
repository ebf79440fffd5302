import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Connection, connect } from '../server/src/db/connect.ts';
import { startPostgres } from '../server/src/db/embedded/postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createAccount } from '../server/src/domain/accounts/create-account.ts';
import { type BatchJobType, type Configuration, getBatchJob } from '../server/src/domain/batch-jobs/batch-job.ts';
import { createBatchJob } from '../server/src/domain/batch-jobs/create-batch-job.ts';
import { runBatchJob } from '../server/src/domain/batch-jobs/run-batch-job.ts';
import type { Context } from '../server/src/domain/context.ts';
import { createList } from '../server/src/domain/lists/write-lists.ts';
import { createTag } from '../server/src/domain/tags/write-tags.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { lastOf } from '../server/src/lib/last-of.ts';
import { plainContext } from '../tests/kit/plain-context.ts';
import { atMost, type BenchReport, type Goal } from './bench-report.ts';
import { watchHeap } from './heap-watch.ts';

type Run = { ctx: Context; accountId: string };

/**
 * `npm run bench -- batch [--companies 100000]`: lists and tags changed by advanced search, compared with a tenth of the companies;
 * then a job whose worker is killed several times.
 */
export default async function batch(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({ args, options: { companies: { type: 'string', default: '100000' } } });
  const many = Number(values.companies);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-batch-jobs-'));
  const postgres = await startPostgres({ folder, onProgress: () => {}, onWarning: console.error, durable: false });
  const connection = connect(postgres.url, { connections: 8, name: 'bench', onError: () => {} });
  try {
    await migrate(postgres.url);
    const ctx = plainContext(connection.db, join(folder, 'exports'));
    await loadCompanies(connection, many);
    const { id: accountId } = await createAccount(ctx, { name: 'Batch', plan: 'premium', timezone: 'UTC' });
    const run = { ctx, accountId };
    const few = await measure(run, many / 10, 'FI');
    const all = await measure(run, many, 'SE');
    return {
      title:
        'Lists and tags of many companies changed by advanced search, compared with a tenth of the companies; and with a worker that is killed',
      goals: [
        atMost('factor in time for ten times the companies', all.ms / few.ms, 15),
        atMost('factor in memory for ten times the companies', all.bytes / few.bytes, 2),
        await checkKilledWorker(run, postgres.url, many),
      ],
      tables: [{ title: 'Each kind of job', columns: ['Job', 'Companies', 'Time', 'Peak memory'], rows: [...few.rows, ...all.rows] }],
      charts: [],
    };
  } finally {
    await connection.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Loads companies in Sweden, and a tenth as many in Finland. */
async function loadCompanies({ db }: Connection, many: number): Promise<void> {
  await sql`
    insert into companies (id, name, origin, domain, country_code, updated_at)
    select n, 'Company ' || n, 'bench', 'company' || n || '.example', case when n <= 1000000 + ${many}::int then 'SE' else 'FI' end, now()
    from generate_series(1000001, 1000000 + ${many}::int + ${many / 10}::int) as n`.execute(db);
  await sql`vacuum analyze companies`.execute(db);
}

async function measure(
  { ctx, accountId }: Run,
  expected: number,
  country: string,
): Promise<{ ms: number; bytes: number; rows: string[][] }> {
  const list = await createList(ctx, accountId, { name: `From ${country}`, scope: 'company' });
  const tag = await createTag(ctx, accountId, { name: `From ${country}` });
  const selection = { advanced_search: { locations: [{ country_code: country }] } };
  const jobs: [BatchJobType, Configuration, string][] = [
    ['batch_add_to_list_job', { list_id: list.id, ...selection }, 'added'],
    ['batch_add_tags_job', { tag_ids: [tag.id], ...selection }, 'added'],
    ['batch_remove_tags_job', { tag_ids: [tag.id], ...selection }, 'removed'],
    ['batch_remove_from_list_job', { list_id: list.id, ...selection }, 'removed'],
  ];
  let total = 0;
  let peakBytes = 0;
  const rows: string[][] = [];
  for (const [type, configuration, summaryField] of jobs) {
    const { id } = await createBatchJob(ctx, accountId, type, configuration);
    const heap = watchHeap(50);
    const startMs = performance.now();
    await runBatchJob(ctx, accountId, id.slice('job_'.length));
    const ms = performance.now() - startMs;
    const bytes = heap.stop().growth;
    const { summary } = await getBatchJob(ctx, accountId, type, id);
    assert.equal(summary?.[summaryField], expected, type);
    rows.push([type, String(expected), `${Math.round(ms)} ms`, `${(bytes / 1e6).toFixed(1)} MB`]);
    console.log(lastOf(rows).join('  '));
    total += ms;
    peakBytes = Math.max(peakBytes, bytes);
  }
  return { ms: total, bytes: peakBytes, rows };
}

/** A worker killed at any moment leaves either all or none of its work; the next worker completes the job once. */
async function checkKilledWorker({ ctx, accountId }: Run, url: string, many: number): Promise<Goal> {
  const list = await createList(ctx, accountId, { name: 'Survives', scope: 'company' });
  const configuration = { list_id: list.id, advanced_search: { locations: [{ country_code: 'SE' }] } };
  const { id } = await createBatchJob(ctx, accountId, 'batch_add_to_list_job', configuration);
  const size = async () =>
    firstOf(
      (
        await sql<{
          size: number;
        }>`select count(*)::int as size from list_items where account_id = ${accountId} and list_id = ${list.number}`.execute(ctx.db)
      ).rows,
    ).size;
  let kills = 0;
  for (; kills < 3; kills++) {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'batch-worker.ts'), url, accountId, id.slice('job_'.length)]);
    await pause(1200 + kills * 300);
    worker.kill('SIGKILL');
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
    const { status } = await getBatchJob(ctx, accountId, 'batch_add_to_list_job', id);
    if (status !== 'running') break;
    assert.equal(await size(), 0, 'A killed worker left part of its work');
  }
  // The database notices that a worker is dead only when it next writes to its connection; until then the row stays locked.
  for (let tries = 0; tries < 50; tries++) {
    await runBatchJob(ctx, accountId, id.slice('job_'.length));
    if ((await getBatchJob(ctx, accountId, 'batch_add_to_list_job', id)).status !== 'running') break;
    await pause(100);
  }
  const { status, summary } = await getBatchJob(ctx, accountId, 'batch_add_to_list_job', id);
  assert.deepEqual([status, summary?.added, await size()], ['completed', many, many]);
  const measured = `killed ${kills} times: ${summary?.added} added, ${await size()} on the list`;
  return { name: 'a job whose worker is killed is completed once', measured, target: `${many} added`, isMet: summary?.added === many };
}
