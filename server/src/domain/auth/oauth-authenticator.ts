import type { Context } from '../context.ts';
import { admissionQueue } from './admission-queue.ts';
import { admitTokens } from './admit-tokens.ts';
import { hashRecordId } from './oauth-records.ts';
import type { Admission } from './principal.ts';

const unknown: Admission = { fault: 'invalid_token' };

/** Finds the owner of an OAuth access token and counts the request. */
export function oauthAuthenticator(ctx: Context): (token: string) => Promise<Admission> {
  const admit = admissionQueue(admitTokens(ctx), unknown);
  return async (token) => (token.length > 200 ? unknown : admit(hashRecordId(token)));
}
