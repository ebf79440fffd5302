import { sql } from 'kysely';
import pg from 'pg';
import { connect } from '../server/src/db/connect.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { loadSeed } from '../server/src/domain/seed/load-seed.ts';
import { ensurePartitions } from '../server/src/domain/visits/ensure-partitions.ts';
import { firstOf } from '../server/src/lib/first-of.ts';
import { shippedSeed } from '../server/src/providers/ip-data/shipped-seed.ts';
import { plainContext } from '../tests/kit/plain-context.ts';
import { copyAccount, loadAccount, loadCompanies } from './lists-load.ts';
import { type BenchService, type Reader, startBenchService } from './lists-service.ts';

export type BytesPerVisit = { visit: number; everything: number };
export type DatasetSize = { visits: number; companies: number; accounts: number };

/** Visits of each additional account. */
const visitsPerOtherAccount = 5000;

/** Databases that differ only in the number of visits, companies or accounts. */
export class GrowthDatasets {
  readonly #url: string;
  readonly #folder: string;
  #maxVisits = 0;
  /** Measured with the largest number of visits, where fixed costs matter least. */
  bytesPerVisit: BytesPerVisit = { visit: 0, everything: 0 };

  constructor(url: string, folder: string) {
    this.#url = url;
    this.#folder = folder;
  }

  /** Creates the database that all variants are copied from. */
  async prepare(): Promise<void> {
    await migrate(this.#url);
    const { db, close } = connect(this.#url, { connections: 2, name: 'bench', onError: () => {} });
    const clock = { now: () => new Date('2026-10-05T00:00:00Z') };
    const ctx = plainContext(db, this.#folder, clock);
    await ensurePartitions(ctx);
    await loadSeed(ctx, shippedSeed(this.#folder));
    await close();
  }

  async withDataset<Result>(size: DatasetSize, use: (service: BenchService, reader: Reader) => Promise<Result>): Promise<Result> {
    await this.#onServer('create database growth template leadlight strategy file_copy');
    const url = new URL(this.#url);
    url.pathname = '/growth';
    const connection = connect(url.href, { connections: 8, name: 'bench', onError: () => {} });
    const service = await startBenchService(connection, this.#folder);
    try {
      const { db } = connection;
      await loadCompanies(db, size.companies);
      const before = await bytesOf(db);
      const reader = await service.newAccount('Measured');
      await loadAccount(db, { ...reader, visits: size.visits, companies: size.companies });
      await sql`vacuum analyze`.execute(db);
      const after = await bytesOf(db);
      if (size.visits > this.#maxVisits)
        this.bytesPerVisit = {
          visit: Math.round((after.visits - before.visits) / size.visits),
          everything: Math.round((after.all - before.all) / size.visits),
        };
      this.#maxVisits = Math.max(this.#maxVisits, size.visits);
      const other = await service.newAccount('Other');
      await loadAccount(db, { ...other, visits: visitsPerOtherAccount, companies: size.companies });
      for (let number = 1; number < size.accounts; number++) {
        const { accountId } = await service.newAccount('Other');
        await copyAccount(db, other.accountId, accountId);
      }
      await sql`vacuum analyze`.execute(db);
      return await use(service, reader);
    } finally {
      await service.close();
      await connection.close();
      await this.#onServer('drop database growth with (force)');
    }
  }

  async #onServer(statement: string) {
    const url = new URL(this.#url);
    url.pathname = '/postgres';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

type Sizes = { visits: number; all: number };

async function bytesOf(db: Parameters<typeof loadCompanies>[0]): Promise<Sizes> {
  const { rows } = await sql<{ visits: string; all: string }>`
    select pg_database_size(current_database()) as all,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) from pg_inherits where inhparent = 'visits'::regclass) as visits`.execute(
    db,
  );
  return { visits: Number(firstOf(rows).visits), all: Number(firstOf(rows).all) };
}
