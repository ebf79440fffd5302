import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after } from 'node:test';
import { firstOf } from '../../server/src/lib/first-of.ts';
import type { CommandRequest, CommandResult } from './command-host.ts';

/**
 * Runs commands in one process, because starting a process takes longer than most commands. For tests of what a command does; tests of
 * its process, such as standard input and signals, need `leadlight` of server-process.ts. `within` is a program that runs the process,
 * such as unshare.
 */
export function startCommandProcess(
  within: string[] = [],
): (args: string[], environment: Record<string, string>) => Promise<CommandResult> {
  const command = [...within, process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'command-host.ts')];
  const child = spawn(firstOf(command), command.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  after(() => void child.kill('SIGKILL'));
  let last: Promise<unknown> = Promise.resolve();
  const run = (request: CommandRequest) =>
    new Promise<CommandResult>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`The process of the commands ended with code ${code}.`));
      child.once('exit', onExit);
      child.once('message', (response) => {
        child.off('exit', onExit);
        resolve(response as CommandResult);
      });
      child.send(request);
    });
  return (args, environment) => {
    const { PATH = '', HOME = '' } = process.env;
    const result = last.then(() => run({ args, environment: { PATH, HOME, ...environment } }));
    last = result.catch(() => {});
    return result;
  };
}
