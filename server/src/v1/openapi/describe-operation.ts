import type { TSchema } from 'typebox';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { noCredits, type Operation } from '../operation.ts';
import { composeExample } from './compose-example.ts';
import { errorsByStatus } from './errors.ts';
import type { SchemaCollector } from './schema-collector.ts';

type Json = Record<string, unknown>;

const responseHeaders = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];
const successDescriptions: Record<number, string> = { 200: 'Success.', 201: 'Created.', 202: 'Accepted.', 204: 'No content.' };

export function describeOperation(operation: Operation, schemas: SchemaCollector): Json {
  const success = operation.success ?? 200;
  const { credits } = operation;
  return {
    operationId: operation.id,
    tags: [operation.group],
    summary: `${operation.summary} (${operation.status})`,
    description: [operation.description ?? `${operation.summary}.`, credits ? `Cost: ${credits}` : 'Consumes no credits.'].join(' '),
    security: [{ apiKey: [] }, { oauth2: operation.scope === null ? [] : [operation.scope] }],
    parameters: parametersOf(operation, schemas),
    ...bodyOf(operation, schemas),
    responses: {
      [success]: successResponse(operation, success, schemas),
      ...(operation.method === 'GET' && { 304: { description: 'Not modified: the ETag in `If-None-Match` is still current.' } }),
      ...Object.fromEntries(errorStatusesOf(operation).map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
    },
  };
}

function errorStatusesOf(operation: Operation): number[] {
  const isWrite = operation.method === 'POST' || operation.method === 'PATCH';
  // 400, because every operation rejects an unknown filter.
  const statuses = new Set([400, 401, 403, 429, 500, 503, 504, ...(operation.errors ?? [])]);
  if (operation.paging === 'page') statuses.add(416);
  if (isWrite) statuses.add(409);
  if (isWrite || operation.body) for (const status of [413, 415]) statuses.add(status);
  if (operation.params) statuses.add(404);
  return [...statuses].filter((status) => errorsByStatus[status]).sort((a, b) => a - b);
}

function parametersOf(operation: Operation, schemas: SchemaCollector): Json[] {
  const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const parameters: Json[] = [...namedParameters(operation.params, 'path', schemas, operation.example?.params)];
  if (operation.account === 'required') parameters.push(reference('AccountId'));
  if (operation.account === 'optional') parameters.push(reference('OptionalAccountId'));
  if (operation.include) {
    parameters.push({
      name: 'include',
      in: 'query',
      required: false,
      description: `Relations to include with their attributes, separated by commas: ${operation.include.join(', ')}.`,
      schema: { type: 'array', items: { type: 'string', enum: [...operation.include] } },
      style: 'form',
      explode: false,
    });
  }
  parameters.push(...namedParameters(operation.query, 'query', schemas, operation.example?.query));
  if (operation.paging === 'page') parameters.push(reference('PageNum'), reference('PageSize'));
  if (operation.paging === 'cursor') parameters.push(reference('PageCursor'), reference('PageSize'));
  if (operation.method === 'POST' || operation.method === 'PATCH') parameters.push(reference('IdempotencyKey'));
  return parameters;
}

function namedParameters(
  schema: TSchema | undefined,
  where: 'path' | 'query',
  schemas: SchemaCollector,
  examples?: Record<string, string>,
): Json[] {
  const { properties = {}, required = [] }: { properties?: Record<string, TSchema>; required?: string[] } = schema ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const converted = schemas.reference(property);
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(typeof converted.description === 'string' && { description: converted.description }),
      schema: converted,
      example: examples?.[name] ?? composeExample(property, { name }),
    };
  });
}

function bodyOf(operation: Operation, schemas: SchemaCollector): Json {
  const schema = operation.documentedBody ?? operation.body;
  if (!schema) return {};
  const content = { schema: schemas.reference(schema), ...(operation.example?.body !== undefined && { example: operation.example.body }) };
  return { requestBody: { required: true, content: { 'application/json': content } } };
}

function successResponse(operation: Operation, status: number, schemas: SchemaCollector): Json {
  const names = [
    ...responseHeaders,
    ...(operation.method === 'GET' ? ['ETag'] : []),
    ...(status === 202 && operation.id.endsWith('Job') ? ['Location'] : []),
  ];
  const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  const description = successDescriptions[status]!;
  if (!operation.data) return { description, headers };
  const meta: Json = { request_id: { type: 'string', format: 'uuid' } };
  if (operation.credits !== undefined) {
    meta.credits = {
      type: 'object',
      required: ['charged'],
      properties: { charged: { type: 'number', description: 'Credits charged for this request.' } },
    };
  }
  if (operation.paging)
    meta.pagination = { $ref: `#/components/schemas/${operation.paging === 'page' ? 'PagePaginationV1' : 'CursorPaginationV1'}` };
  const name = `${firstOf(operation.id).toUpperCase()}${operation.id.slice(1)}ResponseV1`;
  const schema = schemas.add(name, {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: schemas.reference(operation.data), meta: { type: 'object', required: Object.keys(meta), properties: meta } },
  });
  return { description, headers, content: { 'application/json': { schema, example: exampleResponse(operation) } } };
}

/** Returns an example of a complete successful response, with all relations. */
export function exampleResponse(operation: Operation): Json {
  const data = composeExample(required(operation.data), { isNewJob: operation.success === 202 });
  const meta: Json = { request_id: '7f0c1f9e-5f4b-4f3e-8f57-0c8f1b8f2a10' };
  // A job charges while it runs.
  if (operation.credits !== undefined) meta.credits = { charged: operation.credits === noCredits || operation.success === 202 ? 0 : 1 };
  const count = Array.isArray(data) ? data.length : 1;
  if (operation.paging === 'page') meta.pagination = { page_num: 1, page_size: 20, page_count: 1, total_count: count };
  if (operation.paging === 'cursor') meta.pagination = { next_cursor: null };
  return { data, meta };
}
