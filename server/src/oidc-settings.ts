import { type Role, roles } from './domain/users/roles.ts';
import { InvalidValue, oneOf, type Setting, urlOf } from './setting.ts';

type GroupRole = { group: string; accountId: string; role: Role };

export type OidcConfig = {
  /** Null disables sign-in with OIDC. */
  oidcIssuer: string | null;
  oidcClientId: string;
  oidcClientSecret: string | null;
  oidcName: string;
  oidcScopes: string;
  oidcGroupsClaim: string;
  oidcRoles: GroupRole[];
  oidcEmails: 'verified' | 'trusted';
  passwordSignIn: 'everyone' | 'owners';
};

/** Sign-in with OpenID Connect. */
export const oidcSettings: { [Key in keyof OidcConfig]: Setting<OidcConfig[Key]> } = {
  oidcIssuer: {
    variable: 'OIDC_ISSUER',
    default: '',
    allowed: 'an https URL such as https://login.example.com/realms/main; http only for localhost',
    meaning: 'Identity provider (OpenID Connect) that users can sign in with: see docs/security.md. If not set, there is none.',
    read: (text) => (text === '' ? null : issuerOf(text)),
  },
  oidcClientId: {
    variable: 'OIDC_CLIENT_ID',
    default: 'leadlight',
    allowed: 'the client id that the provider has assigned',
    meaning: 'Client id of this service at the identity provider. Register the redirect URI `PUBLIC_URL/app/api/oidc/callback` there.',
    read: (text) => text,
  },
  oidcClientSecret: {
    variable: 'OIDC_CLIENT_SECRET',
    default: '',
    allowed: 'the client secret that the provider has assigned',
    meaning: 'Client secret at the identity provider. If not set, the service is a public client. PKCE is used in both cases.',
    secret: true,
    read: (text) => (text === '' ? null : text),
  },
  oidcName: {
    variable: 'OIDC_NAME',
    default: 'single sign-on',
    allowed: 'any text',
    meaning: 'Name of the identity provider on the sign-in button.',
    read: (text) => text,
  },
  oidcScopes: {
    variable: 'OIDC_SCOPES',
    default: 'openid email profile',
    allowed: 'scopes separated by spaces, including openid',
    meaning: 'Scopes requested from the identity provider. Some providers need another one, such as `groups`.',
    read: (text) => {
      if (!text.split(' ').includes('openid')) throw new InvalidValue();
      return text;
    },
  },
  oidcGroupsClaim: {
    variable: 'OIDC_GROUPS_CLAIM',
    default: 'groups',
    allowed: 'the name of a claim that is a list of strings',
    meaning: 'Claim of the ID token or the UserInfo response that lists the groups of a user.',
    read: (text) => text,
  },
  oidcRoles: {
    variable: 'OIDC_ROLES',
    default: '',
    allowed: 'entries group=account:role separated by commas, such as sales=12:member,it=12:admin; names of groups may contain commas',
    meaning:
      'Roles in accounts for the groups of the identity provider. At every sign-in, the user gets the highest role of their groups in each account, and loses access when no group grants a role. A role granted in Leadlight takes precedence, and the last owner of an account is never removed or demoted.',
    // The name of a group may contain commas, as in LDAP, so an entry ends after its role.
    read: (text) => (text === '' ? [] : text.split(/(?<=:[a-z]+\s*),/).map(groupRoleOf)),
  },
  oidcEmails: {
    variable: 'OIDC_EMAILS',
    default: 'verified',
    allowed: 'verified, trusted',
    meaning:
      'Which e-mail addresses of the identity provider count as verified: those whose claim `email_verified` is true, or also those without that claim (`trusted`). Use `trusted` only if users cannot choose their own e-mail address there.',
    read: (text) => oneOf(text, ['verified', 'trusted'] as const),
  },
  passwordSignIn: {
    variable: 'PASSWORD_SIGN_IN',
    default: 'everyone',
    allowed: 'everyone, owners',
    meaning:
      'Who may sign in with a password or a passkey. With `owners`, everyone else has to use the identity provider, so `OIDC_ISSUER` must be set; owners keep their password in case the provider is down.',
    read: (text) => oneOf(text, ['everyone', 'owners'] as const),
  },
};

/** Finds mistakes in combinations of settings. A setting with a mistake of its own has no value yet. */
export function oidcMistakes({ oidcIssuer, passwordSignIn }: Partial<OidcConfig>): string[] {
  if (passwordSignIn !== 'owners' || oidcIssuer !== null) return [];
  return ['PASSWORD_SIGN_IN is owners, but OIDC_ISSUER is not set: set it, otherwise only owners can sign in.'];
}

function issuerOf(text: string): string {
  const { protocol, hostname } = new URL(urlOf(text, ['http:', 'https:']));
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) throw new InvalidValue();
  return text;
}

function groupRoleOf(text: string): GroupRole {
  const [, group = '', accountId = '', roleName = ''] = /^\s*([^\s,].*)=(\d{1,18}):([a-z]+)\s*$/.exec(text) ?? [];
  const role = roles.find((candidate) => candidate === roleName);
  if (role === undefined) throw new InvalidValue();
  return { group, accountId, role };
}
