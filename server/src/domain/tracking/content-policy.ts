import { hash } from 'node:crypto';
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

/** A script element of the page: one with a URL, or an inline one with its content. */
export type ScriptElement = { nonce: string | undefined };

const scriptDirectives = ['script-src-elem', 'script-src', 'default-src'];

/** Returns the directive that blocks the script on the page, or null if it is allowed. */
export function findScriptBlock(policies: ContentPolicies, { url, nonce }: ScriptElement & { url: URL }, page: URL): string | null {
  return findBlock(policies, scriptDirectives, (sources) => {
    if (hasNonce(sources, nonce)) return true;
    return !sources.includes(strictDynamic) && allowsUrl(sources, url, page);
  });
}

/** Returns the directive that blocks requests to the URL from the page, or null if they are allowed. */
export function findRequestBlock(policies: ContentPolicies, url: URL, page: URL): string | null {
  return findBlock(policies, ['connect-src', 'default-src'], (sources) => allowsUrl(sources, url, page));
}

/** Whether the inline script is blocked. */
export function blocksInline(policies: ContentPolicies, { nonce, content }: ScriptElement & { content: string }): boolean {
  const block = findBlock(policies, scriptDirectives, (sources) => {
    if (hasNonce(sources, nonce) || hasHash(sources, content)) return true;
    // Hashes and nonces override 'unsafe-inline'.
    const isStrict = sources.some((source) => source === strictDynamic || /^'(nonce|sha\d+)-/.test(source));
    return !isStrict && sources.includes("'unsafe-inline'");
  });
  return block !== null;
}

/** Whether scripts need a nonce, because their URLs are ignored. */
export function needsNonce(policies: ContentPolicies): boolean {
  return findBlock(policies, scriptDirectives, (sources) => !sources.includes(strictDynamic)) !== null;
}

const strictDynamic = "'strict-dynamic'";

/** Returns the first directive that applies and does not allow what the page does, or null. */
function findBlock(policies: ContentPolicies, directives: string[], allows: (sources: string[]) => boolean): string | null {
  for (const policy of policies) {
    const name = directives.find((one) => policy.has(one));
    if (name !== undefined && !allows(getOrThrow(policy, name))) return name;
  }
  return null;
}

function hasNonce(sources: string[], nonce: string | undefined): boolean {
  return nonce !== undefined && sources.includes(`'nonce-${nonce}'`);
}

function hasHash(sources: string[], content: string): boolean {
  return ['sha256', 'sha384', 'sha512'].some((algorithm) => sources.includes(`'${algorithm}-${hash(algorithm, content, 'base64')}'`));
}

function allowsUrl(sources: string[], url: URL, page: URL): boolean {
  return sources.some((source) => {
    if (source === '*') return true;
    if (source.toLowerCase() === "'self'") return url.host === page.host && matchesScheme(page.protocol, url);
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
