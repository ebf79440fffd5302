import { createServer } from 'node:http';
import { after } from 'node:test';
import Provider from 'oidc-provider';
import { freePort } from '../../server/src/lib/free-port.ts';

export type ProviderPerson = {
  sub: string;
  email: string;
  email_verified?: boolean | string;
  given_name?: string;
  family_name?: string;
  groups?: string[];
};

/** A real OpenID provider that signs in the person set by the test, without a page. */
export async function startIdentityProvider(redirectUri: () => string) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, ProviderPerson>();
  let current = '';
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'leadlight', client_secret: 'secret of the client', redirect_uris: ['http://127.0.0.1:1/placeholder'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['key of the test'] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    async findAccount(_ctx, id) {
      const person = people.get(id);
      return person && { accountId: id, claims: async () => ({ ...person }) };
    },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({ clientId: ctx.oidc.client!.clientId, accountId: ctx.oidc.session!.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // The URL of the service is known only after it has started.
  const client = provider.Client as unknown as { prototype: { redirectUriAllowed(uri: string): boolean } };
  client.prototype.redirectUriAllowed = (uri) => uri === redirectUri();
  const callback = provider.callback();
  const server = createServer(async (req, res) => {
    if (req.url?.startsWith('/interaction/')) return provider.interactionFinished(req, res, { login: { accountId: current } });
    return callback(req, res);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  after(() => server.close());
  return {
    issuer,
    /** Sets the person who signs in next. */
    setPerson(person: ProviderPerson) {
      people.set(person.sub, person);
      current = person.sub;
    },
  };
}
