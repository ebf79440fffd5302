import { firstOf } from '../../server/src/lib/first-of.ts';
import type { TestService } from './service.ts';

export type ApiResponse<Body = Record<string, unknown>> = { status: number; headers: Headers; body: Body };

/** A user of the web application: stores the cookie as a browser does, and the CSRF token as the web application does. */
export class BrowserSession {
  readonly #url: string;
  cookie = '';
  csrfToken = '';

  constructor({ url }: Pick<TestService, 'url'>) {
    this.#url = url;
  }

  async signIn(email: string, password = 'correct horse battery', headers: Record<string, string> = {}): Promise<ApiResponse> {
    const response = await this.send('POST', '/session', { email, password }, headers);
    this.csrfToken = String(response.body.csrfToken ?? '');
    return response;
  }

  get<Body = Record<string, unknown>>(path: string): Promise<ApiResponse<Body>> {
    return this.send('GET', path);
  }

  async send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(`${this.#url}/app/api${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        'x-csrf-token': this.csrfToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const setCookie = response.headers.get('set-cookie');
    if (setCookie) this.cookie = firstOf(setCookie.split(';'));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  }
}
