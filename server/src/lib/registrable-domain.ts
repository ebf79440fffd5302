import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

const isAscii = /^[ -~]*$/;

/**
 * Returns the registrable domain of a hostname or URL, in ASCII (`xn--`). Null if there is none, and for a site on a platform, such as `acme.github.io` or
 * `acme.myshopify.com`: it belongs to a customer of the platform, so the platform's domain would stand for many companies.
 */
export function registrableDomain(host: string): string | null {
  const { domain, subdomain, isIcann } = parse(host);
  if (domain === null || !isIcann) return null;
  const ascii = isAscii.test(domain) ? domain : domainToASCII(domain);
  if (ascii === '') return null;
  if (subdomain === '' || subdomain === 'www') return ascii;
  const { domain: siteDomain, isPrivate } = parse(host, { allowPrivateDomains: true });
  return isPrivate && siteDomain !== null ? null : ascii;
}
