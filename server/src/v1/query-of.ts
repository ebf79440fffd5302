import type { FastifyRequest } from 'fastify';
import { isRecord } from '../lib/is-record.ts';

/** The query parameters of a request, not validated yet. */
export function queryOf({ query }: FastifyRequest): Record<string, unknown> {
  return isRecord(query) ? query : {};
}
