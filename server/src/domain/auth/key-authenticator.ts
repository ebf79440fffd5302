import { hashSecret, isWellFormedSecret } from '../../lib/secrets.ts';
import type { Context } from '../context.ts';
import { admissionQueue } from './admission-queue.ts';
import { admitKeys } from './admit-keys.ts';
import { keyPrefix } from './api-keys.ts';
import type { Admission } from './principal.ts';

const unknown: Admission = { fault: 'invalid_api_key' };

/** Finds the owner of an API key and counts the request. A mistyped key fails its checksum and is rejected without a query. */
export function keyAuthenticator(ctx: Context): (key: string) => Promise<Admission> {
  const admit = admissionQueue(admitKeys(ctx), unknown);
  return async (key) => (isWellFormedSecret(keyPrefix, key) ? admit(hashSecret(key)) : unknown);
}
