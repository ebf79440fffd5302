import type { CompiledQuery, QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely';

/** A database or a transaction. */
type Executor = QueryExecutorProvider & { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> };

/** A statement that every connection plans once and keeps under a name. A name must always stand for the same text. */
export function prepared<Row>(name: string, statement: RawBuilder<Row>) {
  return {
    execute(db: Executor): Promise<QueryResult<Row>> {
      return db.executeQuery(named(name, statement.compile(db)));
    },
  };
}

/** The same for a compiled query. The driver, pg, takes a statement with a name as an object in the place of its text. */
export function named<Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: { name, text: query.sql } as unknown as string };
}
