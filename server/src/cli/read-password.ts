import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { type Command, Option } from 'commander';
import { Problem } from '../domain/problem.ts';
import { firstOf } from '../lib/first-of.ts';

type Terminal = { input: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }; output: Writable };

const realTerminal: Terminal = { input: process.stdin, output: process.stderr };

export type PasswordOptions = { passwordFile?: string; passwordStdin?: boolean };

/** Adds options for passing a password from a script. */
export function withPasswordOptions(command: Command): Command {
  return command
    .addOption(new Option('--password-file <file>', 'read the password from the first line of a file').conflicts('passwordStdin'))
    .option('--password-stdin', 'read the password from standard input');
}

/** Reads the password from the source that the options name. Without options, prompts twice on a terminal or else reads standard input. */
export async function readPassword(
  { passwordFile, passwordStdin = false }: PasswordOptions = {},
  { input, output }: Terminal = realTerminal,
): Promise<string> {
  if (passwordFile !== undefined)
    return nonEmpty(firstOf(readFileSync(passwordFile, 'utf8').split(/\r?\n/, 1)), `the file ${passwordFile} starts with an empty line.`);
  if (passwordStdin || !input.isTTY) return readAll(input);
  const password = await askHidden('Password: ', { input, output });
  if ((await askHidden('Repeat password: ', { input, output })) !== password) {
    throw new Problem('invalid_input', { title: 'The two passwords differ. Nothing was changed.', parameter: 'password' });
  }
  return password;
}

async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  return nonEmpty(password, 'run the command on a terminal, or pass the password on standard input or in a file (--password-file).');
}

function nonEmpty(password: string, advice: string): string {
  if (password !== '') return password;
  throw new Problem('invalid_input', { title: `The password is missing: ${advice}`, parameter: 'password' });
}

/** Reads a line in raw mode, without echo. */
function askHidden(question: string, { input, output }: Terminal): Promise<string> {
  output.write(question);
  input.setRawMode?.(true);
  input.resume();
  return new Promise((resolve, reject) => {
    let line = '';
    const end = (finish: () => void) => {
      input.off('data', read);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      finish();
    };
    const read = (chunk: Buffer | string) => {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n' || character === '\u0004') return end(() => resolve(line));
        if (character === '\u0003') return end(() => reject(new Problem('invalid_input', 'Cancelled.')));
        if (character === '\u007f' || character === '\b') line = [...line].slice(0, -1).join('');
        else line += character;
      }
    };
    input.on('data', read);
  });
}
