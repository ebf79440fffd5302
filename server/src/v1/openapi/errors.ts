import { firstOf } from '../../lib/first-of.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' };

export const errorSchemas: Record<string, Json> = {
  ErrorV1: {
    type: 'object',
    required: ['code', 'title'],
    properties: {
      code: { ...text, description: 'Machine-readable error code.' },
      title: { ...text, description: 'Human-readable message.' },
      detail: text,
      source: {
        type: 'object',
        properties: {
          pointer: { ...text, description: 'A JSON pointer into the body.' },
          parameter: { ...text, description: 'The name of a query parameter or header.' },
        },
      },
    },
  },
  ErrorsV1: {
    type: 'object',
    required: ['errors', 'meta'],
    properties: {
      errors: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/ErrorV1' } },
      error: {
        type: 'object',
        description: 'With status 401 only.',
        required: ['code', 'message'],
        properties: { code: text, message: text },
      },
      meta: { type: 'object', required: ['request_id'], properties: { request_id: { type: 'string', format: 'uuid' } } },
    },
  },
};

/** Error codes by status. */
export const errorsByStatus: Record<number, { description: string; codes: string[] }> = {
  400: { description: 'The request is invalid.', codes: ['invalid_parameter', 'bad_request'] },
  401: {
    description: 'The credential is missing or invalid.',
    codes: [
      'missing_token',
      'invalid_token',
      'invalid_api_key',
      'api_key_expired',
      'token_expired',
      'token_revoked',
      'oauth_app_not_found',
      'oauth_app_inactive',
    ],
  },
  403: {
    description: 'The credential, the plan or the record does not allow the operation.',
    codes: [
      'missing_account_id',
      'invalid_account_id',
      'insufficient_permissions',
      'insufficient_entitlements',
      'insufficient_scope',
      'insufficient_credits',
      'access_denied',
    ],
  },
  404: { description: 'There is no record with this id.', codes: ['entity_not_found'] },
  409: { description: 'The request conflicts with the current state.', codes: ['idempotency_conflict', 'conflict'] },
  413: { description: 'The body is too large.', codes: ['payload_too_large'] },
  415: { description: 'The body is not JSON.', codes: ['unsupported_media_type'] },
  416: { description: 'The page is past the last row that can be listed.', codes: ['offset_exceeded'] },
  429: { description: 'Too many requests.', codes: ['rate_limit_exceeded', 'quota_exceeded', 'too_many_requests'] },
  500: { description: 'An internal error.', codes: ['internal_server_error'] },
  503: { description: 'The service is temporarily unavailable.', codes: ['service_unavailable'] },
  504: { description: 'The request timed out.', codes: ['server_timeout'] },
};

export function describeErrorResponse(status: number): Json {
  const { description, codes } = errorsByStatus[status]!;
  const example = {
    errors: [{ code: firstOf(codes), title: description }],
    ...(status === 401 && { error: { code: firstOf(codes), message: description } }),
    meta: { request_id: '0b9d5f0a-6f3d-4d6e-9b0e-2f3c1a5d7e90' },
  };
  const names = [
    'X-Request-Id',
    ...(status === 401 ? ['WWW-Authenticate'] : ['RateLimit-Policy', 'RateLimit']),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return {
    description: `${description} Codes: ${codes.join(', ')}.`,
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorsV1' }, example } },
  };
}
