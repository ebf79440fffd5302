import type { Scope } from '../domain/auth/scopes.ts';
import type { Language } from '../domain/users/user.ts';
import { pageTexts } from './page-texts.ts';
import { buttons, escaped, page } from './pages.ts';
import { scopeDescriptions } from './scope-descriptions.ts';

type Consent = {
  action: string;
  appName: string;
  redirectHost: string;
  scopes: Scope[];
  accounts: string[];
  email: string;
};

export function consentPage(language: Language, { action, appName, redirectHost, scopes, accounts, email }: Consent): string {
  const text = pageTexts[language];
  const descriptions = scopeDescriptions[language];
  const scopeItems = scopes.map((scope) => `<li title="${escaped(scope)}">${escaped(descriptions[scope] ?? '')}</li>`);
  return page(
    language,
    text.wantsAccess(appName),
    `<p>${text.signedInAs(escaped(email), `<strong>${escaped(redirectHost)}</strong>`)}</p>
<p>${escaped(text.canDo(appName))}</p><ul>${scopeItems.join('')}</ul>
<p>${text.inAccounts(accounts.length)}</p><ul>${accounts.map((name) => `<li>${escaped(name)}</li>`).join('')}</ul>
<form id="answer" method="post" action="${escaped(action)}/confirm"></form>${buttons(language, action, text.allow)}`,
  );
}
