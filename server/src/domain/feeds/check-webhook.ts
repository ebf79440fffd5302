import { Problem } from '../problem.ts';

/** Rejects URLs that can never be called, so that the user notices immediately. Each call also checks where the hostname points. */
export function checkWebhook(text: string, allowsPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw invalidWebhook('A webhook is an address that begins with https://.');
  if (url.protocol === 'http:' && !allowsPrivate) throw invalidWebhook('A webhook must begin with https://.');
  if (url.username !== '' || url.password !== '') throw invalidWebhook('A webhook must not hold a name or a password.');
  return text;
}

function invalidWebhook(title: string): Problem {
  return new Problem('invalid_input', { title, attribute: 'alertSettings/webhook', parameter: 'webhook' });
}
