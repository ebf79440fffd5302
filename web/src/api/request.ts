/** A refusal, with a sentence for the person and a code for the page. Status 0 means that the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(status: number, code: string, title: string, field?: string) {
    super(title);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** What an answer is after its way through JSON: times are texts. */
export type Sent<Value> = Value extends Date
  ? string
  : Value extends (infer Item)[]
    ? Sent<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Sent<Value[Key]> }
      : Value;

let csrfToken = '';

export function rememberToken(token: string): void {
  csrfToken = token;
}

const unreachable = 'The server cannot be reached. Check your connection; this page tries again by itself.';

export async function request<Answer>(
  path: string,
  options: { method?: string; body?: unknown; file?: Blob; signal?: AbortSignal } = {},
): Promise<Sent<Answer>> {
  const { method = 'GET', body, file, signal } = options;
  const type = file ? 'application/octet-stream' : body === undefined ? undefined : 'application/json';
  let answer: Response;
  try {
    answer = await fetch(`/app/api${path}`, {
      method,
      signal,
      headers: { 'x-csrf-token': csrfToken, ...(type && { 'content-type': type }) },
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', unreachable);
  }
  if (answer.status === 204) return undefined as Sent<Answer>;
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const content = isJson ? await answer.json() : null;
  if (answer.ok && isJson) return content as Sent<Answer>;
  if (content === null) throw new ApiError(answer.status >= 500 ? 0 : answer.status, 'unreachable', unreachable);
  throw new ApiError(answer.status, String(content.code), String(content.title), content.field);
}
