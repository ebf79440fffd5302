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

/** Styles of the sign-in page of the web application. Its colors are those of web/src/styles/tokens.css. */
const style = `${fontFace()}:root{color-scheme:light dark;--accent:light-dark(#5746d6,#a79bff);--line:light-dark(#e6e5e1,#2a2930);--line-strong:light-dark(#d3d1cb,#3c3a45);--raised:light-dark(#fff,#19181d)}
body{display:grid;place-items:center;min-height:100vh;box-sizing:border-box;margin:0;padding:24px;color:light-dark(#1b1a1f,#eeedf2);font:13.5px/1.5 'Inter Variable',ui-sans-serif,system-ui,sans-serif;background:radial-gradient(60vw 40vh at 85% 0%,color-mix(in srgb,var(--accent) 9%,transparent),transparent),radial-gradient(50vw 40vh at 0% 100%,color-mix(in srgb,#f5b43c 9%,transparent),transparent),light-dark(#fbfbfa,#121115)}
main{width:min(384px,100%)}.brand{display:flex;align-items:center;gap:10px;margin-bottom:22px;font-size:17px;font-weight:650;letter-spacing:-.02em}.brand svg{width:30px;height:30px}
.card{padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--raised);box-shadow:0 1px 2px light-dark(rgb(20 18 30/6%),rgb(0 0 0/40%)),0 8px 28px light-dark(rgb(20 18 30/10%),rgb(0 0 0/50%))}
h1{margin:0 0 12px;font-size:18px;font-weight:600;letter-spacing:-.01em;line-height:1.3}p{margin:0 0 12px}label{display:block;margin:14px 0 5px;font-weight:500}a{display:inline-flex;align-items:center;min-height:28px;color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
input,button{box-sizing:border-box;height:34px;padding:0 12px;border:1px solid var(--line-strong);border-radius:8px;background:var(--raised);color:inherit;font:inherit}input{width:100%;padding:0 10px}button{width:100%;border-color:transparent;background:var(--accent);color:light-dark(#fff,#14121f);font-weight:500;cursor:pointer}
.buttons{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin:18px 0 6px}button.plain{border-color:var(--line-strong);background:var(--raised);color:inherit}ul{margin:0 0 12px;padding-left:18px}li{margin:4px 0}.wrong{color:light-dark(#b3261e,#ff9a92);font-weight:500}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}@media(pointer:coarse){input,button{height:44px;font-size:16px}a{min-height:44px}}`;
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1c1b22"/><path d="M7 7h8v11H7z" fill="#f5b43c"/><path d="M17 7h8v6h-8z" fill="#7c6cf2"/><path d="M17 15h8v10h-8z" fill="#3fb68b"/><path d="M7 20h8v5H7z" fill="#ef7d57"/></svg>';

/** Renders a page without scripts. `title` is plain text, `body` is HTML. */
export function page(language: Language, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)} · Leadlight</title><style>${style}</style></head><body><main><div class="brand">${logo}Leadlight</div><div class="card"><h1>${escapeHtml(title)}</h1>${body}</div></main></body></html>`;
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
