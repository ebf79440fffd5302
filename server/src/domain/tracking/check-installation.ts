import { errorCode } from '../../lib/error-code.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getAccountSettings } from '../settings/account-settings.ts';
import { type Finding, findSnippet } from './find-snippet.ts';
import { getTrackerState } from './get-tracker-state.ts';

/** Loads a page of the account's website and reports what prevents its visits from being counted. */
export async function checkInstallation(ctx: Context & { publicUrl: string }, accountId: string, pageUrl: string): Promise<Finding[]> {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(pageUrl.trim()) ? pageUrl.trim() : `https://${pageUrl.trim()}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Problem('invalid_input', { title: 'Enter the address of a page, such as https://www.example.com/.', parameter: 'url' });
  }
  if (!ctx.outgoing) throw new Problem('unavailable', 'This process cannot connect to other servers.');
  const [{ scriptHash }, { processing }] = await Promise.all([getTrackerState(ctx, accountId), getAccountSettings(ctx, accountId)]);
  const page = await ctx.outgoing.readPage(url).catch(reasonOf);
  if (typeof page === 'string') return [{ kind: 'fault', title: 'The page cannot be reached from this server.', advice: page }];
  const { hostnames, excluded_paths: excludedPaths } = processing;
  return findSnippet(page, { scriptHash, publicUrl: ctx.publicUrl, hostnames, excludedPaths });
}

const noResponse = 'It did not respond.';

const reasonsByCode: Record<string, string> = {
  ENOTFOUND: 'There is no such hostname.',
  EAI_AGAIN: 'The hostname cannot be resolved.',
  ECONNREFUSED: 'The connection was refused.',
  ETIMEDOUT: noResponse,
  EHOSTUNREACH: 'There is no route to its network.',
  ENETUNREACH: 'There is no route to its network.',
  ECONNRESET: 'The connection was reset.',
  CERT_HAS_EXPIRED: 'The certificate of the website has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the website is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the website is for another hostname.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The website does not send the intermediate certificate.',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return noResponse;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'It did not load within ten seconds.';
  return reasonsByCode[errorCode(error) ?? ''] ?? (error.message || noResponse);
}
