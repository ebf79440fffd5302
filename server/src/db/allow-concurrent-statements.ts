import type pg from 'pg';
import { isRecord } from '../lib/is-record.ts';

type Query = (...args: unknown[]) => unknown;

/** Makes a client send the statements of `transactionWithConcurrentStatements` without waiting for the results of previous ones. */
export function allowConcurrentStatements(client: pg.PoolClient): void {
  const query: Query = client.query.bind(client);
  client.query = ((...args: unknown[]) => {
    const [statement] = args;
    // Other statements may be cursors or COPY, which pg cannot pipeline.
    Object.assign(client, { pipeline: isRecord(statement) && statement.isConcurrent === true });
    return query(...args);
  }) as typeof client.query;
}
