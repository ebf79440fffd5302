import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

const asciiText = /^[ -~]*$/;

/**
 * Returns the registrable domain of a hostname or URL, in ASCII (`xn--`), or null if there is none. Also null for a customer's site on a
 * platform, such as `acme.github.io` or `acme.myshopify.com`, because all customers share the platform's domain.
 */
export function registrableDomain(host: string): string | null {
  const { domain, subdomain, isIcann } = parse(host);
  if (domain === null || !isIcann) return null;
  const ascii = asciiText.test(domain) ? domain : domainToASCII(domain);
  if (ascii === '') return null;
  if (subdomain === '' || subdomain === 'www') return ascii;
  const { domain: siteDomain, isPrivate } = parse(host, { allowPrivateDomains: true });
  return isPrivate && siteDomain !== null ? null : ascii;
}
