import { required } from '../../server/src/lib/required.ts';
import { main } from './server-process.ts';

export type CommandRequest = { args: string[]; environment: Record<string, string> };
export type CommandResult = { code: number; stdout: string; stderr: string };

/**
 * Runs `leadlight` commands one after another in one process. The main file is loaded again for each of them, with the arguments
 * and environment of that command; its imports are loaded once.
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

process.on('message', async ({ args, environment }: CommandRequest) => {
  output = { stdout: '', stderr: '' };
  exitCode = null;
  process.exitCode = undefined;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  await import(`${main}?command=${++commandCount}`).catch((error) => {
    if (exitCode === null) throw error;
  });
  const code = exitCode ?? Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  // Removes the command's listeners.
  for (const emitter of [process.stdout, process.stderr]) emitter.removeAllListeners('error');
  process.removeAllListeners('uncaughtException');
  send({ code, ...output } satisfies CommandResult);
});
