import type { CompiledQuery, QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely';

/** A database or a transaction. */
type Executor = QueryExecutorProvider & { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> };

/** A statement that each connection prepares once. A name must always be used with the same text. */
export function prepared<Row>(name: string, statement: RawBuilder<Row>) {
  return {
    execute(db: Executor): Promise<QueryResult<Row>> {
      return db.executeQuery(named(name, statement.compile(db)));
    },
  };
}

/** Like `prepared`, for a compiled query. pg accepts a named statement as an object in place of the text. */
export function named<Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: { name, text: query.sql } as unknown as string };
}
