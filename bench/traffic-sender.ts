import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { itemAt } from '../server/src/lib/item-at.ts';
import { required } from '../server/src/lib/required.ts';

/** What to send: `rate` events per second, `eventsPerRequest` at a time, to the accounts in turn. */
export type SenderOptions = {
  port: number;
  scriptHashes: string[];
  /** Time of the service. */
  nowMs: number;
  rate: number;
  eventsPerRequest: number;
};

/** Maximum number of requests in flight. With more, the sender rather than the service would be the bottleneck. */
const maxInFlight = 100;

const endOfHead = '\r\n\r\n';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';

/** The body of a request with page views of one visitor. */
export function trafficBody(scriptHash: string, visitor: string, nowMs: number, eventsPerRequest: number): string {
  const events = Array.from({ length: eventsPerRequest }, (_, index) => ({
    id: randomUUID(),
    kind: 'page_view',
    occurred_at: nowMs - (eventsPerRequest - index) * 1000,
    url: `https://shop.example/section-${index}/page-${index}`,
  }));
  return JSON.stringify({ script_hash: scriptHash, sent_at: nowMs, visitor_id: visitor, events });
}

export const trafficHeaders = { 'content-type': 'text/plain', 'user-agent': userAgent };

/** Calls `onResponse` for each whole response; a response may arrive in several parts. Expects responses without a body. */
export function readResponses(socket: Pick<Socket, 'on'>, onResponse: () => void): void {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (let end = received.indexOf(endOfHead); end >= 0; end = received.indexOf(endOfHead)) {
      const status = received.slice(9, 12);
      if (status !== '204') throw new Error(`The collector responded with ${status}.`);
      received = received.slice(end + endOfHead.length);
      onResponse();
    }
  });
}

/** Sends until a message arrives, and returns the number of acknowledged events. Uses HTTP on raw sockets, to leave the CPU to the service. */
async function send({ port, scriptHashes, nowMs, rate, eventsPerRequest }: SenderOptions): Promise<number> {
  let hasEnded = false;
  process.once('message', () => {
    hasEnded = true;
  });
  const headers = Object.entries(trafficHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  const idle: Socket[] = [];
  let acknowledged = 0;
  let sent = 0;
  const openSocket = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    readResponses(socket, () => {
      acknowledged++;
      idle.push(socket);
    });
    return socket;
  };
  idle.push(...(await Promise.all(Array.from({ length: maxInFlight }, openSocket))));
  const startMs = performance.now();
  while (!hasEnded) {
    const due = ((performance.now() - startMs) / 1000) * (rate / eventsPerRequest);
    while (sent < due && idle.length > 0) {
      // Uses the sockets in turn, because the collector closes connections that are idle for long.
      const socket = required(idle.shift());
      const body = trafficBody(itemAt(scriptHashes, sent++ % scriptHashes.length), randomUUID(), nowMs, eventsPerRequest);
      socket.write(`POST /collect HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${headers.join('')}content-length: ${body.length}\r\n\r\n${body}`);
    }
    await pause(2);
  }
  while (acknowledged < sent) await pause(5);
  return acknowledged * eventsPerRequest;
}

if (process.argv[1] === import.meta.filename) {
  const [options] = await once(process, 'message');
  const sent = await send(options as SenderOptions);
  process.send?.(sent, () => process.exit());
}
