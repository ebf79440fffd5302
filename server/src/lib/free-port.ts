import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems draw the ports of outgoing connections, so that none of them takes it in between. */
const [least, most] = [20_000, 32_000];

/** A port of loopback that nobody uses now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(least, most);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
