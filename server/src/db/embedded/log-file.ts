import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const maxBytes = 20 * 1024 * 1024;

/** The log file of the database. A large file is rotated when it is opened, and one older file is retained. */
export class LogFile {
  readonly #path: string;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, name);
  }

  /** Opens the file for a child process. `written` returns the last 4,000 characters logged since then. */
  open(): { descriptor: number; close(): void; written(): string } {
    if (existsSync(this.#path) && statSync(this.#path).size > maxBytes) renameSync(this.#path, `${this.#path}.1`);
    const descriptor = openSync(this.#path, 'a', 0o600);
    const begin = statSync(this.#path).size;
    return {
      descriptor,
      close: () => closeSync(descriptor),
      written: () => readFileSync(this.#path).subarray(begin).toString('utf8').slice(-4000),
    };
  }
}
