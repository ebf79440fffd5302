import { type Logger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';
import { LineOutput } from './lib/line-output.ts';
import { maskSecrets } from './lib/mask-secrets.ts';

const standardOutput = 1;

/** Creates a log of JSON lines, or of short colored lines on a terminal. Secrets are masked. */
export function createLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  isTerminal = process.stdout.isTTY === true,
  beforeLine: () => void = () => {},
): Logger {
  const isHuman = logFormat === 'human' || (logFormat === 'auto' && isTerminal);
  const format = isHuman ? pretty.prettyFactory({ colorize: true, translateTime: 'HH:MM:ss', ignore: 'reqId' }) : (line: string) => line;
  const options = {
    level: logLevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["x-api-key"]',
        '*.password',
        '*.token',
        '*.key',
        '*.databaseUrl',
      ],
      censor: '(secret)',
    },
    // Mask secrets in the finished line, wherever they came from.
    hooks: {
      streamWrite(line: string) {
        beforeLine();
        return format(withoutSecrets(line));
      },
    },
  };
  return pino(options, new LineOutput(standardOutput));
}

/** Masks passwords in URLs, which database drivers include in messages, and Leadlight secrets. */
export function withoutSecrets(text: string): string {
  const masked = text.includes('://') ? text.replace(/\S+/g, withoutPasswords) : text;
  return maskSecrets(masked);
}

/** Masks the password in `scheme://user:password@`. Runs in linear time, because clients control the paths that are logged. */
function withoutPasswords(text: string): string {
  let masked = '';
  let copied = 0;
  let at = -1;
  for (let scheme = text.indexOf('://'); scheme >= 0; scheme = text.indexOf('://', scheme + 3)) {
    const user = scheme + 3;
    if (at < user) at = text.indexOf('@', user);
    if (at < 0) break;
    const colon = text.indexOf(':', user);
    const slash = text.slice(user, colon).indexOf('/');
    const hasPassword = colon > user && colon < at - 1 && slash < 0;
    if (!hasPassword || !/\w/.test(text[scheme - 1] ?? '')) continue;
    masked += `${text.slice(copied, colon)}:(secret)@`;
    copied = at + 1;
    scheme = at - 2;
  }
  return masked + text.slice(copied);
}
