import { fork } from 'node:child_process';
import { join } from 'node:path';
import { after } from 'node:test';
import type { CommandAnswer, CommandRequest } from './command-host.ts';

/**
 * Runs commands without a process for each, which takes most of the time of a short command. For tests of what a command does;
 * tests of its process, such as standard input and signals, need `leadlight` of server-process.ts.
 */
export function startCommandProcess(): (args: string[], environment: Record<string, string>) => Promise<CommandAnswer> {
  const child = fork(join(import.meta.dirname, 'command-host.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  after(() => void child.disconnect());
  let last: Promise<unknown> = Promise.resolve();
  const run = (request: CommandRequest) =>
    new Promise<CommandAnswer>((resolve, reject) => {
      const gone = (code: number | null) => reject(new Error(`The process of the commands ended with code ${code}.`));
      child.once('exit', gone);
      child.once('message', (answer) => {
        child.off('exit', gone);
        resolve(answer as CommandAnswer);
      });
      child.send(request);
    });
  return (args, environment) => {
    const { PATH = '', HOME = '' } = process.env;
    const answered = last.then(() => run({ args, environment: { PATH, HOME, ...environment } }));
    last = answered.catch(() => {});
    return answered;
  };
}
