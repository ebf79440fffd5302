import { getOrThrow } from '../../lib/get-or-throw.ts';
import type { ReadPage } from '../alerts/outgoing.ts';
import { coversPath } from '../ingestion/filters/excluded-path.ts';
import { isAllowedHostname } from '../ingestion/filters/own-hostname.ts';
import { blocksInline, type ContentPolicies, findRequestBlock, findScriptBlock, needsNonce, parsePolicies } from './content-policy.ts';
import { findTags, withoutComments } from './html-tags.ts';

export type Installation = {
  scriptHash: string;
  /** Base URL of the service. */
  publicUrl: string;
  /** Accepted hostnames; empty for all. */
  hostnames: string[];
  excludedPaths: string[];
};

/** A `fault` prevents visits from being counted; a `doubt` may do so. */
export type Finding = { kind: 'good' | 'doubt' | 'fault'; title: string; advice?: string };

/** Finds the snippet in a page and reports problems that prevent browsers from running it or visits from being counted. */
export function findSnippet(page: ReadPage, installation: Installation): Finding[] {
  const { status, headers } = page;
  if (status >= 400)
    return [
      fault(`The page responds with ${status}.`, 'Check the address, or whether the page asks visitors to sign in or blocks unknown ones.'),
    ];
  if (!/html/.test(headers['content-type'] ?? 'text/html'))
    return [fault(`The address returns ${headers['content-type']}, not a web page.`, 'Enter the address of a page of your website.')];
  const found = findScript(page, installation);
  if ('finding' in found) return [found.finding];
  const { url, type, nonce } = found;
  const at = new URL(page.url);
  const problems = [
    ...scriptProblems(url, type, at, installation),
    ...policyProblems(page, { url, nonce }, at, installation),
    ...exclusionProblems(at, installation),
  ];
  const good: Finding = { kind: 'good', title: 'The snippet is on the page.' };
  if (problems.length > 0) return [good, ...problems];
  return [{ ...good, advice: 'Open the page in a browser without a content blocker. This screen updates within seconds.' }];
}

function fault(title: string, advice?: string): Finding {
  return { kind: 'fault', title, ...(advice && { advice }) };
}

/** Maximum number of script URLs to resolve, which bounds the time for pages full of scripts. */
const maxCandidates = 500;

type Script = { url: URL; type: string | undefined; nonce: string | undefined };
type ScriptOrFinding = Script | { finding: Finding };

function findScript({ html, url }: ReadPage, { scriptHash }: Installation): ScriptOrFinding {
  const shown = withoutComments(html);
  const candidates = findTags(shown, ['script']).filter(({ attributes }) => attributes.get('src')?.includes('t/'));
  const scripts = candidates.slice(0, maxCandidates).flatMap(({ attributes }) => {
    const source = URL.parse(getOrThrow(attributes, 'src'), url);
    return source ? { url: source, type: attributes.get('type'), nonce: attributes.get('nonce') } : [];
  });
  const ownScript = scripts.find((script) => script.url.pathname.endsWith(`/t/${scriptHash}.js`));
  if (ownScript) return ownScript;
  const otherScript = scripts.find((script) => /\/t\/[0-9a-f]{8,}\.js$/.test(script.url.pathname));
  if (otherScript)
    return {
      finding: fault(
        'The page has the snippet of another account.',
        `It loads ${otherScript.url.pathname}; yours is /t/${scriptHash}.js. Copy the snippet from here.`,
      ),
    };
  if (html.includes(`/t/${scriptHash}.js`))
    return {
      finding: fault(
        'The snippet is on the page, but as text or in a comment, so browsers do not run it.',
        'Paste it as HTML, not as text.',
      ),
    };
  if (/window\.leadlight\s*=/.test(shown))
    return {
      finding: fault('Only the first half of the snippet is on the page.', 'The line that loads the script is missing: copy both lines.'),
    };
  if (usesTagManager(shown))
    return {
      finding: {
        kind: 'doubt',
        title: 'The snippet is not in the page itself, but a tag manager is.',
        advice:
          'If it loads the snippet, publish the container and fire the tag on all pages. This check cannot see it then; open the page in a browser and watch this screen.',
      },
    };
  return {
    finding: fault(
      'The snippet is not on the page.',
      'Paste it before the end of the head. If you did, publish the change and clear the cache of the website.',
    ),
  };
}

