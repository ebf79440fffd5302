import type { Client, Provider } from 'oidc-provider';

/**
 * A request without a scope gets all scopes the app is registered with (RFC 6749, 3.3 requires a default or an error).
 * Refresh requests are not changed: their tokens have the scopes that the user granted.
 */
export function addDefaultScope(provider: Provider) {
  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  prototype.entity = function entityWithScope(key: string, value: unknown) {
    entity.call(this, key, value);
    const params = this.params;
    if (key !== 'Client' || !value || !params || params.scope) return;
    if (this.route === 'authorization' || params.grant_type === 'client_credentials') params.scope = (value as Client).scope;
  };
}
