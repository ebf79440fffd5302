import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { required } from '../../server/src/lib/required.ts';
import type { Operation } from '../../server/src/v1/operation.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import type { TestAccount, TestService } from './service.ts';
import { type ApiResponse, type CallOptions, v1Client } from './v1.ts';

const compiledSchemas = new Map<Operation, { Check(value: unknown): boolean; Errors(value: unknown): unknown[] }>();

/** Calls the versioned API and checks every response against the declaration of its operation. */
export function checkedClient(service: Pick<TestService, 'url'>, account: Pick<TestAccount, 'key' | 'accountId'>) {
  const call = v1Client(service, account);
  return async (path: string, options: CallOptions = {}): Promise<ApiResponse> => {
    const joined = `${path}${path.includes('?') ? '&' : '?'}account_id=${account.accountId}`;
    const response = await call(joined, options);
    const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
    assert.notEqual(response.status, 500, `${method} ${path} failed`);
    if (response.status < 300) checkResponse(operationOf(method, firstOf(path.split('?', 1))), response);
    return response;
  };
}

/** Finds the operation of a path; operations with fewer path parameters take precedence. */
function operationOf(method: string, path: string): Operation {
  const candidates = operations.filter(
    (candidate) => candidate.method === method && new RegExp(`^${candidate.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const [operation] = candidates.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  assert.ok(operation, `No operation ${method} ${path}`);
  return operation;
}

function checkResponse(operation: Operation, { status, body }: ApiResponse) {
  assert.equal(status, operation.success ?? 200);
  if (status === 204) return assert.deepEqual(body, {});
  if (!compiledSchemas.has(operation)) compiledSchemas.set(operation, Compile(required(operation.data)) as never);
  const schema = getOrThrow(compiledSchemas, operation);
  if (!schema.Check(body.data)) {
    assert.fail(
      `${operation.id} does not match its declaration: ${JSON.stringify(schema.Errors(body.data)[0])} in ${JSON.stringify(body.data).slice(0, 500)}`,
    );
  }
  assert.equal(typeof body.meta.request_id, 'string');
  assert.equal(operation.credits !== undefined, body.meta.credits !== undefined, `${operation.id}: credits`);
  assert.equal(operation.paging !== undefined, body.meta.pagination !== undefined, `${operation.id}: pagination`);
}

type Failed = { status: number; body: { errors?: { code: string; source?: { pointer?: string; parameter?: string } }[] } };

export const statusAndCode = ({ status, body }: Failed) => [status, body.errors?.[0]?.code];
/** The pointer or the parameter that the first error names. */
export const pointerOf = (response: ApiResponse) =>
  response.body.errors?.[0]?.source?.pointer ?? response.body.errors?.[0]?.source?.parameter;

/** Returns the status, and the code and pointer of the first error. */
export function errorOf({ status, body }: Failed): string {
  const error = body.errors?.[0];
  return [status, error?.code, error?.source?.pointer ?? error?.source?.parameter].filter((part) => part !== undefined).join(' ');
}

/** Reads all pages of a cursor search and returns their rows. */
export async function rowsOfAllPages(read: (cursor: string) => Promise<ApiResponse>): Promise<ApiResponse['body']['data'][]> {
  const rows: ApiResponse['body']['data'][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response: ApiResponse = await read(cursor);
    assert.equal(response.status, 200);
    rows.push(...response.body.data);
    cursor = required(response.body.meta.pagination).next_cursor;
    assert.ok(rows.length < 100_000, 'The pages never end.');
  }
  return rows;
}
