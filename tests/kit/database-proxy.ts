import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';

/** A proxy in front of the database that a test can interrupt. */
type DatabaseProxy = {
  url: string;
  /** Closes all connections and refuses new ones, like a database that restarts. */
  disconnect(): void;
  /** Stops forwarding data but keeps connections open, like a network failure. */
  freeze(): void;
  /** Accepts connections and forwards data again, including what was held back. */
  restore(): void;
};

/** Starts a proxy. With `delayAfter`, what the database sends after these bytes arrives a moment later, as in a separate packet. */
export async function startDatabaseProxy(databaseUrl: string, { delayAfter }: { delayAfter?: Buffer } = {}): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'disconnected' | 'frozen' = 'open';
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => {
        const at = socket === upstream && delayAfter ? chunk.indexOf(delayAfter) : -1;
        if (!delayAfter || at < 0) return void other.write(chunk);
        other.write(chunk.subarray(0, at + delayAfter.length));
        socket.pause();
        setTimeout(() => {
          other.write(chunk.subarray(at + delayAfter.length));
          socket.resume();
        }, 10);
      });
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (state === 'frozen') socket.pause();
    }
    if (state === 'disconnected') client.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  // The folder of the database's Unix socket would take precedence.
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(portOf(server));
  return {
    url: url.href,
    disconnect() {
      state = 'disconnected';
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    restore() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
  };
}
