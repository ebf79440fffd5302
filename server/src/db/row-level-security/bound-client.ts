import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

type Statement = string | { name: string; text: string };

const beginning = /^(?:begin|start transaction)\b/;
const ending = /^(?:commit|rollback)$/;

/**
 * A connection that binds every transaction to the account. The nodes of a cluster do not see settings of a session, only a
 * `set local` inside a transaction, so a single statement is wrapped in a transaction.
 */
export function boundClient(client: pg.PoolClient, accountId: string): PostgresPoolClient {
  const bind = `set local leadlight.account_id = '${BigInt(accountId)}'`;
  let isInTransaction = false;

  async function query(text: Statement, values?: unknown[]): Promise<pg.QueryResult> {
    if (isInTransaction) {
      if (typeof text === 'string' && ending.test(text)) isInTransaction = false;
      return client.query(text, values);
    }
    if (typeof text !== 'string' || !beginning.test(text)) return queryInTransaction(text, values);
    const result = await client.query(text);
    isInTransaction = true;
    await client.query(bind);
    return result;
  }

  async function queryInTransaction(text: Statement, values?: unknown[]): Promise<pg.QueryResult> {
    await client.query('begin');
    try {
      await client.query(bind);
      const result = await client.query(text, values);
      await client.query('commit');
      return result;
    } catch (error) {
      // On a broken connection the rollback fails as well; the first error is reported.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  }

  // Kysely needs the process id to cancel a query.
  const { processID }: pg.PoolClient & { processID?: number } = client;
  const bound = { query, processID, release: (broken?: boolean) => client.release(broken) };
  return bound as unknown as PostgresPoolClient;
}
