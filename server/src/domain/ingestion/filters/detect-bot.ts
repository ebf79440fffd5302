import crawlerUserAgents from 'crawler-user-agents';
import { isbot, isbotMatch } from 'isbot';
import { boundedCache } from '../../../lib/bounded-cache.ts';
import { aiAgents } from './ai-agents.ts';

/** The sender of an event. AI assistants and agents are separate from other bots. */
type DetectedSender = { class: 'person'; name: null } | { class: 'bot' | 'ai_agent'; name: string };

/** Signs of a bot besides the user agent. */
export type BotSigns = {
  /** The address belongs to a hosting network. */
  isDataCenterNetwork: boolean;
  /** Signs of an automated browser such as `webdriver` or `no_screen`; each distinct one counts. */
  headlessHints: readonly string[];
};

type UserAgentVerdict = { known: DetectedSender | null; isOdd: boolean };

/** The rest of a user agent is ignored to bound the cost; real user agents are much shorter. */
const maxUserAgentLength = 512;

/**
 * Entries of the public list that also match real browsers: a common Android build, the browsers inside the Facebook app and code editors,
 * a site-specific browser for the Mac.
 */
const browserPatterns = new Set(['AP3A\\.240617\\.008', 'MetaIAB Facebook', 'Code\\/1\\.', 'Trae\\/', 'Fluid']);

const person: DetectedSender = { class: 'person', name: null };
const aiPattern = new RegExp(aiAgents.map((name) => `\\b${name.replaceAll('.', '\\.')}\\b`).join('|'), 'i');
const crawlerPattern = new RegExp(
  crawlerUserAgents
    .filter(({ pattern }) => !browserPatterns.has(pattern))
    .map(({ pattern }) => `(?:${pattern})`)
    .join('|'),
);

const verdictOf = boundedCache((userAgent: string): UserAgentVerdict => {
  const read = userAgent.slice(0, maxUserAgentLength);
  const aiName = aiPattern.exec(read)?.[0];
  if (aiName !== undefined) return { known: { class: 'ai_agent', name: aiName }, isOdd: true };
  const crawlerName = crawlerPattern.exec(read)?.[0];
  if (crawlerName !== undefined || isbot(read)) {
    return { known: { class: 'bot', name: plainName(crawlerName ?? isbotMatch(read)) }, isOdd: true };
  }
  // Every browser that runs the tracker identifies as Mozilla, except for old Opera versions.
  return { known: null, isOdd: !/^(Mozilla|Opera)\/\d/.test(read) };
}, 5_000);

/**
 * Bot detection: distinguishes people, bots and AI agents. Known crawlers are recognized by their user agent. Otherwise two signs are
 * needed, because people also use hosting networks and privacy tools also hide user agents.
 */
export function detectBot(userAgent: string | null, signs: BotSigns): DetectedSender {
  const { known, isOdd } = verdictOf(userAgent ?? '');
  if (known !== null) return known;
  const count = Number(isOdd) + Number(signs.isDataCenterNetwork) + new Set(signs.headlessHints).size;
  return count >= 2 ? { class: 'bot', name: 'suspected automation' } : person;
}

function plainName(matched: string | null): string {
  const name = matched?.replace(/[\\/;,()[\]]+.*$/s, '').trim() ?? '';
  return name === '' ? 'unnamed bot' : name.slice(0, 60);
}
