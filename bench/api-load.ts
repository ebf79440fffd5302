import { connect } from 'node:net';

export type ApiLoad = { port: number; paths: string[]; headers: string; connections: number; seconds: number };
export type ApiReport = { perSecond: number; tookSeconds: number; p50Ms: number; p99Ms: number; others: number; firstOther: string | null };

/** Sends GET requests as fast as they are answered, over bare sockets, so that the client costs little of the shared machine. */
export async function runApiLoad({ port, paths, headers, connections, seconds }: ApiLoad): Promise<ApiReport> {
  const latenciesMs: number[] = [];
  let others = 0;
  let firstOther: string | null = null;
  let turn = 0;
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1000;
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      let sentMs = 0;
      let received = '';
      const send = () => {
        if (performance.now() >= endMs) return socket.end(() => resolve());
        sentMs = performance.now();
        received = '';
        socket.write(`GET ${paths[turn++ % paths.length]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`);
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const head = received.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
        if (received.length < head + 4 + length) return;
        if (received.startsWith('HTTP/1.1 200')) latenciesMs.push(performance.now() - sentMs);
        else {
          others++;
          firstOther ??= received.slice(0, 600);
        }
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, lane));
  const tookSeconds = (performance.now() - beganMs) / 1000;
  latenciesMs.sort((one, other) => one - other);
  const at = (share: number) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? 0;
  return { perSecond: latenciesMs.length / tookSeconds, tookSeconds, p50Ms: at(0.5), p99Ms: at(0.99), others, firstOther };
}
