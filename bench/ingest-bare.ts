import { createServer } from 'node:http';
import { portOf } from '../server/src/lib/port-of.ts';

/** Baseline for the collector: a server that reads the body, parses it, responds and stores nothing. */
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const body: { events: unknown[] } = JSON.parse(Buffer.concat(chunks).toString());
    res.writeHead(body.events.length > 0 ? 204 : 400).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(portOf(server)));
process.on('disconnect', () => process.exit(0));
