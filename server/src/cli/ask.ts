import { createInterface } from 'node:readline/promises';

/** Asks on standard error, so that standard output stays what the command answers. Empty when the input ends without an answer. */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}
