import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createBackup } from '../server/src/db/backup/create-backup.ts';
import { restoreBackup } from '../server/src/db/backup/restore-backup.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { atMost, type BenchReport, thousands } from './bench-report.ts';
import { loadDirectory, loadScreensAccount } from './screens-dataset.ts';
import { withBenchService } from './with-bench-service.ts';

const targetRatio = 3;

/** `npm run bench -- restore [--visits 1000000]`: the time of a restore compared with that of the backup. */
export default async function restore(args: string[]): Promise<BenchReport> {
  const { values } = parseArgs({
    args,
    options: { visits: { type: 'string', default: '1000000' }, companies: { type: 'string', default: '30000' } },
  });
  const [visits, companies] = [Number(values.visits), Number(values.companies)];
  const target = mkdtempSync(join(tmpdir(), 'leadlight-bench-restored-'));
  const path = `${target}.tar`;
  const quiet = () => {};
  try {
    return await withBenchService({ name: 'restore', durable: true }, async ({ folder, url, service }) => {
      const { ctx } = service;
      const now = ctx.clock.now();
      const yearAgo = new Date(now.getTime() - 365 * 86_400_000);
      for (const at of [now, yearAgo]) await ensurePartitions({ ...ctx, clock: { now: () => at } });
      await loadDirectory(ctx.db, companies);
      await loadScreensAccount(service, await service.newAccount('Acme'), { visits, leads: companies }, { onProgress: console.log });
      // A backup contains only tables of the schema.
      await sql`drop table bench_senders`.execute(ctx.db);
      await sql`vacuum analyze`.execute(ctx.db);
      const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(ctx.db);
      const [backup, backupMs] = await timed(() => createBackup({ url, kind: 'embedded', dataDir: folder, path, onProgress: quiet }));
      const steps = new Steps();
      const [manifest, restoreMs] = await timed(() =>
        restoreBackup({ path, dataDir: target, databaseUrl: null, onProgress: (message) => steps.begin(message) }),
      );
      if (!existsSync(join(target, 'postgres'))) throw new Error('The restore did not create a database.');
      const loaded = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      const megabytes = (bytes: number) => `${thousands(Math.round(bytes / 1024 ** 2))} MB`;
      return {
        title: 'Restore of a backup',
        goals: [atMost('time of the restore, as a multiple of that of the backup', restoreMs / backupMs, targetRatio)],
        tables: [
          {
            title: `${thousands(visits)} visits, ${thousands(companies)} companies`,
            columns: ['', 'Value'],
            rows: [
              ['rows', thousands(loaded)],
              ['database', megabytes(Number(rows[0]?.bytes))],
              ['backup file', megabytes(statSync(backup.path).size)],
              ['backup, with its verification', seconds(backupMs)],
              ['restore', seconds(restoreMs)],
              ...steps.longest(5).map(([step, ms]) => [`… ${step}`, seconds(ms)]),
            ],
          },
        ],
        charts: [],
      };
    });
  } finally {
    rmSync(target, { recursive: true, force: true });
    rmSync(path, { force: true });
  }
}

/** Adds up the time of the steps of a restore. */
class Steps {
  readonly #times = new Map<string, number>();
  #current = 'Opening the backup';
  #sinceMs = performance.now();

  begin(step: string) {
    const now = performance.now();
    this.#times.set(this.#current, (this.#times.get(this.#current) ?? 0) + now - this.#sinceMs);
    [this.#current, this.#sinceMs] = [step, now];
  }

  longest(count: number): [step: string, ms: number][] {
    this.begin('');
    return [...this.#times].sort(([, a], [, b]) => b - a).slice(0, count);
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, ms: number]> {
  const startMs = performance.now();
  return [await work(), performance.now() - startMs];
}
