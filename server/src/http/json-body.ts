import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { isNestedDeeper } from '../lib/is-nested-deeper.ts';

/** Far deeper than any valid body. */
const maxDepth = 100;

type Done = (error: Error | null, body?: unknown) => void;

/** Parses JSON bodies. Rejects `__proto__` and nesting so deep that parsing it could overflow the stack. */
export function jsonBody(fastify: FastifyInstance): (req: FastifyRequest, body: string, done: Done) => void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (req, body, done) => {
    // Clients that send the content type with every request also send it with a DELETE that has no body.
    if (body === '' && req.method === 'DELETE') done(null, undefined);
    else if (isNestedDeeper(body, maxDepth)) {
      done(new Problem('invalid_input', { title: `The body is nested deeper than ${maxDepth} levels.`, pointer: '' }));
    } else parse(req, body, done);
  };
}
