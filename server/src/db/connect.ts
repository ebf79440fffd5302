import { Kysely } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { type PoolState, poolState } from '../lib/pool-state.ts';
import { required } from '../lib/required.ts';
import { allowConcurrentStatements } from './allow-concurrent-statements.ts';
import { CancellableDialect } from './cancellable-dialect.ts';
import { clusterOptions, requestOptions } from './cluster-options.ts';
import { applicationName } from './own-sessions.ts';
import type { AccountBinding } from './row-level-security/find-account-binding.ts';
import { requestDatabases } from './row-level-security/request-databases.ts';
import { accountRole, accountSearchPath, authRole } from './row-level-security/request-roles.ts';
import type { DB } from './schema.ts';
import { traceStatements } from './trace-statements.ts';

export type Database = Kysely<DB>;

/** The databases of requests: `auth` before the account is known, `account` for the rows of one account. */
export type RequestDatabases = { auth: Database; account(accountId: string): Database };

export type Connection = {
  /** Not bound to an account; for workers and commands. */
  db: Database;
  /** Set only if requests are served and row-level security is active. */
  requestDatabases?: RequestDatabases;
  pool: pg.Pool;
  /** States of the connection pools by name. */
  poolStates(): Record<string, PoolState>;
  url: string;
  close(): Promise<void>;
};

const types = new pg.TypeOverrides();
// A date has no time zone, so it stays text instead of becoming a JavaScript Date.
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
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  const onPoolError = (error: Error) => {
    if (!isClosing) onError(error);
  };
  const openPool = (role?: string, searchPath = 'public'): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      application_name: applicationName(name),
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      options: role === undefined ? clusterOptions : `${requestOptions} -c role=${role} -c search_path=${searchPath}`,
      types,
    });
    pool.on('error', onPoolError);
    pool.on('connect', (client) => {
      client.on('error', onPoolError);
      if (role === undefined) allowConcurrentStatements(client);
      traceStatements(client);
    });
    return pool;
  };
  const pool = openPool();
  const db = new Kysely<DB>({ dialect: new CancellableDialect({ pool, cursor: Cursor }) });
  const requestPools = accountBinding
    ? { auth: openPool(authRole), account: openPool(accountRole, accountSearchPath), service: pool }
    : null;
  const close = async () => {
    isClosing = true;
    await Promise.all([requestPools?.auth.end(), requestPools?.account.end(), db.destroy()]);
  };
  const poolStates = () => ({
    [poolName]: poolState(pool),
    ...(requestPools && { auth: poolState(requestPools.auth), account: poolState(requestPools.account) }),
  });
  return {
    db,
    ...(requestPools && { requestDatabases: requestDatabases(requestPools, required(accountBinding)) }),
    pool,
    poolStates,
    url,
    close,
  };
}
