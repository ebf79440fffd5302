import type { Scope } from '../domain/auth/scopes.ts';
import { cancelForm, escaped, page } from './pages.ts';
import { scopeDescriptions } from './scope-descriptions.ts';

type Consent = {
  appName: string;
  redirectHost: string;
  scopes: Scope[];
  accounts: string[];
  email: string;
};

export function consentPage(action: string, { appName, redirectHost, scopes, accounts, email }: Consent): string {
  const scopeItems = scopes.map((scope) => `<li>${escaped(scopeDescriptions[scope] ?? '')} <small>${escaped(scope)}</small></li>`);
  return page(
    `${appName} wants access to your Leadlight account`,
    `<p>You are signed in as ${escaped(email)}. You will be redirected to <strong>${escaped(redirectHost)}</strong>.</p>
<p>${escaped(appName)} will be able to:</p><ul>${scopeItems.join('')}</ul>
<p>in ${accounts.length === 1 ? 'this account' : 'these accounts'}:</p><ul>${accounts.map((name) => `<li>${escaped(name)}</li>`).join('')}</ul>
<form method="post" action="${escaped(action)}/confirm"><button type="submit">Allow</button></form>${cancelForm(action)}`,
  );
}
