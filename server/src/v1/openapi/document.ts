import { scopes } from '../../domain/auth/scopes.ts';
import { maxWrongCredentials } from '../../domain/auth/wrong-credentials.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Operation } from '../operation.ts';
import { describeOperation } from './describe-operation.ts';
import { describeErrorResponse, errorSchemas, errorsByStatus } from './errors.ts';
import { SchemaCollector } from './schema-collector.ts';

type Json = Record<string, unknown>;

/** The date of the last change to the API. */
const interfaceVersion = '2026-11-18';

const text = { type: 'string' };

const parameters: Record<string, Json> = {
  AccountId: {
    name: 'account_id',
    in: 'query',
    required: true,
    description: 'The account. If it is missing, the response is 403 missing_account_id.',
    schema: text,
    example: '1001',
  },
  OptionalAccountId: { name: 'account_id', in: 'query', required: false, description: 'The account.', schema: text, example: '1001' },
  PageNum: { name: 'page[num]', in: 'query', description: 'Starts at 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  PageSize: { name: 'page[size]', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
  PageCursor: { name: 'page[cursor]', in: 'query', description: 'The next_cursor of the previous page.', schema: text },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A repeated request with the same key gets the response of the first one, or 409 if the server was interrupted and cannot tell whether the first one was executed. Keys are kept for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: 'The id of the request; an id sent by the client is used if it is well-formed.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Policy': { description: 'The limits of the credential.', schema: text },
  RateLimit: { description: 'The remaining requests.', schema: text },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'The Bearer scheme and its realm.', schema: text },
  ETag: { description: 'Send it as If-None-Match to find out whether anything changed.', schema: text },
  Location: { description: 'The URL of the job.', schema: text },
};

const pagination: Record<string, Json> = {
  PagePaginationV1: {
    type: 'object',
    required: ['page_num', 'page_size', 'page_count', 'total_count'],
    properties: Object.fromEntries(['page_num', 'page_size', 'page_count', 'total_count'].map((name) => [name, { type: 'integer' }])),
  },
  CursorPaginationV1: {
    type: 'object',
    required: ['next_cursor'],
    properties: { next_cursor: { type: ['string', 'null'] }, total_count: { type: 'integer' } },
  },
};

/** Builds the OpenAPI document from the operations. */
export function openapiDocument(operations: readonly Operation[], publicUrl: string): Json {
  const schemas = new SchemaCollector();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation, schemas);
    paths[operation.path] = path;
  }
  const usesCursors = operations.some(({ paging }) => paging === 'cursor');
  const { PageCursor, ...usedParameters } = parameters;
  const { CursorPaginationV1, ...usedPagination } = pagination;
  const all = { ...errorSchemas, ...(usesCursors ? pagination : usedPagination), ...schemas.components };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leadlight',
      version: interfaceVersion,
      description: [
        'Leadlight shows which companies visit a website. This API is a work in progress: the summary of each operation states its status.',
        'Rate limits apply per API key or OAuth app: by default 10 requests per second with a burst of 15, and 100,000 per month. The RateLimit headers of every response show what is left. Requests are counted exactly across all servers. A 429 response has Retry-After.',
        'HEAD works wherever GET does, with the same checks, headers and charge, but without a body. If a request has a `filter[…]` that its operation does not list, the response is 400 invalid_parameter; other unknown query parameters are ignored.',
        `After ${maxWrongCredentials} failed authentications within a minute from one address (an IPv6 /64 counts as one), further failures from it get 429 too_many_requests for the rest of that minute. Valid credentials are not affected.`,
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name, description: `${name} operations.` })),
    security: [{ apiKey: [] }, { oauth2: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        oauth2: { type: 'oauth2', flows: flowsOf(operations, publicUrl) },
      },
      parameters: usesCursors ? parameters : usedParameters,
      headers,
      responses: Object.fromEntries(usedStatuses(paths).map((status) => [`Error${status}`, describeErrorResponse(status)])),
      schemas: Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

function flowsOf(operations: readonly Operation[], publicUrl: string): Json {
  const summaries = (scope: string) => operations.filter((operation) => operation.scope === scope).map(({ summary }) => summary);
  const texts = Object.fromEntries(scopes.map((scope) => [scope, summaries(scope).join(', ') || 'No operation uses this scope yet.']));
  const tokenUrl = `${publicUrl}/oauth/token`;
  return {
    authorizationCode: { authorizationUrl: `${publicUrl}/oauth/authorize`, tokenUrl, refreshUrl: tokenUrl, scopes: texts },
    clientCredentials: { tokenUrl, scopes: texts },
  };
}

function usedStatuses(paths: Record<string, Record<string, Json>>): number[] {
  const used = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ responses }) => Object.keys(isRecord(responses) ? responses : {})),
  );
  return [...new Set(used.map(Number))].filter((status) => errorsByStatus[status]).sort((a, b) => a - b);
}
