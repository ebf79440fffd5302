import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const maxBytes = 20 * 1024 * 1024;

/** The log file of the database. A large file is rotated, and one older file is retained. */
export class LogFile {
  readonly #path: string;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, name);
  }

  /** Opens the file for a child process. `written` returns the last 4,000 characters logged since then. */
  open(): { descriptor: number; close(): void; written(): string } {
    if (this.#isLarge()) renameSync(this.#path, `${this.#path}.1`);
    const descriptor = openSync(this.#path, 'a', 0o600);
    const begin = statSync(this.#path).size;
    return {
      descriptor,
      close: () => closeSync(descriptor),
      written: () => {
        const content = readFileSync(this.#path);
        const isRotated = content.length < begin;
        return content
          .subarray(isRotated ? 0 : begin)
          .toString('utf8')
          .slice(-4000);
      },
    };
  }

  /**
   * Rotates a large file while the child process writes to it. The file is copied and emptied instead of renamed, because the child process
   * keeps its descriptor. Lines that it writes between the two steps are lost.
   */
  rotateIfLarge(): void {
    if (!this.#isLarge()) return;
    copyFileSync(this.#path, `${this.#path}.1`);
    truncateSync(this.#path);
  }

  #isLarge(): boolean {
    return existsSync(this.#path) && statSync(this.#path).size > maxBytes;
  }
}
