import { main } from './server-process.ts';

/**
 * Runs commands of `leadlight` one after another in one process. The program's own file is loaded again for each of them, with the
 * arguments and the environment of that command; what it imports is loaded once.
 */
export type CommandRequest = { args: string[]; environment: Record<string, string> };
export type CommandAnswer = { code: number; stdout: string; stderr: string };

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const answer = process.send!.bind(process);
let commands = 0;
let read = { stdout: '', stderr: '' };

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    read[name] += String(chunk);
    return true;
  };
}
process.exit = (code) => {
  throw new Exit(Number(code ?? 0));
};
// A command that is done lets its starter go, which here waits for the next one.
process.disconnect = () => {};

process.on('message', async ({ args, environment }: CommandRequest) => {
  read = { stdout: '', stderr: '' };
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.exitCode = undefined;
  let code: number;
  try {
    await import(`${main}?command=${++commands}`);
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  process.exitCode = undefined;
  answer({ code, ...read } satisfies CommandAnswer);
});
