import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '../server/src/db/connect.ts';
import { startEngine } from '../server/src/db/embedded/engine.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type BenchService, startBenchService } from './lists-service.ts';

type Options = {
  name: string;
  /** Folder in which the data is kept for another run. */
  folder?: string | undefined;
  durable?: boolean;
  connections?: number;
};

type Bench = { folder: string; url: string; connection: Connection; service: BenchService };

/** Runs a benchmark with the interfaces and its own database, which is deleted afterwards unless its folder is given. */
export async function withBenchService<Result>(options: Options, run: (bench: Bench) => Promise<Result>): Promise<Result> {
  const { name, durable = false, connections = 8 } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), `leadlight-bench-${name}-`));
  mkdirSync(folder, { recursive: true });
  const engine = await startEngine({ folder, onProgress: () => {}, onWarning: console.error, durable });
  const connection = connect(engine.url, { connections, name: 'bench', accountBinding: 'connection', onError: () => {} });
  try {
    await migrate(engine.url);
    const service = await startBenchService(connection, folder);
    try {
      return await run({ folder, url: engine.url, connection, service });
    } finally {
      await service.close();
    }
  } finally {
    await connection.close();
    await engine.stop();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
