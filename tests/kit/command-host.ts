import { required } from '../../server/src/lib/required.ts';
import { main } from './server-process.ts';

/**
 * Runs `leadlight` commands one after another in one process. The main file is loaded again for each of them, with the arguments
 * and environment of that command; its imports are loaded once.
 */
export type CommandRequest = { args: string[]; environment: Record<string, string> };
export type CommandAnswer = { code: number; stdout: string; stderr: string };

const answer = required(process.send).bind(process);
let commands = 0;
let read = { stdout: '', stderr: '' };
/** The command wanted to exit; from then on nothing it does counts. */
let exited: number | null = null;

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    if (exited === null) read[name] += String(chunk);
    return true;
  };
}
process.exit = (code) => {
  exited ??= Number(code ?? process.exitCode ?? 0);
  throw new Error('The command exits.');
};
// A command that is done disconnects from its parent, which here waits for the next one.
process.disconnect = () => {};

process.on('message', async ({ args, environment }: CommandRequest) => {
  read = { stdout: '', stderr: '' };
  exited = null;
  process.exitCode = undefined;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  await import(`${main}?command=${++commands}`).catch((error) => {
    if (exited === null) throw error;
  });
  const code = exited ?? Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  // Removes the command's listeners.
  for (const emitter of [process.stdout, process.stderr]) emitter.removeAllListeners('error');
  process.removeAllListeners('uncaughtException');
  answer({ code, ...read } satisfies CommandAnswer);
});
