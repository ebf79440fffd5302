import { formsUrl, listenToManager } from './config.ts';
import { mayIdentify } from './consent.ts';
import { retry } from './delivery.ts';
import { followLink } from './follow-link.ts';
import { guarded } from './guarded.ts';
import { flush, leavePage, record, showPage, viewPage } from './page.ts';
import { setConsent } from './set-consent.ts';
import { clip } from './wire-event.ts';

type Names = { first_name?: unknown; last_name?: unknown };
type Call = Iterable<unknown>;
/** The calls that the snippet queued, or, once this script took over, nothing but a `push` that obeys at once. */
type Calls = { push: (call: Call) => void; map?: (obey: (call: Call) => void) => void };
type Leadlight = { (...call: unknown[]): void; q?: Calls };

declare const window: { leadlight?: Leadlight };

const obey = guarded(([command, value, more]: Call) => {
  if (command === 'consent') {
    setConsent(!!value);
  } else if (value) {
    // A captured form hands its e-mail address over as a third word; it is used only where the person may be identified.
    let email = command === 'form' && mayIdentify() && more;
    if (command === 'identify') {
      email = value;
    } else if (command === 'event' || command === 'form') {
      record(command, { name: clip(value) });
    }
    if (/.@./.test(email as string)) {
      record('identify', {
        email: clip(email),
        first_name: clip((more as Names)?.first_name),
        last_name: clip((more as Names)?.last_name),
      });
    }
  }
});

const look = guarded((event?: Event) => viewPage((event as PageTransitionEvent | undefined)?.persisted));

const leave = () => {
  leavePage();
  flush();
};

const handlers: Record<string, (event: never) => void> = {
  pagehide: leave,
  visibilitychange: () => (document.hidden ? leave() : showPage()),
  pageshow: look,
  popstate: look,
  online: retry,
  click: followLink,
  auxclick: followLink,
};

const start = guarded(() => {
  const leadlight: Leadlight = window.leadlight || ((...call) => leadlight.q!.push(call));
  window.leadlight = leadlight;
  const early = (leadlight.q || []) as Calls;
  // A page that holds the snippet twice is still counted once.
  if (early.map) {
    leadlight.q = { push: obey };
    setConsent();
    viewPage();
    early.map(obey);
    retry();
    for (const type in handlers) {
      addEventListener(type, guarded(handlers[type]!) as EventListener, true);
    }
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = history[method];
      history[method] = (...args) => {
        // What the method throws is the page's own business.
        original.apply(history, args);
        look();
      };
    }
    guarded(listenToManager!)(setConsent);
    if (formsUrl) {
      // Comes last: a page that demands trusted types refuses it.
      document.head.appendChild(document.createElement('script')).src = formsUrl;
    }
  }
});

if ((document as { prerendering?: boolean }).prerendering) {
  // A page that nobody sees yet may never be seen.
  addEventListener('prerenderingchange', start, true);
} else {
  start();
}
