import { Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { CancellableDialect } from '../cancellable-dialect.ts';
import type { Database, DoorDatabases } from '../connect.ts';
import type { DB } from '../schema.ts';
import { boundClient } from './bound-client.ts';
import type { WallBinding } from './wall-stands.ts';

export type DoorPools = {
  entrance: pg.Pool;
  account: pg.Pool;
  /** The service's own connections: only they may cancel a query, which is asked for on a connection of its own. */
  service: pg.Pool;
};

/** More accounts than this are seldom asked for at once; each costs a few objects. */
const mostKept = 1000;

/**
 * The databases of requests on pools whose connections act as the roles of the wall. A connection remembers the account that it
 * was last set to, so that a row of requests for one account costs nothing more; on a cluster every transaction is set anew.
 */
export function doorDatabases(pools: DoorPools, wall: WallBinding): DoorDatabases {
  const accounts = new Map<string, Database>();
  const setTo = new WeakMap<pg.PoolClient, string>();

  async function connectTo(accountId: string): Promise<PostgresPoolClient> {
    const client = await pools.account.connect();
    if (wall === 'transaction') return boundClient(client, accountId);
    if (setTo.get(client) === accountId) return client;
    try {
      await client.query("/* prepared set_account */ select set_config('leadlight.account_id', $1, false)", [accountId]);
    } catch (error) {
      client.release(error as Error);
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
    entrance: open(() => pools.entrance.connect()),
    account(accountId) {
      const known = accounts.get(accountId);
      if (known) return known;
      if (accounts.size >= mostKept) accounts.clear();
      const made = open(() => connectTo(accountId));
      accounts.set(accountId, made);
      return made;
    },
  };
}
