import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import emailProviders from 'email-providers/all.json' with { type: 'json' };
import { registrableDomain } from '../../lib/registrable-domain.ts';

const providers = new Set<string>(emailProviders);
/** Built once, because the package's own function builds this set of several thousand names on every call. */
const disposable = disposableEmailBlocklistSet();

/**
 * Returns the employer's domain of an e-mail address; null for free, disposable and provider mailboxes and for domains that cannot exist.
 */
export function workDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  if (at < 1) return null;
  const host = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const domain = registrableDomain(host);
  if (domain === null) return null;
  return isPrivate(host) || isPrivate(domain) ? null : domain;
}

/** Whether anyone can get an e-mail address in the domain: for free, for a short time, or with an Internet connection. */
export function isMailboxDomain(domain: string): boolean {
  // Reserved for examples (RFC 2606), but listed because people type it into forms.
  return domain !== 'example.com' && isPrivate(domain);
}

function isPrivate(domain: string): boolean {
  return providers.has(domain) || disposable.has(domain);
}
