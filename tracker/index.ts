import { readFileSync } from 'node:fs';

export type TrackerConfig = {
  scriptHash: string;
  /** An absolute URL. */
  collectUrl: string;
  /** An absolute URL, or null if forms are not captured. */
  formsUrl: string | null;
  consentMode: 'cookieless' | 'consent_required' | 'always';
  consentManager: 'none' | 'tcf' | 'google_consent_mode' | 'custom';
  cookieLifetimeDays: number;
  respectGpc: boolean;
  respectDnt: boolean;
  extractAnalyticsIds: boolean;
  extractPartnerCookies: boolean;
};

const readBuilt = (name: string) => readFileSync(new URL(`built/${name}.js`, import.meta.url), 'utf8').trim();

const tracker = readBuilt('tracker');
const forms = readBuilt('forms');
const managers = { none: '', custom: '', tcf: readBuilt('tcf'), google_consent_mode: readBuilt('google-consent-mode') };
const analyticsIds = readBuilt('analytics-ids');
const partnerCookies = readBuilt('partner-cookies');

/** The numeric modes of `src/config.ts`. */
const modes = { cookieless: 0, always: 1, consent_required: 2 };

/** Renders the script of an account. */
export function renderTracker(config: TrackerConfig): string {
  return tracker.replace('LEADLIGHT_CONFIG', () => compactConfig(config));
}

/** Renders the second file, which captures forms and is the same for every account. */
export function renderForms(): string {
  return forms;
}

/**
 * Queues calls that a page makes before the script is loaded. The code is the same for every account, so that a content security
 * policy can contain its hash.
 */
export const snippetScript = 'window.leadlight=window.leadlight||function(){leadlight.q.push(arguments)};leadlight.q=leadlight.q||[]';

/** Renders the HTML that a website puts into every page. */
export function renderSnippet({ scriptUrl }: { scriptUrl: string }): string {
  const source = scriptUrl.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<script>${snippetScript}</script>\n<script async src="${source}"></script>`;
}

/** The array that `src/config.ts` describes, without trailing empty values. */
function compactConfig(config: TrackerConfig): string {
  const optOutSignals = [config.respectGpc && 'navigator.globalPrivacyControl', config.respectDnt && 'navigator.doNotTrack==1'];
  const values = [
    literal(config.scriptHash),
    literal(config.collectUrl),
    config.formsUrl === null ? '' : literal(config.formsUrl),
    modes[config.consentMode],
    Math.round(config.cookieLifetimeDays * 86_400),
    optOutSignals.filter(Boolean).join('||'),
    config.consentMode === 'cookieless' ? '' : managers[config.consentManager],
    otherIds(config),
  ];
  while (!values.at(-1)) values.pop();
  return `[${values.join(',')}]`;
}

/** A function with all parts that extract ids, or nothing if the account enables none of them. */
function otherIds(config: TrackerConfig): string {
  const readers = [
    config.extractAnalyticsIds && `ga_client_ids:${analyticsIds}`,
    config.extractPartnerCookies && `partner_cookies:${partnerCookies}`,
  ].filter(Boolean);
  return readers.length > 0 ? `()=>({${readers}})` : '';
}

/** Escapes a string so that it can neither end a script element nor break the line in parsers older than ES2019. */
function literal(text: string): string {
  return JSON.stringify(text).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
