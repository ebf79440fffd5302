import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Identity, IdentityProvider } from '../../domain/auth/oidc/identity-provider.ts';
import { inSpan } from '../../lib/tracing.ts';
import type { OidcConfig } from '../../oidc-settings.ts';

type Claims = Record<string, unknown>;

const timeoutSeconds = 10;

/** Signs users in with the authorization code flow, PKCE and a nonce. The metadata of the provider is loaded at the first sign-in. */
export function identityProvider(config: OidcConfig & { oidcIssuer: string }): IdentityProvider {
  let configuration: Promise<Configuration> | null = null;
  const discover = () => {
    configuration ??= load(config).catch((error) => {
      configuration = null;
      throw error;
    });
    return configuration;
  };
  return {
    name: config.oidcName,
    roles: config.oidcRoles,
    allowsPasswords: config.passwordSignIn === 'everyone',
    async begin(redirectUri) {
      const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: config.oidcScopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },
    async complete(callbackUrl, { state, nonce, codeVerifier }) {
      const server = await discover();
      const tokens = await authorizationCodeGrant(server, new URL(callbackUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The identity provider sent no ID token.');
      const userInfo = server.serverMetadata().userinfo_endpoint ? await fetchUserInfo(server, tokens.access_token, claims.sub) : {};
      return identityOf(config, { ...userInfo, ...claims });
    },
  };
}

async function load({ oidcIssuer, oidcClientId, oidcClientSecret }: OidcConfig & { oidcIssuer: string }): Promise<Configuration> {
  const url = new URL(oidcIssuer);
  const configuration = await discovery(url, oidcClientId, oidcClientSecret ?? undefined, oidcClientSecret === null ? None() : undefined, {
    execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
    timeout: timeoutSeconds,
    [customFetch]: tracedFetch,
  });
  configuration.timeout = timeoutSeconds;
  return configuration;
}

/** The bodies and headers contain codes and tokens, so only the method and the host are traced. */
const tracedFetch: CustomFetch = (url, options) => {
  const attributes = { 'http.request.method': options.method, 'server.address': new URL(url).hostname };
  return inSpan(`${options.method} identity provider`, { kind: 'client', attributes }, async (span) => {
    // The types of this library and of Node differ only in the stream of the body.
    const response = await fetch(url, options as RequestInit);
    span?.set({ 'http.response.status_code': response.status });
    return response;
  });
};

function identityOf({ oidcEmails, oidcGroupsClaim }: OidcConfig, claims: Claims): Identity {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim().slice(0, 100) : '');
  const groups = claims[oidcGroupsClaim];
  // Some providers send the claim as text.
  const verified = String(claims.email_verified ?? '').toLowerCase();
  const isProven = verified === 'true' || (oidcEmails === 'trusted' && verified === '');
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: isProven && typeof claims.email === 'string' ? claims.email : null,
    firstName: text('given_name') || text('name'),
    lastName: text('family_name'),
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string'),
  };
}
