import { setTimeout as pause } from 'node:timers/promises';
import { required } from '../../server/src/lib/required.ts';
import { main } from './server-process.ts';

export type CommandRequest = { args: string[]; environment: Record<string, string> };
export type CommandResult = { code: number; stdout: string; stderr: string };

/**
 * Runs `leadlight` commands one after another in one process. The main file is loaded again for each of them, with the arguments
 * and environment of that command; its imports are loaded once. A command fails if it leaves something open, such as a connection or a
 * timer, because its own process would not end.
 */
const send = required(process.send).bind(process);
let commandCount = 0;
let output = { stdout: '', stderr: '' };
/** The code that the command passed to `process.exit`, or null. Output after that is ignored. */
let exitCode: number | null = null;

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    if (exitCode === null) output[name] += String(chunk);
    return true;
  };
}
process.exit = (code) => {
  exitCode ??= Number(code ?? process.exitCode ?? 0);
  throw new Error('The command exits.');
};
// A command disconnects from its parent when it is done; this process must stay connected for the next command.
process.disconnect = () => {};

const endMs = 10_000;

/** Returns the resources that keep the process running in addition to those before the command, or null if they are closed in time. */
async function findOpenResources(before: string[]): Promise<string[] | null> {
  for (const deadline = performance.now() + endMs; ; await pause(5)) {
    const left = before.reduce(
      (rest, name) => rest.toSpliced(rest.indexOf(name), rest.includes(name) ? 1 : 0),
      process.getActiveResourcesInfo(),
    );
    if (left.length === 0) return null;
    if (performance.now() > deadline) return left;
  }
}

process.on('message', async ({ args, environment }: CommandRequest) => {
  const before = process.getActiveResourcesInfo();
  output = { stdout: '', stderr: '' };
  exitCode = null;
  process.exitCode = undefined;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  await import(`${main}?command=${++commandCount}`).catch((error) => {
    if (exitCode === null) throw error;
  });
  const open = exitCode === null ? await findOpenResources(before) : null;
  if (open) {
    exitCode = 1;
    output.stdout = '';
    output.stderr = `The process would not end: the command left ${open.join(', ')} open.\n    at ${args.join(' ')}\n`;
  }
  const code = exitCode ?? Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  // Removes the command's listeners.
  for (const emitter of [process.stdout, process.stderr]) emitter.removeAllListeners('error');
  process.removeAllListeners('uncaughtException');
  send({ code, ...output } satisfies CommandResult);
});
