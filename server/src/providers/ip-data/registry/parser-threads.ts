import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ParsedPart } from './parse-part.ts';

/** More threads than this would wait for the one that decompresses the file. */
const maxThreads = 4;
/** Large enough for most parts, which are slightly larger than a megabyte. */
const usualBytes = 3 << 19;
/** Each thread parses one part while the next one waits. */
const partsPerThread = 2;

/** A thread needs a third of this memory. Without limits, garbage would make it grow to three times as much. */
const threadMemory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 64 };

type Thread = { worker: Worker; waiting: Waiting[] };
type Waiting = { resolve(part: ParsedPart): void; reject(error: unknown): void };

/** Parses parts of files in threads. */
export class ParserThreads {
  readonly #threads: Thread[];
  readonly #free: SharedArrayBuffer[] = [];

  constructor(count = Math.min(maxThreads, availableParallelism())) {
    this.#threads = Array.from({ length: count }, () => startThread());
  }

  /** Number of parts to hand over before waiting for the first of them. */
  get capacity(): number {
    return this.#threads.length * partsPerThread;
  }

  /** A buffer for a part. Buffers are shared with the threads and used again, because allocating one per part fragments the memory. */
  allocate(bytes: number): Buffer {
    const at = this.#free.findIndex(({ byteLength }) => byteLength >= bytes);
    const [buffer] = at < 0 ? [new SharedArrayBuffer(Math.max(bytes, usualBytes))] : this.#free.splice(at, 1);
    return Buffer.from(buffer!, 0, bytes);
  }

  /** Parses a part in a buffer from `allocate`. */
  async parse(part: Buffer): Promise<ParsedPart> {
    const buffer = part.buffer as unknown as SharedArrayBuffer;
    const thread = this.#threads.reduce((a, b) => (b.waiting.length < a.waiting.length ? b : a));
    const parsed = await parseIn(thread, buffer, part.length);
    if (buffer.byteLength === usualBytes) this.#free.push(buffer);
    return parsed;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function parseIn({ worker, waiting }: Thread, buffer: SharedArrayBuffer, length: number): Promise<ParsedPart> {
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    worker.postMessage({ buffer, length });
  });
}

function startThread(): Thread {
  const waiting: Waiting[] = [];
  const worker = new Worker(new URL('./parse-registry-thread.ts', import.meta.url), { resourceLimits: threadMemory });
  worker.on('message', (part: ParsedPart) => waiting.shift()?.resolve(part));
  const fail = (error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`A thread that reads registry files exited with code ${code}`)));
  return { worker, waiting };
}
