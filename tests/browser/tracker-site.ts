import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { firstOf } from '../../server/src/lib/first-of.ts';
import { portOf } from '../../server/src/lib/port-of.ts';
import { required } from '../../server/src/lib/required.ts';
import { renderForms, renderSnippet, renderTracker, type TrackerConfig } from '../../tracker/index.ts';
import type { WireEvent } from '../../tracker/src/wire-event.ts';

type Batch = {
  script_hash: string;
  sent_at: number;
  visitor_id?: string;
  ga_client_ids?: string[];
  partner_cookies?: Record<string, string>;
  consent?: boolean;
  hints?: string[];
  events: WireEvent[];
};

/** A request as the collector received it, and the status it responded with. */
type Post = { batch: Batch; headers: IncomingMessage['headers']; bytes: number; status: number; receivedAtMs: number };

type Page = { body?: string; head?: string; headers?: Record<string, string>; snippet?: string };

/** Timeout for conditions that usually hold within a second; long, because the machine may be busy. */
const waitTimeoutMs = 120_000;

/**
 * A website with the tracker, and a collector on another origin. Every path returns a page; `pages` overrides some. The collector
 * responds with `status`, which a test may change at any time.
 */
export class TrackerSite {
  readonly pages: Record<string, Page> = {};
  posts: Post[] = [];
  readonly preflights: string[] = [];
  /** The paths that browsers requested from the website. */
  requests: string[] = [];
  /** Requests for `/gate` wait until the test resolves this. */
  gate: PromiseWithResolvers<void> = Promise.withResolvers();
  config: TrackerConfig;
  status = 204;
  /** Additional headers of the collector's responses. */
  responseHeaders: Record<string, string> = {};
  #web: Server;
  #collector: Server;
  #watchers = new Set<() => void>();

  private constructor(web: Server, collector: Server, config: TrackerConfig) {
    this.#web = web;
    this.#collector = collector;
    this.config = config;
  }

  static async start(): Promise<TrackerSite> {
    const web = await listen((req, res) => site.#serve(req, res));
    const collector = await listen((req, res) => site.#collect(req, res));
    const site: TrackerSite = new TrackerSite(web, collector, {
      scriptHash: 'a1b2c3d4e5f60718',
      collectUrl: `http://localhost:${portOf(collector)}/collect`,
      formsUrl: null,
      consentMode: 'cookieless',
      consentManager: 'none',
      cookieLifetimeDays: 365,
      respectGpc: true,
      respectDnt: true,
      extractAnalyticsIds: false,
      extractPartnerCookies: false,
    });
    return site;
  }

  async stop(): Promise<void> {
    for (const server of [this.#web, this.#collector]) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }

  url(path: string): string {
    return `http://127.0.0.1:${portOf(this.#web)}${path}`;
  }

  get snippet(): string {
    return renderSnippet({ scriptUrl: `http://localhost:${portOf(this.#collector)}/t/script.js` });
  }

  get formsUrl(): string {
    return `http://localhost:${portOf(this.#collector)}/t/forms.js`;
  }

  /** Clears the recorded posts and requests and closes the gate, before a retry. */
  reset(): void {
    this.posts = [];
    this.requests = [];
    this.gate = Promise.withResolvers();
  }

  /** All events that the collector acknowledged, including duplicates. */
  get events(): WireEvent[] {
    return this.posts.filter((post) => post.status < 300).flatMap((post) => post.batch.events);
  }

  eventsOfKind(kind: WireEvent['kind']): WireEvent[] {
    return this.events.filter((event) => event.kind === kind);
  }

  /** Waits until a condition holds; checks it after every request. */
  async until(description: string, condition: () => boolean, withinMs = waitTimeoutMs): Promise<void> {
    if (condition()) {
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const watch = () => condition() && resolve();
    const timer = setTimeout(() => reject(new Error(`${description}; seen: ${JSON.stringify(this.posts, null, 1)}`)), withinMs);
    this.#watchers.add(watch);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#watchers.delete(watch);
    }
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.requests.push(required(req.url));
    this.#notifyWatchers();
    if (req.url === '/gate') {
      await this.gate.promise;
    }
    const page = this.pages[firstOf(required(req.url).split('?'))] ?? {};
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
    res.end(
      `<!doctype html><html><head><title>Title of ${req.url}</title>${page.head ?? ''}${page.snippet ?? this.snippet}</head>` +
        `<body>${page.body ?? 'A page'}</body></html>`,
    );
  }

  async #collect(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.setHeader('access-control-allow-origin', '*');
    if (req.method === 'GET') {
      res.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      res.end(required(req.url).endsWith('/forms.js') ? renderForms() : renderTracker(this.config));
      return;
    }
    if (req.method !== 'POST') {
      this.preflights.push(`${req.method} ${req.url}`);
      res.writeHead(204).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of req) {
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString();
    const status = this.status;
    res.writeHead(status, { 'access-control-expose-headers': 'retry-after', ...this.responseHeaders }).end();
    this.posts.push({ batch: JSON.parse(text), headers: req.headers, bytes: Buffer.byteLength(text), status, receivedAtMs: Date.now() });
    this.#notifyWatchers();
  }

  #notifyWatchers(): void {
    for (const watch of this.#watchers) {
      watch();
    }
  }
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
