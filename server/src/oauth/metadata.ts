import { scopes } from '../domain/auth/scopes.ts';
import type { OauthContext } from './context.ts';

/** Authorization server metadata (RFC 8414). */
export function authorizationServerMetadata({ config }: OauthContext) {
  const issuer = config.publicUrl;
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    jwks_uri: `${issuer}/oauth/jwks`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

/**
 * Metadata of the protected resource at a path (RFC 9728). Access tokens are valid for the whole service: the authorization server ignores
 * the parameter `resource`.
 */
export function protectedResourceMetadata({ config }: OauthContext, path: string) {
  return {
    resource: `${config.publicUrl}${path}`,
    authorization_servers: [config.publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Leadlight',
    resource_documentation: `${config.publicUrl}/docs`,
  };
}
