import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '../server/src/db/connect.ts';
import { startPostgres } from '../server/src/db/embedded/postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { findAccountBinding } from '../server/src/db/row-level-security/find-account-binding.ts';
import { required } from '../server/src/lib/required.ts';
import { type BenchService, startBenchService } from './lists-service.ts';

type Options = {
  name: string;
  /** Folder in which the data is stored for later runs. */
  folder?: string | undefined;
  /** URL of a database to use instead of an embedded one. */
  database?: string | undefined;
  durable?: boolean;
  connections?: number;
};

type Bench = { folder: string; url: string; connection: Connection; service: BenchService };

/**
 * Runs a benchmark with the interfaces on an embedded database, which is deleted afterwards unless `folder` is given, or on an existing
 * database.
 */
export async function withBenchService<Result>(options: Options, run: (bench: Bench) => Promise<Result>): Promise<Result> {
  const { name, durable = false, connections = 8 } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), `leadlight-bench-${name}-`));
  mkdirSync(folder, { recursive: true });
  const postgres =
    options.database === undefined ? await startPostgres({ folder, onProgress: () => {}, onWarning: console.error, durable }) : null;
  const url = options.database ?? required(postgres).url;
  try {
    await migrate(url);
    const connection = connect(url, { connections, name: 'bench', accountBinding: await findAccountBinding(url), onError: () => {} });
    try {
      const service = await startBenchService(connection, folder);
      try {
        return await run({ folder, url, connection, service });
      } finally {
        await service.close();
      }
    } finally {
      await connection.close();
    }
  } finally {
    await postgres?.stop();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
