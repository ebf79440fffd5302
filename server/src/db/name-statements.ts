import type pg from 'pg';

const mark = /^\s*\/\* prepared (\w+) \*\//;

/**
 * Lets the database keep the plan of a statement that begins with a comment such as `prepared load_company`: what every request
 * asks is then planned once a connection. Other statements stay as they are, because their texts are without number.
 */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (given: unknown, ...rest: unknown[]): unknown => {
    const name = typeof given === 'string' ? mark.exec(given)?.[1] : undefined;
    return name === undefined ? query(given, ...rest) : query({ name, text: given, values: rest[0] }, ...rest.slice(1));
  };
  client.query = named as typeof client.query;
}
