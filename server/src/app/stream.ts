import type { FastifyReply } from 'fastify';
import type { RequestObserver } from '../http/request-observer.ts';
import type { ChangeWatch } from './change-watch.ts';

const heartbeatMs = 20_000;

/**
 * Server-sent events for open pages: `change` names the kinds of data that a page should reload. Access is checked again before each event
 * and heartbeat.
 */
export class Streams {
  readonly #open = new Set<() => void>();
  readonly #observer: RequestObserver;

  constructor(observer: RequestObserver) {
    this.#observer = observer;
  }

  /** Ends the stream when `isAllowed` returns false, for example after sign-out. */
  begin(res: FastifyReply, changes: ChangeWatch, accountId: string, isAllowed: () => Promise<boolean>): void {
    const { raw } = res;
    res.hijack();
    // The client may have disconnected during authentication: then `close` is not emitted again.
    if (raw.destroyed) return;
    raw.writeHead(200, {
      ...(res.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Prevents buffering by proxies.
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    const sendIfAllowed = async (text: string) => {
      const isStillAllowed = await isAllowed();
      if (raw.writableEnded) return;
      if (isStillAllowed) raw.write(text);
      else end();
    };
    const stopListening = changes.listen(accountId, (change) => void sendIfAllowed(`event: change\ndata: ${JSON.stringify(change)}\n\n`));
    const heartbeat = setInterval(() => void sendIfAllowed(': still here\n\n'), heartbeatMs);
    const end = () => {
      if (!this.#open.delete(end)) return;
      this.#observer.liveClients(-1);
      clearInterval(heartbeat);
      stopListening();
      raw.end();
    };
    this.#open.add(end);
    this.#observer.liveClients(1);
    raw.on('close', end);
  }

  endAll(): void {
    for (const end of [...this.#open]) end();
  }
}
