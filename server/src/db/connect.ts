import { Kysely } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { CancellableDialect } from './cancellable-dialect.ts';
import { nameStatements } from './name-statements.ts';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;

export type Connection = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> };

const types = new pg.TypeOverrides();
// A date has no time and no zone: it stays the text that it is.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * Accepted by plain PostgreSQL as mere placeholders; on a cluster they pass the account of row-level security on to the
 * nodes and keep writes to several accounts on few connections.
 */
const clusterOptions = '-c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential';

export type ConnectOptions = { connections: number; name: string; onError(error: Error): void };

export function connect(url: string, { connections, name, onError }: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: `leadlight ${name}`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    options: clusterOptions,
    types,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  let isClosing = false;
  const tell = (error: Error) => {
    if (!isClosing) onError(error);
  };
  pool.on('error', tell);
  pool.on('connect', (client) => {
    client.on('error', tell);
    nameStatements(client);
  });
  const db = new Kysely<DB>({ dialect: new CancellableDialect({ pool, cursor: Cursor }) });
  const close = () => {
    isClosing = true;
    return db.destroy();
  };
  return { db, pool, url, close };
}
