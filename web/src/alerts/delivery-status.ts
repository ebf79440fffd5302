import type { DeliveryRecord } from '../../../server/src/domain/alerts/list-deliveries.ts';
import type { Sent } from '../api/request.ts';
import { formatMoment } from '../lib/format.ts';

export type DeliveryWords = { state: string; tone: 'good' | 'warn' | 'bad' | ''; reason: string | null };

/** How a message fared, for people who have never heard of a status. */
export function deliveryWords({ channel, status, attempts, nextAttemptAt }: Sent<DeliveryRecord>): DeliveryWords {
  const last = attempts.at(-1);
  const words = last?.error ? reasonWords(last.error, last.status) : null;
  const isRefused = status === 'pending' || status === 'failed';
  const reason = words && channel === 'email' && isRefused ? `The mail server did not take it: ${words}` : words;
  if (status === 'delivered') return { state: 'Delivered', tone: 'good', reason };
  if (status === 'dropped') return { state: 'Not sent', tone: '', reason: reason ?? 'The webhook was given up before its turn came.' };
  if (status === 'failed')
    return { state: 'Failed', tone: 'bad', reason: `${reason ?? ''} Tried ${times(attempts.length)}, then given up.`.trim() };
  if (!last) return { state: 'On its way', tone: '', reason: null };
  const next = nextAttemptAt ? ` Tried ${times(attempts.length)}; next try ${formatMoment(nextAttemptAt)}.` : '';
  return { state: 'Trying again', tone: 'warn', reason: `${reason ?? ''}${next}`.trim() };
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

const troubles: [RegExp, string][] = [
  [/ECONNREFUSED/, 'Nothing listens there.'],
  [/ENOTFOUND|EAI_AGAIN/, 'Its name is not known.'],
  [/ETIMEDOUT|timeout|aborted/i, 'No answer came in time.'],
  [/ECONNRESET|EPIPE|socket hang up/i, 'The other side broke off the connection.'],
  [/certificate|self-signed/i, 'The certificate is not in order.'],
];

function reasonWords(error: string, status: number | null): string {
  if (status !== null) return `The webhook answered ${status}: ${statusWords(status)}.`;
  const known = troubles.find(([pattern]) => pattern.test(error));
  return known ? `${known[1]} (${error})` : error;
}

function statusWords(status: number): string {
  if (status === 401 || status === 403) return 'it does not let us in';
  if (status === 404) return 'there is nothing at this address';
  if (status === 410) return 'it is gone for good';
  if (status === 429) return 'it was asked too often';
  if (status >= 500) return 'it has a fault of its own';
  return status < 400 ? 'it points elsewhere, which is not followed' : 'it does not take the message';
}
