import { writeSync } from 'node:fs';
import { errorCode } from './error-code.ts';

const maxPendingBytes = 1024 * 1024;
const retryMs = 50;
const exitMs = 1000;

/**
 * Writes log lines to a file descriptor. A line that cannot be written, such as on a full disk, is dropped, because a server must not stop
 * for lack of logs. Lines that a slow reader of a pipe does not accept yet are written later, up to 1 MB of them.
 */
export class LineOutput {
  readonly #descriptor: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Whether only a part of the last line was written. */
  #isLineCut = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(line: string): void {
    const data = Buffer.from(this.#isLineCut ? `\n${line}` : line);
    if (this.#pending.length === 0) {
      this.#writeOrWait(data);
    } else if (this.#pendingBytes + data.length <= maxPendingBytes) {
      this.#pending.push(data);
      this.#pendingBytes += data.length;
    }
  }

  #writeOrWait(data: Buffer): void {
    const rest = this.#writeNow(data);
    if (rest.length === 0) return;
    this.#pending = [rest];
    this.#pendingBytes = rest.length;
    const timer = setTimeout(() => {
      process.off('exit', writeAtExit);
      const all = Buffer.concat(this.#pending);
      this.#pending = [];
      this.#writeOrWait(all);
    }, retryMs);
    timer.unref();
    const writeAtExit = () => this.#writeAtExit(Buffer.concat(this.#pending));
    process.once('exit', writeAtExit);
  }

  #writeAtExit(data: Buffer): void {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    let rest = data;
    for (const deadline = Date.now() + exitMs; rest.length > 0 && Date.now() < deadline; Atomics.wait(clock, 0, 0, retryMs)) {
      rest = this.#writeNow(rest);
    }
  }

  /** Returns the part that the reader of a pipe does not accept yet. */
  #writeNow(data: Buffer): Buffer {
    let written = 0;
    try {
      while (written < data.length) written += writeSync(this.#descriptor, data, written);
      this.#isLineCut = false;
    } catch (error) {
      if (errorCode(error) === 'EAGAIN') return data.subarray(written);
      if (written > 0) this.#isLineCut = true;
    }
    return Buffer.alloc(0);
  }
}
