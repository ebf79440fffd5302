import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { isNestedDeeper } from '../lib/json-depth.ts';

/** No valid body of any interface is nearly as deep. */
const deepest = 100;

type Done = (error: Error | null, body?: unknown) => void;

/** Reads bodies of JSON. Refuses names that would reach the prototype, and what is nested so deep that reading it could fail. */
export function jsonBody(fastify: FastifyInstance): (req: FastifyRequest, body: string, done: Done) => void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  return (req, body, done) => {
    if (isNestedDeeper(body, deepest)) {
      done(new Problem('invalid_input', { title: `The body is nested deeper than ${deepest} levels.`, pointer: '' }));
    } else parse(req, body, done);
  };
}
