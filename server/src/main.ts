import { homedir } from 'node:os';
import { CommanderError } from 'commander';
import { describeFailure } from './cli/describe-failure.ts';
import { createProgram } from './cli/program.ts';

ensureHome();
handleUncaughtErrors();
try {
  const program = await createProgram(process.argv[2]);
  await program.parseAsync(process.argv);
  // An open IPC channel would keep a finished command running.
  if (process.connected && program.args[0] !== 'start') process.disconnect();
  // Connections to a database that hangs would also keep `doctor` running.
  if (program.args[0] === 'doctor') process.exit();
} catch (error) {
  fail(error);
}

/** Some packages read the home directory when they are loaded, and fail for a user id without a name or HOME. */
function ensureHome() {
  try {
    homedir();
  } catch {
    process.env.HOME = '/';
  }
}

/** Ends the program with a readable message on any uncaught error, except for write errors on a closed output. */
function handleUncaughtErrors() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', handleError);
  process.on('uncaughtException', handleError);
}

/**
 * A closed pipe (`| head`) or terminal ends a command without an error, but not a server: a server stops on a signal, because it has to
 * stop its database first.
 */
function handleError(error: NodeJS.ErrnoException) {
  if (error.syscall !== 'write' || (error.code !== 'EPIPE' && error.code !== 'EIO')) fail(error);
  if (process.argv[2] !== 'start') process.exit(0);
}

function fail(error: unknown): never {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0);
  const { LOG_LEVEL = '', LOG_FORMAT } = process.env;
  const isJson = LOG_FORMAT === 'json' && process.argv[2] === 'start';
  for (const sentence of describeFailure(error, { includesStack: ['debug', 'trace'].includes(LOG_LEVEL) })) {
    process.stderr.write(isJson ? `${JSON.stringify({ level: 60, time: new Date().toISOString(), msg: sentence })}\n` : `${sentence}\n`);
  }
  process.exit(1);
}
