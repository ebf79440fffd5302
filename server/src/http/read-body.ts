import type { IncomingMessage } from 'node:http';
import { Problem } from '../domain/problem.ts';

/** Reads an upload into memory. An upload over `maxBytes` is rejected without being read to its end. */
export async function readBody(content: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Problem('invalid_input', `This file is too large: at most ${Math.floor(maxBytes / 1024)} kB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
