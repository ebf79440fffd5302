import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';

/** The content security policies of a page, each as sources by directive. A browser allows only what all of them allow. */
export type ContentPolicies = Map<string, string[]>[];

export function parsePolicies(texts: string[]): ContentPolicies {
  return texts
    .flatMap((text) => text.split(','))
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const directives = text.split(';').map((part) => part.trim().split(/\s+/));
      // Browsers use the first of repeated directives, and a map keeps the last.
      return new Map(directives.toReversed().flatMap(([name, ...sources]) => (name ? [[name.toLowerCase(), sources] as const] : [])));
    });
}

/** Returns the directive that blocks the URL on the page, or null if it is allowed. */
export function blockingDirective(policies: ContentPolicies, directives: string[], url: URL, page: URL): string | null {
  for (const policy of policies) {
    const name = [...directives, 'default-src'].find((one) => policy.has(one));
    if (name !== undefined && !allows(getOrThrow(policy, name), url, page)) return name;
  }
  return null;
}

/** True if inline scripts without a hash or nonce are blocked. */
export function forbidsInline(policies: ContentPolicies): boolean {
  return policies.some((policy) => {
    const sources = policy.get('script-src-elem') ?? policy.get('script-src') ?? policy.get('default-src');
    if (!sources) return false;
    // Hashes and nonces override 'unsafe-inline'.
    const isStrict = sources.some((source) => /^'(nonce|sha\d+)-|^'strict-dynamic'/.test(source));
    return isStrict || !sources.includes("'unsafe-inline'");
  });
}

function allows(sources: string[], url: URL, page: URL): boolean {
  if (sources.includes("'strict-dynamic'")) return false;
  return sources.some((source) => {
    if (source === '*') return true;
    if (source === "'self'") return url.origin === page.origin;
    if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return matchesScheme(source.toLowerCase(), url);
    return matchesHost(source, url, page);
  });
}

/** Browsers let a source with http match https, too. */
function matchesScheme(protocol: string, url: URL): boolean {
  return url.protocol === protocol || (protocol === 'http:' && url.protocol === 'https:');
}

function matchesHost(source: string, url: URL, page: URL): boolean {
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source);
  if (!parts) return false;
  const [, scheme, , port, path] = parts;
  const protocol = scheme ? `${scheme.toLowerCase()}:` : page.protocol;
  if (!matchesScheme(protocol, url)) return false;
  const name = itemAt(parts, 2).toLowerCase();
  if (name !== '*' && !(name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name)) return false;
  const defaultPort = url.protocol === 'https:' ? '443' : '80';
  if (port !== '*' && (port ?? defaultPort) !== (url.port || defaultPort)) return false;
  return !path || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
}
