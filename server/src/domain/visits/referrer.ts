import { getDomainWithoutSuffix, getSubdomain } from 'tldts';
import { boundedCache } from '../../lib/bounded-cache.ts';
import { cleanText } from '../events/campaign-parameters.ts';
import { aiAssistants } from './tables/ai-assistants.ts';
import { mailServices, webmailLabels } from './tables/mail-services.ts';
import { internationalSearchEngines, searchEngines } from './tables/search-engines.ts';
import { socialNetworks } from './tables/social-networks.ts';

/** The class of a referrer, which is used as the medium of its visits. */
type ReferrerMedium = 'organic' | 'social' | 'email' | 'ai_assistant' | 'referral';

export type Referrer = {
  source: string;
  medium: ReferrerMedium;
  keyword: string | null;
  /** Null if the referrer is an app. */
  hostname: string | null;
};

type KnownReferrer = { source: string; medium: ReferrerMedium; keywordParameters: readonly string[] };

const referrersByHost = new Map<string, KnownReferrer>();
for (const { source, hosts, keywordParameters } of searchEngines) addHosts(hosts, { source, medium: 'organic', keywordParameters });
for (const { source, hosts } of socialNetworks) addHosts(hosts, { source, medium: 'social', keywordParameters: [] });
for (const { source, hosts } of mailServices) addHosts(hosts, { source, medium: 'email', keywordParameters: [] });
for (const { source, hosts } of aiAssistants) addHosts(hosts, { source, medium: 'ai_assistant', keywordParameters: [] });

function addHosts(hosts: readonly string[], known: KnownReferrer): void {
  for (const host of hosts) referrersByHost.set(host, known);
}

const appSchemes = new Set(['android-app:', 'ios-app:']);

const parse = boundedCache((text: string): Referrer | null => {
  const url = URL.parse(text);
  if (url === null) return null;
  if (appSchemes.has(url.protocol)) return fromApp(url);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') return null;
  const hostname = url.hostname.replace(/\.$/, '');
  const known = findByHost(hostname);
  if (known === null) return { source: hostname.replace(/^www\./, ''), medium: 'referral', keyword: null, hostname };
  return { source: known.source, medium: known.medium, keyword: keywordOf(url, known.keywordParameters), hostname };
}, 10_000);

/** Classifies a referrer; null if it is missing, invalid, or neither a website nor an app. Never throws. */
export function parseReferrer(referrer: string | null): Referrer | null {
  return referrer === null || referrer === '' ? null : parse(referrer);
}

/** In `android-app://com.slack/`, the hostname is the id of the app. A path may name the site that was open in the app. */
function fromApp(url: URL): Referrer | null {
  const app = url.hostname.toLowerCase();
  if (app === '') return null;
  const known = referrersByHost.get(app);
  return { source: known?.source ?? app, medium: known?.medium ?? 'referral', keyword: null, hostname: null };
}

function findByHost(hostname: string): KnownReferrer | null {
  // The most specific entry wins: mail.google.com is a mail service, although google.com is a search engine.
  for (let host = hostname; host.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
    const known = referrersByHost.get(host);
    if (known !== undefined) return known;
  }
  const engine = internationalSearchEngines.find(({ name }) => name === getDomainWithoutSuffix(hostname));
  if (engine?.subdomains.includes(getSubdomain(hostname) ?? '')) {
    return { source: engine.source, medium: 'organic', keywordParameters: engine.keywordParameters };
  }
  const label = hostname.slice(0, hostname.indexOf('.'));
  if (webmailLabels.has(label)) return { source: hostname, medium: 'email', keywordParameters: [] };
  return null;
}

function keywordOf(url: URL, parameters: readonly string[]): string | null {
  for (const parameter of parameters) {
    const keyword = cleanText(url.searchParams.get(parameter));
    if (keyword !== null) return keyword;
  }
  return null;
}
