import { Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { CancellableDialect } from '../cancellable-dialect.ts';
import type { Database, RequestDatabases } from '../connect.ts';
import type { DB } from '../schema.ts';
import { boundClient } from './bound-client.ts';
import type { AccountBinding } from './find-account-binding.ts';

type RequestPools = {
  auth: pg.Pool;
  account: pg.Pool;
  /** The service's own connections, which may cancel queries of others. */
  service: pg.Pool;
};

/** Bounds memory. */
const maxKept = 1000;

/**
 * Databases for requests, on pools whose connections use the request roles. A connection remembers the account it was last set
 * to, so that further requests of the same account need no extra statement. On a cluster, every transaction sets the account.
 */
export function requestDatabases(pools: RequestPools, binding: AccountBinding): RequestDatabases {
  const accounts = new Map<string, Database>();
  const setTo = new WeakMap<pg.PoolClient, string>();

  async function connectTo(accountId: string): Promise<PostgresPoolClient> {
    const client = await pools.account.connect();
    if (binding === 'transaction') return boundClient(client, accountId);
    if (setTo.get(client) === accountId) return client;
    try {
      await client.query({ name: 'set_account', text: "select set_config('leadlight.account_id', $1, false)", values: [accountId] });
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
    setTo.set(client, accountId);
    return client;
  }

  const open = (connect: () => Promise<PostgresPoolClient>): Database => {
    const pool: PostgresPool = { connect, end: async () => {}, options: pools.service.options };
    return new Kysely<DB>({ dialect: new CancellableDialect({ pool, cursor: Cursor, controlClient: pg.Client }) });
  };

  return {
    auth: open(() => pools.auth.connect()),
    account(accountId) {
      const existing = accounts.get(accountId);
      if (existing) return existing;
      if (accounts.size >= maxKept) accounts.clear();
      const created = open(() => connectTo(accountId));
      accounts.set(accountId, created);
      return created;
    },
  };
}
