import { formsUrl, listenToConsentManager } from './config.ts';
import { mayIdentify } from './consent.ts';
import { retry } from './delivery.ts';
import { guarded } from './guarded.ts';
import { flush, leavePage, record, showPage, viewPage } from './page.ts';
import { recordLinkClick } from './record-link-click.ts';
import { setConsent } from './set-consent.ts';
import { clip } from './wire-event.ts';

type Names = { first_name?: unknown; last_name?: unknown };
type Call = Iterable<unknown>;
/**
 * Calls queued by the snippet or, once this script runs, a `push` that executes immediately. Form capture calls `may` to check whether
 * the person may be identified.
 */
type Calls = { push: (call: Call) => void; map?: (execute: (call: Call) => void) => void; may?: () => unknown };
type Leadlight = { (...call: unknown[]): void; q?: Calls };

declare const window: { leadlight?: Leadlight };

const execute = guarded(([command, value, more]: Call) => {
  if (command === 'consent') {
    setConsent(!!value);
  } else if (command === 'identify') {
    if (/.@./.test(value as string)) {
      record(command, {
        email: clip(value),
        first_name: clip((more as Names)?.first_name),
        last_name: clip((more as Names)?.last_name),
      });
    }
  } else if (value && /^(event|form)$/.test(command as string)) {
    record(command as 'event' | 'form', { name: clip(value) });
  }
});

/** Browsers hide a page before they close or leave it, so `visibilitychange` also reports its end. */
const handlers: Record<string, (event: never) => void> = {
  visibilitychange: () => {
    if (document.hidden) {
      leavePage();
      flush();
    } else {
      showPage();
    }
  },
  pageshow: viewPage,
  popstate: viewPage,
  online: retry,
  click: recordLinkClick,
  auxclick: recordLinkClick,
};

const start = guarded(() => {
  window.leadlight ||= (...call) => leadlight.q!.push(call);
  const leadlight: Leadlight = window.leadlight;
  const queued = (leadlight.q || []) as Calls;
  // If the page contains the snippet twice, the second script finds no array and does nothing.
  if (queued.map) {
    leadlight.q = { push: execute, may: mayIdentify };
    setConsent();
    viewPage();
    queued.map(execute);
    for (const type in handlers) {
      addEventListener(type, guarded(handlers[type]!) as EventListener, true);
    }
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = history[method];
      history[method] = (...args) => {
        // Exceptions of the original method belong to the page.
        original.apply(history, args);
        viewPage();
      };
    }
    guarded(listenToConsentManager!)(setConsent);
    if (formsUrl) {
      // A file that cannot be loaded must not cause an unhandled rejection in the page.
      import(formsUrl).catch(guarded);
    }
  }
});

if ((document as { prerendering?: boolean }).prerendering) {
  // A prerendered page may never be shown, so counting starts only when it is shown.
  addEventListener('prerenderingchange', start, true);
} else {
  start();
}
