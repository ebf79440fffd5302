import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../domain/users/user.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { pageTexts } from './page-texts.ts';

const fonts = join(import.meta.dirname, '../../../web/dist/assets');

/** Returns the `@font-face` rule of the web application's typeface, or an empty string if the web application has not been built. */
function fontFace(): string {
  const [file] = globSync('inter-latin-wght-normal-*.woff2', { cwd: fonts });
  return file === undefined
    ? ''
    : `@font-face{font-family:'Inter Variable';font-display:swap;font-weight:100 900;src:url(/assets/${file}) format('woff2')}\n`;
}

/** Styles that match the web application. */
const style = `${fontFace()}:root{color-scheme:light dark}body{font:15px/1.55 'Inter Variable',ui-sans-serif,system-ui,sans-serif;margin:0;background:#f6f5f9;color:#1b1a1f;display:grid;min-height:100vh;place-items:center}
main{background:#fff;border:1px solid #e4e2ea;border-radius:14px;padding:2rem;max-width:27rem;width:calc(100% - 3rem);box-sizing:border-box}
svg{display:block;width:36px;height:36px;margin-bottom:1.1rem}
h1{font-size:1.3rem;line-height:1.3;margin:0 0 1rem}label{display:block;margin:.75rem 0 .25rem;font-weight:600}a{color:#4636b8}
input{font:inherit;width:100%;min-height:44px;box-sizing:border-box;padding:.55rem .7rem;border:1px solid #8c8994;border-radius:8px;background:#fff;color:inherit}
button{font:inherit;font-weight:600;padding:.55rem 1rem;border-radius:8px;border:1px solid #5746d6;background:#5746d6;color:#fff;cursor:pointer;min-height:44px}.buttons{display:flex;gap:.5rem;margin-top:1.25rem}
button.plain{background:transparent;color:inherit;border-color:#8c8994}ul{padding-left:1.2rem}li{margin:.3rem 0}small{color:#6c6a74}.wrong{color:#b3261e;font-weight:600}
:focus-visible{outline:2px solid #5746d6;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#131218;color:#eeedf2}main{background:#1b1a22;border-color:#33313d}input{background:#131218}small{color:#9794a3}.wrong{color:#ff8a80}a{color:#a99ef5}}`;
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1c1b22"/><path d="M7 7h8v11H7z" fill="#f5b43c"/><path d="M17 7h8v6h-8z" fill="#7c6cf2"/><path d="M17 15h8v10h-8z" fill="#3fb68b"/><path d="M7 20h8v5H7z" fill="#ef7d57"/></svg>';

/** Renders a page without scripts. `title` is plain text, `body` is HTML. */
export function page(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)} · Leadlight</title><style>${style}</style></head><body><main>${logo}<h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

/** Ways to sign in besides the password. They lead through the web application and back. */
export type OtherSignIns = { providerName?: string; hasPasskeys: boolean };

/** `failure` is the previous attempt, if it failed. */
type Login = { action: string; appName: string; failure: { title: string; email: string } | null; others: OtherSignIns };

export function loginPage(language: Language, { action, appName, failure, others }: Login): string {
  const text = pageTexts[language];
  const back = encodeURIComponent(action);
  const links = [
    ...(others.providerName === undefined ? [] : [[`/app/api/oidc/start?return=${back}`, text.signInWith(others.providerName)] as const]),
    ...(others.hasPasskeys ? [[`/sign-in?continue=${back}`, text.usePasskey] as const] : []),
  ];
  return page(
    language,
    text.signIn,
    `<p>${text.wantsAccess(`<strong>${escapeHtml(appName)}</strong>`)}.</p>${alert(failure?.title)}
<form id="answer" method="post" action="${escapeHtml(action)}/login"><label for="email">${text.email}</label><input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(failure?.email ?? '')}">
<label for="password">${text.password}</label><input id="password" name="password" type="password" autocomplete="current-password" required></form>
${buttons(language, action, text.signIn)}${links.map(([href, label]) => `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`).join('')}`,
  );
}

export function secondFactorPage(language: Language, { action, challenge, error }: { action: string; challenge: string; error?: string }) {
  const text = pageTexts[language];
  return page(
    language,
    text.secondFactor,
    `<p>${text.enterCode}</p>${alert(error)}
<form id="answer" method="post" action="${escapeHtml(action)}/second-factor"><input type="hidden" name="challenge" value="${escapeHtml(challenge)}">
<label for="code">${text.code}</label><input id="code" name="code" autocomplete="one-time-code" required></form>
${buttons(language, action, text.continue)}`,
  );
}

export function errorPage(language: Language, message: string): string {
  const text = pageTexts[language];
  return page(language, text.somethingWentWrong, `<p>${escapeHtml(message)}</p><p>${text.startAgain}</p>`);
}

function alert(message: string | undefined): string {
  return message === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(message)}</p>`;
}

/** Renders two buttons side by side: the first submits the form `answer`, the second rejects the authorization request. */
export function buttons(language: Language, action: string, label: string): string {
  const { cancel } = pageTexts[language];
  return `<div class="buttons"><button type="submit" form="answer">${escapeHtml(label)}</button><form method="post" action="${escapeHtml(action)}/abort"><button type="submit" class="plain">${cancel}</button></form></div>`;
}
