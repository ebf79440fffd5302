import { homedir } from 'node:os';
import { CommanderError } from 'commander';
import { failureSentences } from './cli/failure-sentences.ts';
import { makeProgram } from './cli/program.ts';

giveHome();
failWhereNobodyCatches();
try {
  const program = await makeProgram(process.argv[2]);
  await program.parseAsync(process.argv);
  // A channel to the starter would keep a finished command waiting.
  if (process.connected && program.args[0] !== 'start') process.disconnect();
  // So would connections to a database that hangs.
  if (program.args[0] === 'doctor') process.exit();
} catch (error) {
  fail(error);
}

/** Some packages ask for the home folder when they are loaded, and fail for a user id that has neither a name nor HOME. */
function giveHome() {
  try {
    homedir();
  } catch {
    process.env.HOME = '/';
  }
}

/** Everything that nobody caught ends the program in one sentence, but output that nobody reads any more. */
function failWhereNobodyCatches() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', outputFailed);
  process.on('uncaughtException', outputFailed);
}

/**
 * A reader such as `head` closes its end when it has what it wanted, and a terminal is gone when its window is closed. A server must
 * not end by that: it gets a signal of its own, and then it has a database to stop.
 */
function outputFailed(error: NodeJS.ErrnoException) {
  if (error.syscall !== 'write' || (error.code !== 'EPIPE' && error.code !== 'EIO')) fail(error);
  if (process.argv[2] !== 'start') process.exit(0);
}

function fail(error: unknown): never {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0);
  const { LOG_LEVEL = '', LOG_FORMAT } = process.env;
  const asJson = LOG_FORMAT === 'json' && process.argv[2] === 'start';
  for (const sentence of failureSentences(error, { hasStack: ['debug', 'trace'].includes(LOG_LEVEL) })) {
    process.stderr.write(asJson ? `${JSON.stringify({ level: 60, time: new Date().toISOString(), msg: sentence })}\n` : `${sentence}\n`);
  }
  process.exit(1);
}
