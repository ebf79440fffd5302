import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMark } from '../../lib/processes.ts';

export type Holder = { pid: number; mark: string | null; purpose: 'server' | 'command' };

/** Takes the data folder for this process, or answers who holds it. A holder that was killed holds nothing. */
export function takeFolder(folder: string, purpose: Holder['purpose']): { release(): void } | { heldBy: Holder } {
  const file = join(folder, 'owner.lock');
  const mine: Holder = { pid: process.pid, mark: startMark(process.pid), purpose };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, and only one process can make it.
        linkSync(draft, file);
        return { release: () => releaseFolder(file, mine) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && holds(holder)) return { heldBy: holder };
      removeStale(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function holds(holder: Holder): boolean {
  return holder.mark !== null && startMark(holder.pid) === holder.mark;
}

/** Moves the file aside before it goes, because another process may have replaced it by its own since we read it. */
function removeStale(file: string) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved && holds(moved)) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function releaseFolder(file: string, mine: Holder) {
  const holder = readHolder(file);
  if (holder?.pid === mine.pid && holder.mark === mine.mark) rmSync(file, { force: true });
}
