import type { TestAccount, TestService } from './service.ts';
import { assertNoViolation } from './validating-proxy.ts';

export type ApiResponse = {
  status: number;
  headers: Headers;
  body: {
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
    data: any;
    errors: { code: string; title: string; source?: { pointer?: string; parameter?: string } }[];
    error?: { code: string; message: string };
    meta: {
      request_id: string;
      credits?: { charged: number };
      pagination?: { page_num: number; page_size: number; page_count: number; total_count: number; next_cursor: string | null };
    };
  };
};

export type CallOptions = { method?: string; body?: unknown; headers?: Record<string, string>; key?: string | null };

/** Calls the versioned API as a user of an account. */
export function v1Client(service: Pick<TestService, 'url'>, account: Pick<TestAccount, 'key'>) {
  return async (path: string, { method, body, headers = {}, key = account.key }: CallOptions = {}): Promise<ApiResponse> => {
    const response = await fetch(`${service.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    assertNoViolation(response, path);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
}
