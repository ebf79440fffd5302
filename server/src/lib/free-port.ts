import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral port range, so that no outgoing connection takes the port before it is used. The end is exclusive. */
const [minPort, endPort] = [20_000, 32_000];

/** Finds an unused loopback port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(minPort, endPort);
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
