import crawlerUserAgents from 'crawler-user-agents';
import { isbot, isbotMatch } from 'isbot';
import { boundedCache } from '../../../lib/bounded-cache.ts';
import { aiAgents } from '../../visits/tables/ai-agents.ts';

/** Who sent an event. Assistants and agents of artificial intelligence are neither people nor ordinary bots. */
export type Sender = { class: 'person'; name: null } | { class: 'bot' | 'ai_agent'; name: string };

/** What the caller noticed besides the user agent. */
export type BotSigns = {
  /** The address belongs to a hosting network rather than to an access provider or a company. */
  dataCentreNetwork: boolean;
  /** Names of the traces of an automated browser, such as `webdriver` or `no_screen`; each different one is a sign. */
  headlessHints: readonly string[];
};

type UserAgentVerdict = { known: Sender | null; isOdd: boolean };

/** Real user agents are far shorter; what lies behind is ignored, so that no one can make us search through novels. */
const longestReadUserAgent = 512;

/**
 * Rows of the public list that also match what people use: a common Android build, the browsers inside the Facebook app and
 * inside code editors, a site-specific browser for the Mac.
 */
const patternsOfPeople = new Set(['AP3A\\.240617\\.008', 'MetaIAB Facebook', 'Code\\/1\\.', 'Trae\\/', 'Fluid', 'Devin']);

const person: Sender = { class: 'person', name: null };
const aiPattern = new RegExp(aiAgents.map((name) => `\\b${name.replaceAll('.', '\\.')}\\b`).join('|'), 'i');
const crawlerPattern = new RegExp(
  crawlerUserAgents
    .filter(({ pattern }) => !patternsOfPeople.has(pattern))
    .map(({ pattern }) => `(?:${pattern})`)
    .join('|'),
);

const verdictOf = boundedCache((userAgent: string): UserAgentVerdict => {
  const read = userAgent.slice(0, longestReadUserAgent);
  const aiName = aiPattern.exec(read)?.[0];
  if (aiName !== undefined) return { known: { class: 'ai_agent', name: aiName }, isOdd: true };
  const crawlerName = crawlerPattern.exec(read)?.[0];
  if (crawlerName !== undefined || isbot(read)) {
    return { known: { class: 'bot', name: plainName(crawlerName ?? isbotMatch(read)) }, isOdd: true };
  }
  // Every browser that runs our script has called itself Mozilla for thirty years, but for old Opera.
  return { known: null, isOdd: !/^(Mozilla|Opera)\/\d/.test(read) };
}, 5_000);

/**
 * Tells people from bots and AI agents. Known crawlers give themselves away by their user agent. For all others one sign is
 * not enough, because people also browse through hosting networks and privacy tools also hide user agents: two are needed.
 */
export function classifySender(userAgent: string | null, signs: BotSigns): Sender {
  const { known, isOdd } = verdictOf(userAgent ?? '');
  if (known !== null) return known;
  const count = Number(isOdd) + Number(signs.dataCentreNetwork) + new Set(signs.headlessHints).size;
  return count >= 2 ? { class: 'bot', name: 'suspected automation' } : person;
}

function plainName(matched: string | null): string {
  const name = matched?.replace(/[\\/;,()[\]]+.*$/s, '').trim() ?? '';
  return name === '' ? 'unnamed bot' : name.slice(0, 60);
}
