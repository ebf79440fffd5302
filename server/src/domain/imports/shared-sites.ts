import { getSubdomain } from 'tldts';
import { registrableDomain } from '../../lib/registrable-domain.ts';

/** Websites with pages of many companies. */
export const sharedSites: ReadonlySet<string> = new Set(
  'facebook.com linkedin.com twitter.com x.com instagram.com youtube.com google.com wordpress.com blogspot.com wixsite.com github.io github.com medium.com tumblr.com weebly.com yelp.com etsy.com amazon.com wikipedia.org'.split(
    ' ',
  ),
);

/**
 * Returns the domain of a company from a domain or URL in a file. Null for a page on a shared site, such as `facebook.com/acme`: its facts
 * would replace those of the company that runs the site.
 */
export function domainOfCompany(text: string): string | null {
  const domain = registrableDomain(text);
  return domain !== null && sharedSites.has(domain) && isPage(text) ? null : domain;
}

/** Whether a string names a host below a registrable domain or a page, such as `robotics.mit.edu`, and not only the domain. */
export function isPage(text: string): boolean {
  const subdomain = getSubdomain(text) ?? '';
  if (!/^(www\d?)?$/.test(subdomain)) return true;
  return /[/?#][^/?#]/.test(text.replace(/^([a-z]+:)?\/\//, ''));
}
