import { homedir } from 'node:os';
import { CommanderError } from 'commander';
import { describeFailure } from './cli/describe-failure.ts';
import { createProgram } from './cli/program.ts';
import { systemReason } from './lib/describe-system-error.ts';
import { OperatorError } from './lib/operator-error.ts';

ensureHome();
process.on('uncaughtException', handleError);
/** The first error of standard output. */
let outputError: NodeJS.ErrnoException | null = null;
for (const stream of [process.stdout, process.stderr]) stream.on('error', (error) => handleOutputError(stream, error));
try {
  const program = await createProgram(process.argv[2]);
  await program.parseAsync(process.argv);
  await reportOutputError();
  // An open IPC channel would keep a finished command running.
  if (process.connected && program.args[0] !== 'start') process.disconnect();
  // Connections to a database that hangs would also keep `doctor` running.
  if (program.args[0] === 'doctor') process.exit();
} catch (error) {
  // Help and version end the program with an error that has this code.
  if (error instanceof CommanderError && error.exitCode === 0) await reportOutputError();
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

/**
 * Output that cannot be written, because a disk is full or a pipe (`| head`) or terminal is closed, stops neither a server nor the
 * work of a command. A server stops on a signal, because it has to stop its database first.
 */
function handleOutputError(stream: NodeJS.WriteStream, error: NodeJS.ErrnoException) {
  if (stream === process.stdout) outputError ??= error;
}

/** Ends a command whose output could not be written: without an error if nobody reads it any more. */
async function reportOutputError() {
  if (process.argv[2] === 'start') return;
  // Errors of the last output are reported after the code that wrote it.
  await new Promise(setImmediate);
  if (outputError === null) return;
  if (isClosed(outputError)) process.exit();
  fail(new OperatorError(`The output cannot be written (${systemReason(outputError)}).`));
}

/** Ends the program with a readable message. */
function handleError(error: NodeJS.ErrnoException) {
  if (error.syscall !== 'write' || !isClosed(error)) fail(error);
  if (process.argv[2] !== 'start') process.exit(0);
}

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EIO';
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
