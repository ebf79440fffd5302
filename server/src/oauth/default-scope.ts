import type { Client, Provider } from 'oidc-provider';

/**
 * An application that names no scope asks for all that it is registered with (RFC 6749, 3.3 wants a default or a refusal). Else
 * it would get a token that opens nothing. A refresh keeps what was granted, so it is left alone.
 */
export function giveDefaultScope(provider: Provider) {
  const { prototype } = provider.OIDCContext;
  const { entity } = prototype;
  prototype.entity = function entityWithScope(key: string, value: unknown) {
    entity.call(this, key, value);
    const params = this.params;
    if (key !== 'Client' || !value || !params || params.scope) return;
    if (this.route === 'authorization' || params.grant_type === 'client_credentials') params.scope = (value as Client).scope;
  };
}
