type Page = { url: string; status: number; html: string; headers: Headers };

const maxRedirects = 20;

/** A browser without scripts: stores cookies, follows redirects and submits forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Opens a URL or submits a form to it. Follows redirects until a page is shown, or until a redirect leaves the origin. */
  go(url: string, form?: Record<string, string>): Promise<Page> {
    return this.#follow(url, form, 0);
  }

  async #follow(url: string, form: Record<string, string> | undefined, redirects: number): Promise<Page> {
    if (redirects > maxRedirects) throw new Error(`Redirected more than ${maxRedirects} times, last to ${url}`);
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form && new URLSearchParams(form).toString(),
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    const location = response.headers.get('location');
    if (location === null) return { url, status: response.status, html: await response.text(), headers: response.headers };
    const next = new URL(location, url).href;
    if (!next.startsWith(`${this.#origin}/`)) return { url: next, status: response.status, html: '', headers: response.headers };
    return this.#follow(next, undefined, redirects + 1);
  }

  #storeCookie(line: string) {
    const [pair = ''] = line.split(';');
    // As in browsers.
    if (pair.length > 4096) return;
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (pair.length === at + 1) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1));
  }
}
