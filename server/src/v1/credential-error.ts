import type { CredentialErrorCode } from '../domain/auth/principal.ts';
import { ApiError } from './api-error.ts';

const titles: Record<CredentialErrorCode | 'missing_token', string> = {
  missing_token: 'A credential is missing: send an API key in the header X-Api-Key, or an OAuth access token as a bearer credential.',
  invalid_token: 'The access token is not recognized.',
  invalid_api_key: 'The API key is not recognized.',
  api_key_expired: 'The API key has expired.',
  token_expired: 'The access token has expired.',
  token_revoked: 'The access token was revoked.',
  oauth_app_not_found: 'The OAuth application of this token no longer exists.',
  oauth_app_inactive: 'The OAuth application of this token is disabled.',
};

/** Every 401 names the Bearer scheme and the realm. It also has `error="invalid_token"` if a credential was sent, even an API key. */
export function credentialError(fault: CredentialErrorCode | 'missing_token', realm: string): ApiError {
  const title = titles[fault];
  const error = fault === 'missing_token' ? '' : `, error="invalid_token", error_description="${title}"`;
  return new ApiError(401, { code: fault, title }, { 'www-authenticate': `Bearer realm="${realm}"${error}` });
}