function usesTagManager(html: string): boolean {
  if (/googletagmanager\.com\/(gtm|gtag)|tags\.tiqcdn\.com/.test(html)) return true;
  return html.split(/["']/).some((text) => text.includes('matomo') && text.includes('container_'));
}

function scriptProblems(url: URL, givenType: string | undefined, at: URL, { publicUrl }: Installation): Finding[] {
  const problems: Finding[] = [];
  if (url.origin !== new URL(publicUrl).origin)
    problems.push(fault(`The snippet loads from ${url.origin}, but this server is at ${publicUrl}.`, 'Copy the snippet again.'));
  if (at.protocol === 'https:' && url.protocol === 'http:')
    problems.push(
      fault(
        'The page uses https and the script does not, so browsers do not load it.',
        'Serve Leadlight over https and set PUBLIC_URL to that address.',
      ),
    );
  const type = givenType?.trim().toLowerCase();
  if (type && !/^(text|application)\/(javascript|ecmascript)$|^module$/.test(type))
    problems.push({
      kind: 'doubt',
      title: `The script has the type ${type}: it waits for a consent manager.`,
      advice: 'Visits are counted only after consent. Without cookies (Settings → Consent and privacy) the script does not have to wait.',
    });
  return problems;
}

function policyProblems({ html, headers }: ReadPage, script: Omit<Script, 'type'>, at: URL, { publicUrl }: Installation): Finding[] {
  const shown = withoutComments(html);
  const inPage = findTags(shown, ['meta'])
    .filter(({ attributes }) => attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy')
    .map(({ attributes }) => attributes.get('content') ?? '');
  const policies: ContentPolicies = parsePolicies([headers['content-security-policy'] ?? '', ...inPage]);
  const origin = new URL(publicUrl).origin;
  const problems: Finding[] = [];
  const forScript = findScriptBlock(policies, script, at);
  if (forScript)
    problems.push(
      fault(
        `The content security policy of the page (${forScript}) blocks the script.`,
        needsNonce(policies)
          ? "Give the script element the page's nonce: with 'strict-dynamic', addresses do not count."
          : `Add ${origin} to script-src.`,
      ),
    );
  const forEvents = findRequestBlock(policies, new URL('/collect', publicUrl), at);
  if (forEvents)
    problems.push(
      fault(`The content security policy of the page (${forEvents}) blocks the events of the script.`, `Add ${origin} to connect-src.`),
    );
  const firstLine = findFirstLine(shown);
  if (!forScript && firstLine !== null && blocksInline(policies, firstLine))
    problems.push({
      kind: 'doubt',
      title: 'The content security policy of the page blocks the first line of the snippet.',
      advice:
        'Page views are still counted, but calls of leadlight(…) before the script has loaded are lost. Give that line a nonce or a hash.',
    });
  return problems;
}

/** Finds the inline script of the snippet. */
function findFirstLine(html: string): { nonce: string | undefined; content: string } | null {
  for (const { attributes, end } of findTags(html, ['script'])) {
    if (attributes.has('src') || !/^\s*window\.leadlight\s*=/.test(html.slice(end, end + 100))) continue;
    const close = html.indexOf('</', end);
    return { nonce: attributes.get('nonce'), content: html.slice(end, close < 0 ? undefined : close) };
  }
  return null;
}

function exclusionProblems(at: URL, { hostnames, excludedPaths }: Installation): Finding[] {
  const isAllowed = isAllowedHostname(hostnames, at.hostname);
  const excluded = excludedPaths.find((path) => coversPath(path, at.pathname));
  return [
    ...(isAllowed
      ? []
      : [fault(`${at.hostname} is not among your hostnames (${hostnames.join(', ')}).`, 'Add it under Hostnames and exclusions.')]),
    ...(excluded ? [fault(`The page is excluded by the path ${excluded}.`, 'Change it under Hostnames and exclusions.')] : []),
  ];
}
