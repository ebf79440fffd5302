import type { FastifyRequest } from 'fastify';
import { isRecord } from '../lib/is-record.ts';

/** Returns the query parameters of a request. They are not validated yet. */
export function queryOf({ query }: FastifyRequest): Record<string, unknown> {
  return isRecord(query) ? query : {};
}
