import { parentPort } from 'node:worker_threads';
import { parsePart } from './parse-part.ts';

parentPort!.on('message', ({ buffer, length }: { buffer: SharedArrayBuffer; length: number }) => {
  const parsed = parsePart(Buffer.from(buffer, 0, length));
  const { names, ipv4, ipv6 } = parsed.batch;
  parentPort!.postMessage(parsed, [names.buffer, ipv4.buffer, ipv6.buffer]);
});
