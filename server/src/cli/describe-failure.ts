import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { Problem } from '../domain/problem.ts';
import { describeSystemError } from '../lib/describe-system-error.ts';
import { firstOf } from '../lib/first-of.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { withoutSecrets } from '../log.ts';

/** Describes a failure on one line, or on one line per mistake in the settings. `includesStack` adds the stack trace of unexpected errors. */
export function describeFailure(error: unknown, { includesStack = false } = {}): string[] {
  if (error instanceof ConfigError) return error.mistakes;
  if (error instanceof CommanderError) return [commanderSentence(error)];
  if (error instanceof Problem || error instanceof OperatorError) return [withoutSecrets(error.message)];
  const stack = includesStack && error instanceof Error && error.stack ? [withoutSecrets(error.stack)] : [];
  const systemError = describeSystemError(error);
  if (systemError !== null) return [withoutSecrets(systemError), ...stack];
  const message = withoutSecrets(error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  return [`Leadlight failed unexpectedly (${message.slice(0, 500)}): run it with LOG_LEVEL=debug to see where, and report it.`, ...stack];
}

function commanderSentence(error: CommanderError): string {
  const message = error.message.replace(/^error: /, '').replace(/\.$/, '');
  if (error.code === 'commander.help') return 'Missing command: see "leadlight --help".';
  return `${firstOf(message).toUpperCase()}${message.slice(1)}: see "leadlight --help".`;
}
