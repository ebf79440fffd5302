import { translateMessage } from '../api/problem-text.ts';
import type { Delivery } from '../api/responses.ts';
import { formatMoment } from '../lib/format.ts';
import { deliveryReasons } from '../texts/de/delivery-reasons.ts';
import { currentLanguage } from '../texts/language.ts';
import { type TextKey, t } from '../texts/t.ts';

type DeliveryStatus = { state: string; tone?: 'good' | 'warn' | 'bad'; reason: string | null };

/** The status of an alert message as shown to users. */
export function deliveryStatus({ channel, status, attempts, nextAttemptAt }: Delivery): DeliveryStatus {
  const last = attempts.at(-1);
  const text = last?.error ? reasonText(last.error, last.status) : null;
  const isUndelivered = status === 'pending' || status === 'failed';
  const reason = text && channel === 'email' && isUndelivered ? t('alerts.mailRefused', { reason: text }) : text;
  if (status === 'delivered') return { state: t('alerts.delivered'), tone: 'good', reason };
  if (status === 'dropped') return { state: t('alerts.notSent'), reason: reason ?? t('alerts.disabledBeforeSending') };
  if (status === 'failed')
    return { state: t('alerts.failed'), tone: 'bad', reason: sentences(reason, t('alerts.triedNoMore', { count: attempts.length })) };
  if (!last) return { state: t('alerts.sending'), reason: null };
  const next = nextAttemptAt ? t('alerts.triedNext', { count: attempts.length, time: formatMoment(nextAttemptAt) }) : null;
  return { state: t('alerts.retrying'), tone: 'warn', reason: sentences(reason, next) };
}

const sentences = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');

const causes: [RegExp, TextKey][] = [
  [/ECONNREFUSED/, 'alerts.errorRefused'],
  [/ENOTFOUND|EAI_AGAIN/, 'alerts.errorHostNotFound'],
  [/ETIMEDOUT|timeout|aborted/i, 'alerts.errorTimeout'],
  [/ECONNRESET|EPIPE|socket hang up/i, 'alerts.errorClosed'],
  [/certificate|self-signed/i, 'alerts.errorCertificate'],
];

/** The texts of all languages, because these few are loaded with the alerts dialog and not with the first page. */
const reasons = { en: {}, de: deliveryReasons };

export function reasonText(error: string, status: number | null): string {
  if (status !== null) return t('alerts.webhookResponded', { status: String(status), meaning: statusText(status) });
  const cause = causes.find(([pattern]) => pattern.test(error));
  return cause ? `${t(cause[1])} (${error})` : (translateMessage(error, reasons[currentLanguage()]) ?? error);
}

function statusText(status: number): string {
  if (status === 401 || status === 403) return t('alerts.responseForbidden');
  if (status === 404) return t('alerts.responseNotFound');
  if (status === 410) return t('alerts.responseGone');
  if (status === 429) return t('alerts.responseTooManyRequests');
  if (status >= 500) return t('alerts.responseServerError');
  return status < 400 ? t('alerts.responseRedirect') : t('alerts.responseRejected');
}
