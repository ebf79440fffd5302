import { type DatabaseConnection, DummyDriver, type Kysely, PostgresDialect, Transaction } from 'kysely';
import { StatementCombiner } from './combined-statements.ts';

/** Marks a statement that need not wait for the results of the statements before it; see db/allow-concurrent-statements.ts. */
type ConcurrentStatement = { text: string; name?: string; isConcurrent: true };

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('The connection of the transaction must be used.')) });

/**
 * Runs a transaction in which several callers may use the connection at the same time. Their statements are sent without waiting for each
 * other's results, which saves most of the round trips, and `combineStatements` can combine them. All statements must have ended when
 * `work` ends.
 */
export function transactionWithConcurrentStatements<DB, Result>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>, combiner: StatementCombiner) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute((trx) => {
    const executor = trx.getExecutor();
    return executor.provideConnection((connection) => {
      const combiner = new StatementCombiner();
      const shared = sharedConnection(connection, combiner);
      const sharedExecutor = executor.withConnectionProvider({ provideConnection: (consumer) => consumer(shared) });
      return work(new Transaction<DB>({ config: { dialect }, dialect, driver: new DummyDriver(), executor: sharedExecutor }), combiner);
    });
  });
}

function sharedConnection(connection: DatabaseConnection, combiner: StatementCombiner): DatabaseConnection {
  return {
    executeQuery(query) {
      // pg accepts an object in place of the text.
      const textOrObject: unknown = query.sql;
      const statement: ConcurrentStatement = {
        ...(typeof textOrObject === 'string' ? { text: textOrObject } : (textOrObject as { text: string })),
        isConcurrent: true,
      };
      return combiner.track(connection.executeQuery({ ...query, sql: statement as unknown as string }));
    },
    streamQuery() {
      throw new Error('A stream needs its own connection.');
    },
  };
}
