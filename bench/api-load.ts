import { connect } from 'node:net';
import { percentile } from './bench-report.ts';

export type ApiLoad = { port: number; paths: string[]; headers: string; connections: number; seconds: number };
export type ApiReport = {
  perSecond: number;
  elapsedSeconds: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
  firstFailure: string | null;
};

/** Sends GET requests as fast as they are answered. Uses raw sockets, to leave the CPU of the shared machine to the server. */
export async function runApiLoad({ port, paths, headers, connections, seconds }: ApiLoad): Promise<ApiReport> {
  const latenciesMs: number[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  let requestCount = 0;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const runConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      let sentMs = 0;
      let received = '';
      const send = () => {
        if (performance.now() >= endMs) return socket.end(() => resolve());
        sentMs = performance.now();
        received = '';
        socket.write(`GET ${paths[requestCount++ % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`);
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The server closed a connection before the end of the measurement.')));
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const head = received.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (received.length < head + 4 + length) return;
        if (received.startsWith('HTTP/1.1 200')) latenciesMs.push(performance.now() - sentMs);
        else {
          failures++;
          firstFailure ??= received.slice(0, 600);
        }
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, runConnection));
  const elapsedSeconds = (performance.now() - startMs) / 1000;
  latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: latenciesMs.length / elapsedSeconds,
    elapsedSeconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    failures,
    firstFailure,
  };
}
