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
  /** Its options are used to open the connections that cancel queries of the other pools. */
  service: pg.Pool;
};

/** Bounds the memory of the cached databases. */
const maxCachedAccounts = 1000;

/**
 * Databases for requests, on pools whose connections use the request roles. The account that a connection was last bound to is
 * stored, so that further requests of the same account need no extra statement. On a cluster, every transaction sets the account.
 */
export function requestDatabases(pools: RequestPools, binding: AccountBinding): RequestDatabases {
  const accounts = new Map<string, Database>();
  const boundAccounts = new WeakMap<pg.PoolClient, string>();

  async function connectTo(accountId: string): Promise<PostgresPoolClient> {
    const client = await pools.account.connect();
    if (binding === 'transaction') return boundClient(client, accountId);
    if (boundAccounts.get(client) === accountId) return client;
    try {
      await client.query({ name: 'set_account', text: "select set_config('leadlight.account_id', $1, false)", values: [accountId] });
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
    boundAccounts.set(client, accountId);
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
      if (accounts.size >= maxCachedAccounts) accounts.clear();
      const created = open(() => connectTo(accountId));
      accounts.set(accountId, created);
      return created;
    },
  };
}
