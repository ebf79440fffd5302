import { Kysely } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { type PoolState, poolState } from '../lib/pool-state.ts';
import { CancellableDialect } from './cancellable-dialect.ts';
import { clusterOptions, requestOptions } from './cluster-options.ts';
import { sessionName } from './own-sessions.ts';
import type { AccountBinding } from './row-level-security/find-account-binding.ts';
import { requestDatabases } from './row-level-security/request-databases.ts';
import { accountRole, accountSearchPath, entranceRole } from './row-level-security/request-roles.ts';
import type { DB } from './schema.ts';
import { traceStatements } from './trace-statements.ts';

export type Database = Kysely<DB>;

/** How requests reach the database: before their account is known, and then within it. */
export type RequestDatabases = { entrance: Database; account(accountId: string): Database };

export type Connection = {
  /** Acts for all accounts: for workers and commands. */
  db: Database;
  /** Only where requests are served and row-level security is in place. */
  requestDatabases?: RequestDatabases;
  pool: pg.Pool;
  /** The connection pools by what they serve. */
  poolStates(): Record<string, PoolState>;
  url: string;
  close(): Promise<void>;
};

const types = new pg.TypeOverrides();
// A date has no time and no zone: it stays the text that it is.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

type ConnectOptions = {
  connections: number;
  name: string;
  onError(error: Error): void;
  accountBinding?: AccountBinding | null;
  poolName?: string;
};

export function connect(
  url: string,
  { connections, name, onError, accountBinding = null, poolName = 'service' }: ConnectOptions,
): Connection {
  let isClosing = false;
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  const tell = (error: Error) => {
    if (!isClosing) onError(error);
  };
  const openPool = (role?: string, searchPath = 'public'): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      application_name: sessionName(name),
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      options: role === undefined ? clusterOptions : `${requestOptions} -c role=${role} -c search_path=${searchPath}`,
      types,
    });
    pool.on('error', tell);
    pool.on('connect', (client) => {
      client.on('error', tell);
      traceStatements(client);
    });
    return pool;
  };
  const pool = openPool();
  const db = new Kysely<DB>({ dialect: new CancellableDialect({ pool, cursor: Cursor }) });
  const requestPools = accountBinding
    ? { entrance: openPool(entranceRole), account: openPool(accountRole, accountSearchPath), service: pool }
    : null;
  const close = async () => {
    isClosing = true;
    await Promise.all([requestPools?.entrance.end(), requestPools?.account.end(), db.destroy()]);
  };
  const poolStates = () => ({
    [poolName]: poolState(pool),
    ...(requestPools && { entrance: poolState(requestPools.entrance), account: poolState(requestPools.account) }),
  });
  return { db, ...(requestPools && { requestDatabases: requestDatabases(requestPools, accountBinding!) }), pool, poolStates, url, close };
}
