import type { FastifyReply } from 'fastify';
import type { ChangeWatch } from './change-watch.ts';

const heartbeatMs = 20_000;

/** Server-sent events of one page: `change` whenever something new was stored. The page then asks for what it shows. */
export class Streams {
  readonly #open = new Set<() => void>();

  begin(res: FastifyReply, changes: ChangeWatch, accountId: string): void {
    const { raw } = res;
    res.hijack();
    raw.writeHead(200, {
      ...(res.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Proxies that gather answers before they pass them on would hold the events back.
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    const forget = changes.listen(accountId, (mark) => raw.write(`event: change\ndata: ${JSON.stringify({ mark })}\n\n`));
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
    const end = () => {
      clearInterval(heartbeat);
      forget();
      this.#open.delete(end);
      raw.end();
    };
    this.#open.add(end);
    raw.on('close', end);
  }

  endAll(): void {
    for (const end of [...this.#open]) end();
  }
}
