import type { Scope } from '../domain/auth/scopes.ts';
import type { Language } from '../domain/users/user.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { pageTexts } from './page-texts.ts';
import { buttons, page } from './pages.ts';
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
  const scopeItems = scopes.map((scope) => `<li title="${escapeHtml(scope)}">${escapeHtml(descriptions[scope] ?? '')}</li>`);
  return page(
    language,
    text.wantsAccess(appName),
    `<p>${text.signedInAs(escapeHtml(email), `<strong>${escapeHtml(redirectHost)}</strong>`)}</p>
<p>${escapeHtml(text.canDo(appName))}</p><ul>${scopeItems.join('')}</ul>
<p>${text.inAccounts(accounts.length)}</p><ul>${accounts.map((name) => `<li>${escapeHtml(name)}</li>`).join('')}</ul>
<form id="answer" method="post" action="${escapeHtml(action)}/confirm"></form>${buttons(language, action, text.allow)}`,
  );
}
