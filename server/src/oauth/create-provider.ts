import { timingSafeEqual } from 'node:crypto';
import { type Client, Provider } from 'oidc-provider';
import { loadOauthSecrets } from '../domain/auth/oauth-records.ts';
import { scopes } from '../domain/auth/scopes.ts';
import { required } from '../lib/required.ts';
import { hashSecret } from '../lib/secrets.ts';
import { oauthAdapter } from './adapter.ts';
import { addDefaultScope } from './add-default-scope.ts';
import { bindSessions } from './bind-sessions.ts';
import { browserLanguage } from './browser-language.ts';
import type { OauthContext } from './context.ts';
import { correctErrors } from './correct-errors.ts';
import { errorPage } from './pages.ts';

const hour = 3600;
const day = 24 * hour;

/** Configures oidc-provider: its records are stored in the tables of Leadlight, and all undocumented features are disabled. */
export async function createProvider(ctx: OauthContext): Promise<Provider> {
  const { cookieKey, jwks } = await loadOauthSecrets(ctx);
  const off = { enabled: false };
  const on = { enabled: true };
  // An app may introspect and revoke only its own tokens.
  const isOwnToken = (_koa: unknown, client: Client, token: { clientId?: string }) => token.clientId === client.clientId;
  const provider = new Provider(ctx.config.publicUrl, {
    adapter: oauthAdapter(ctx),
    jwks: jwks as never,
    scopes: scopes,
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: [cookieKey], names: cookieNames(ctx.config.publicUrl) },
    features: {
      devInteractions: off,
      userinfo: off,
      rpInitiatedLogout: off,
      resourceIndicators: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      clientCredentials: on,
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      introspection: { enabled: true, allowedPolicy: isOwnToken },
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      introspection: '/oauth/introspect',
      jwks: '/oauth/jwks',
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_koa, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: hour,
      ClientCredentials: hour,
      AuthorizationCode: 60,
      RefreshToken: 90 * day,
      Grant: 365 * day,
      Interaction: hour,
      Session: 14 * day,
    },
    interactions: { url: (_koa, interaction) => `/oauth/interaction/${interaction.uid}` },
    findAccount: (_koa, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    renderError: (koa, out) => {
      koa.type = 'html';
      koa.body = errorPage(browserLanguage(koa.get('accept-language')), out.error_description ?? out.error);
    },
  });
  // Client secrets are stored as hashes.
  provider.Client.prototype.compareClientSecret = async function compare(this: Client, secret: string) {
    return timingSafeEqual(Buffer.from(required(this.clientSecret), 'hex'), hashSecret(secret));
  };
  addDefaultScope(provider);
  bindSessions(ctx, provider);
  // The plugin has sanitized the forwarded headers: see `sanitizeForwardedHeaders`.
  provider.proxy = true;
  provider.use(async (koa, next) => {
    await next();
    correctErrors(koa);
    if (koa.status === 503) koa.set('Retry-After', '5');
  });
  provider.on('server_error', (_koa, error) => ctx.log.error({ err: error }, 'Authorization server error'));
  return provider;
}

/**
 * On https, browsers accept the session cookie only from a secure connection to this host (`__Host-`). The other two cookies are
 * limited to one path each, so that users can answer authorization requests in several tabs. `__Host-` does not allow that.
 */
function cookieNames(publicUrl: string) {
  const [host, secure] = publicUrl.startsWith('https:') ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    session: `${host}leadlight_oauth`,
    interaction: `${secure}leadlight_oauth_step`,
    resume: `${secure}leadlight_oauth_resume`,
  };
}
