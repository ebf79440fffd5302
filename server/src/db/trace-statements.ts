import type pg from 'pg';
import { BoundedMap } from '../lib/bounded-map.ts';
import { isRecord } from '../lib/is-record.ts';
import { currentTracer, errorType, type SpanOptions } from '../lib/tracing.ts';
import { describeStatement } from './describe-statement.ts';

type Query = (...args: unknown[]) => unknown;
type Done = (error: Error | null, result: unknown) => void;
type Described = { name: string; options: SpanOptions };

const described = new BoundedMap<string, Described>(500);

/** Creates a span for every statement within a request, job or batch. Other statements are not traced. */
export function traceStatements(client: pg.PoolClient): void {
  const tracer = currentTracer();
  if (tracer === null) return;
  const query: Query = client.query.bind(client);
  client.query = ((...args: unknown[]) => {
    const statement = statementOf(args[0]);
    if (statement === null || !tracer.isActive()) return query(...args);
    const { name, options } = describe(statement);
    const span = tracer.start(name, options);
    const end = (error: unknown) => {
      if (error) span.fail(errorType(error));
      span.end();
    };
    const done = args.at(-1);
    if (typeof done === 'function') {
      const ended: Done = (error, result) => {
        end(error);
        (done as Done)(error, result);
      };
      return query(...args.slice(0, -1), ended);
    }
    return Promise.resolve(query(...args)).then(
      (result) => {
        end(null);
        return result;
      },
      (error: unknown) => {
        end(error);
        throw error;
      },
    );
  }) as typeof client.query;
}

type Statement = { text: string; name?: string };

/** Returns null for cursors and COPY, which are read in chunks. */
function statementOf(given: unknown): Statement | null {
  if (typeof given === 'string') return { text: given };
  if (!isRecord(given) || typeof given.text !== 'string' || given.submit !== undefined) return null;
  return { text: given.text, name: typeof given.name === 'string' ? given.name : undefined };
}

function describe({ text, name }: Statement): Described {
  const cached = described.get(text);
  if (cached) return cached;
  const { summary, query } = describeStatement(text, name);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'db.query.text': query };
  const description: Described = { name: summary, options: { kind: 'client', attributes } };
  described.set(text, description);
  return description;
}
