import type { Delivery } from '../api/answers.ts';
import { formatMoment } from '../lib/format.ts';

export type DeliveryStatus = { state: string; tone?: 'good' | 'warn' | 'bad'; reason: string | null };

/** The status of a message in plain words. */
export function deliveryStatus({ channel, status, attempts, nextAttemptAt }: Delivery): DeliveryStatus {
  const last = attempts.at(-1);
  const words = last?.error ? reasonWords(last.error, last.status) : null;
  const isRefused = status === 'pending' || status === 'failed';
  const reason = words && channel === 'email' && isRefused ? `The mail server refused it: ${words}` : words;
  if (status === 'delivered') return { state: 'Delivered', tone: 'good', reason };
  if (status === 'dropped') return { state: 'Not sent', reason: reason ?? 'The webhook was disabled before this message was sent.' };
  if (status === 'failed')
    return { state: 'Failed', tone: 'bad', reason: `${reason ?? ''} Tried ${times(attempts.length)}; no further attempts.`.trim() };
  if (!last) return { state: 'Sending', reason: null };
  const next = nextAttemptAt ? ` Tried ${times(attempts.length)}; next try ${formatMoment(nextAttemptAt)}.` : '';
  return { state: 'Retrying', tone: 'warn', reason: `${reason ?? ''}${next}`.trim() };
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

const causes: [RegExp, string][] = [
  [/ECONNREFUSED/, 'The connection was refused.'],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name was not found.'],
  [/ETIMEDOUT|timeout|aborted/i, 'The request timed out.'],
  [/ECONNRESET|EPIPE|socket hang up/i, 'The connection was closed.'],
  [/certificate|self-signed/i, 'The TLS certificate is not valid.'],
];

function reasonWords(error: string, status: number | null): string {
  if (status !== null) return `The webhook answered ${status}: ${statusWords(status)}.`;
  const known = causes.find(([pattern]) => pattern.test(error));
  return known ? `${known[1]} (${error})` : error;
}

function statusWords(status: number): string {
  if (status === 401 || status === 403) return 'access is denied';
  if (status === 404) return 'nothing was found at this address';
  if (status === 410) return 'it no longer exists';
  if (status === 429) return 'too many requests';
  if (status >= 500) return 'it had an internal error';
  return status < 400 ? 'redirects are not followed' : 'it rejected the message';
}
