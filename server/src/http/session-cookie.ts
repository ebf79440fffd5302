import type { FastifyReply } from 'fastify';

const plainName = 'leadlight_session';

/**
 * A cookie of the web application, by default the session cookie. On https, the `__Host-` prefix makes browsers refuse a cookie that was
 * set over plain http.
 */
export class SessionCookie {
  readonly #isSecure: boolean;
  readonly #name: string;

  constructor(publicUrl: string, name = plainName) {
    this.#isSecure = publicUrl.startsWith('https:');
    this.#name = this.#isSecure ? `__Host-${name}` : name;
  }

  read(req: { headers: { cookie?: string } }): string | undefined {
    for (const pair of (req.headers.cookie ?? '').split(';')) {
      const [name, value] = pair.trim().split('=');
      if (name === this.#name && value) return value;
    }
    return undefined;
  }

  write(res: FastifyReply, secret: string, seconds: number): void {
    res.header('set-cookie', this.#render(secret, seconds));
  }

  clear(res: FastifyReply): void {
    res.header('set-cookie', this.#render('', 0));
  }

  #render(value: string, seconds: number): string {
    return `${this.#name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${this.#isSecure ? '; Secure' : ''}`;
  }
}
