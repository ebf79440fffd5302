import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Length of a tick in /proc, the same on every Linux that Node supports. */
const tickMs = 10;

type ProcessTimes = { parent: number; ownTicks: number; childTicks: number };

/** CPU time of a process so far, in milliseconds; 0 without /proc. */
export function cpuMs(pid: number): number {
  return (timesOf(pid)?.ownTicks ?? 0) * tickMs;
}

/** CPU time of all processes of an embedded database so far, including those that have ended. */
export function databaseCpuMs(dataFolder: string): number {
  const postmaster = Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const postmasterTimes = timesOf(postmaster);
  if (!postmasterTimes) return 0;
  const liveTicks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .reduce((sum, times) => sum + (times?.parent === postmaster ? times.ownTicks : 0), 0);
  return (postmasterTimes.ownTicks + postmasterTimes.childTicks + liveTicks) * tickMs;
}

function timesOf(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name may contain any characters; only numbers follow it.
    const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (at: number) => Number(rest[at - 5]);
    return { parent: Number(parent), ownTicks: ticks(14) + ticks(15), childTicks: ticks(16) + ticks(17) };
  } catch {
    return null;
  }
}
