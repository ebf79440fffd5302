import type { UserApi } from '../../../server/src/app/api.ts';
import { t } from '../texts/t.ts';
import { ApiError } from './api-error.ts';
import { takeEarlyResponse } from './early-responses.ts';
import { problemText } from './problem-text.ts';
import { type PathInput, requestPath } from './request-path.ts';

type Operation = { params: object; query: unknown; body: unknown; response: unknown };

/** The input of an operation. Query parameters with a default are optional. */
export type Input<Op extends Operation> = (keyof Op['params'] extends never ? unknown : { params: Op['params'] }) &
  (unknown extends Op['body'] ? unknown : { body: Op['body'] }) & { query?: Partial<Op['query']>; file?: Blob; signal?: AbortSignal };

/** The input as an argument, optional if nothing in it is required. */
export type InputArgument<Op extends Operation> = Record<never, never> extends Input<Op> ? [input?: Input<Op>] : [input: Input<Op>];

type ErrorBody = { code: string; title: string; field?: string };
type AnyInput = PathInput & { body?: unknown; file?: Blob; signal?: AbortSignal };

let csrfToken = '';
let dataVersion: string | undefined;
/** The server's mark of the last change that this page has made. */
let ownMark: string | null = null;

export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Requests that are sent during the call ask for this version of the data, which other pages may have requested already. */
export function withDataVersion(version: string | undefined, sendAll: () => void): void {
  dataVersion = version;
  try {
    sendAll();
  } finally {
    dataVersion = undefined;
  }
}

/** Whether the mark is that of a change by this page. */
export function isOwnChange(mark: string | undefined): boolean {
  return mark !== undefined && mark === ownMark;
}

/** Sends a request outside an account, such as `request('GET /session')`. */
export function request<Name extends keyof UserApi>(
  operation: Name,
  ...[input]: InputArgument<UserApi[Name]>
): Promise<UserApi[Name]['response']> {
  return send('', operation, input as AnyInput);
}

/** Sends the request of an operation such as `PATCH /tags/:tagId`. `base` is the prefix of its path. */
export async function send<Body>(base: string, operation: string, input: AnyInput = {}): Promise<Body> {
  const [method, path] = operation.split(' ') as [string, string];
  const { body, file, signal } = input;
  const type = file ? 'application/octet-stream' : body === undefined ? undefined : 'application/json';
  const fullPath = base + requestPath(path, input);
  let response: Response;
  let content: unknown;
  let isJson: boolean;
  try {
    const early = method === 'GET' ? takeEarlyResponse(fullPath) : undefined;
    response = await (early ??
      fetch(`/app/api${fullPath}`, {
        method,
        signal,
        headers: {
          'x-csrf-token': csrfToken,
          ...(type && { 'content-type': type }),
          ...(dataVersion !== undefined && { 'x-data-version': dataVersion }),
        },
        body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      }));
    // After a change that succeeded, the page reloads everything.
    if (response.ok) ownMark = response.headers.get('x-change-mark') ?? ownMark;
    if (response.status === 204) return undefined as Body;
    isJson = response.headers.get('content-type')?.includes('json') ?? false;
    // Fails if the connection is lost before the end of the body.
    content = isJson ? await response.json() : null;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', t('common.unreachable'));
  }
  if (response.ok && isJson) return content as Body;
  const { status } = response;
  // A proxy has responded in place of the application, such as 413 to a large file.
  if (!isJson && status >= 400 && status < 500) throw new ApiError(status, 'refused', t('common.requestRefused', { status }));
  if (!isJson) throw new ApiError(status >= 500 ? 0 : status, 'unreachable', t('common.unreachable'));
  const { code, title, field } = content as ErrorBody;
  throw new ApiError(status, code, problemText(code, title), field);
}
