import { type Logger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

/** JSON lines for machines; short coloured lines where a person looks on. Secrets never pass. */
export function makeLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  isTerminal = process.stdout.isTTY === true,
): Logger {
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
    // The last look at every line, whatever put a secret into it.
    hooks: { streamWrite: withoutSecrets },
  };
  const human = logFormat === 'human' || (logFormat === 'auto' && isTerminal);
  return human ? pino(options, pretty({ colorize: true, translateTime: 'HH:MM:ss', ignore: 'reqId', sync: true })) : pino(options);
}

/** Passwords inside of addresses, as database drivers put them into their messages. */
export function withoutSecrets(text: string): string {
  return text.replace(/(\w+:\/\/[^\s:/@]+):[^\s@]+@/g, '$1:(secret)@').replace(/\b(?:ll[a-z]|whsec)_[0-9A-Za-z+/=]{10,}/g, '(secret)');
}
