import { itemAt } from '../lib/item-at.ts';

export type Credential = { kind: 'api_key'; key: string } | { kind: 'bearer'; token: string } | { kind: 'other' } | { kind: 'none' };

type Headers = { 'x-api-key'?: string | string[]; authorization?: string };

/** Reads the credential of a request. An API key takes precedence over `Authorization`. */
export function readCredential(headers: Headers): Credential {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key.trim() !== '') return { kind: 'api_key', key: key.trim() };
  const { authorization } = headers;
  if (authorization === undefined || authorization.trim() === '') return { kind: 'none' };
  const bearer = /^Bearer +([^\s]+)$/i.exec(authorization.trim());
  return bearer ? { kind: 'bearer', token: itemAt(bearer, 1) } : { kind: 'other' };
}
