import type pg from 'pg';
import { isRecord } from '../lib/is-record.ts';

type Query = (...args: unknown[]) => unknown;

/** Sends the statements of `transactionWithConcurrentStatements` without waiting for the results of earlier ones. */
export function allowConcurrentStatements(client: pg.PoolClient): void {
  const query: Query = client.query.bind(client);
  client.query = ((...args: unknown[]) => {
    const [statement] = args;
    // Only these: pg cannot pipeline cursors and COPY.
    Object.assign(client, { pipeline: isRecord(statement) && statement.isConcurrent === true });
    return query(...args);
  }) as typeof client.query;
}
