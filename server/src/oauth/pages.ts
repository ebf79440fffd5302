const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1c2330;display:grid;min-height:100vh;place-items:center}
main{background:#fff;border-radius:12px;padding:2rem;max-width:26rem;width:calc(100% - 3rem);box-shadow:0 1px 4px #0003}
h1{font-size:1.25rem;margin:0 0 1rem}label{display:block;margin:.75rem 0 .25rem;font-weight:600}
input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid #8a94a6;border-radius:6px;background:#fff;color:inherit}
button{font:inherit;font-weight:600;padding:.55rem 1rem;border-radius:6px;border:1px solid #1f5eff;background:#1f5eff;color:#fff;cursor:pointer;margin:1rem .5rem 0 0}
button.plain{background:transparent;color:inherit;border-color:#8a94a6}ul{padding-left:1.2rem}li{margin:.25rem 0}small{color:#566075}.wrong{color:#b3261e;font-weight:600}
@media (prefers-color-scheme:dark){body{background:#12161d;color:#e7ebf2}main{background:#1b212b}input{background:#12161d}small{color:#a5afbf}.wrong{color:#ff8a80}}`;

/** Plain HTML without scripts or external resources. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escaped(title)} · Leadlight</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
}

export function loginPage(action: string, appName: string, wrong: { title: string; email: string } | null, providerName?: string): string {
  return page(
    'Sign in',
    `<p><strong>${escaped(appName)}</strong> wants access to your Leadlight account.</p>${wrong ? `<p class="wrong" role="alert">${escaped(wrong.title)}</p>` : ''}
<form method="post" action="${escaped(action)}/login"><label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required value="${escaped(wrong?.email ?? '')}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Sign in</button></form>${providerName === undefined ? '' : `<p><a href="/app/api/oidc/start?return=${escaped(encodeURIComponent(action))}">Sign in with ${escaped(providerName)}</a></p>`}${cancelForm(action)}`,
  );
}

export function secondFactorPage(action: string, challenge: string, wrong: string | null): string {
  return page(
    'Two-factor authentication',
    `<p>Enter the code from your authenticator app, or a recovery code.</p>${wrong ? `<p class="wrong" role="alert">${escaped(wrong)}</p>` : ''}
<form method="post" action="${escaped(action)}/second-factor"><input type="hidden" name="challenge" value="${escaped(challenge)}">
<label for="code">Code</label><input id="code" name="code" autocomplete="one-time-code" required>
<button type="submit">Continue</button></form>${cancelForm(action)}`,
  );
}

export function errorPage(message: string): string {
  return page('Something went wrong', `<p>${escaped(message)}</p><p>Go back to the application and start again.</p>`);
}

export function cancelForm(action: string): string {
  return `<form method="post" action="${escaped(action)}/abort"><button type="submit" class="plain">Cancel</button></form>`;
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
