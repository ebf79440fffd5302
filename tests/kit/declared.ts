import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { operations } from '../../server/src/v1/operations/index.ts';
import type { TestAccount, TestService } from './service.ts';
import { type ApiResponse, type CallOptions, v1Client } from './v1.ts';

const checks = operations.map((operation) => ({
  operation,
  path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  data: operation.data ? Compile(operation.data) : null,
}));

/** Calls the versioned API as one account and checks every success against the declaration of the operation. */
export function declaredClient(service: Pick<TestService, 'url'>, account: Pick<TestAccount, 'key' | 'accountId'>) {
  const call = v1Client(service, account);
  return async (path: string, options: CallOptions = {}): Promise<ApiResponse> => {
    const parts = path.split('?');
    const [address, query] = [firstOf(parts), parts[1]];
    const response = await call(`${address}?account_id=${account.accountId}${query === undefined ? '' : `&${query}`}`, options);
    const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
    if (response.status < 300) check(method, address, response);
    return response;
  };
}

function check(method: string, path: string, response: ApiResponse): void {
  // A fixed path takes precedence over one with a parameter in the same position, as in the router.
  const found = checks.filter((one) => one.operation.method === method && one.path.test(path));
  const { operation, data } = found.find((one) => !one.operation.path.includes('{')) ?? firstOf(found);
  assert.equal(response.status, operation.success ?? 200, `${method} ${path}`);
  if (data && !data.Check(response.body.data)) {
    assert.fail(`${method} ${path} does not match its declaration: ${JSON.stringify([...data.Errors(response.body.data)].slice(0, 5))}`);
  }
}

type Failed = { status: number; body: { errors?: { code: string; source?: { pointer?: string; parameter?: string } }[] } };

/** Status, code and pointer of the first error. */
export function errorOf({ status, body }: Failed): string {
  const error = body.errors?.[0];
  return [status, error?.code, error?.source?.pointer ?? error?.source?.parameter].filter((part) => part !== undefined).join(' ');
}
