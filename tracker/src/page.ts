import { person } from './consent.ts';
import { createId } from './create-id.ts';
import { deliver } from './delivery.ts';
import { guarded } from './guarded.ts';
import { clip, type WireEvent } from './wire-event.ts';

/** The current page view, and its URL without the fragment. */
let page: Partial<WireEvent> = {};
let url: string;
const queue: WireEvent[] = [];
/** When the page last became visible, zero while it is hidden. */
let visibleSinceMs: number;
let visibleMs: number;

export const record = (kind: WireEvent['kind'], details: Partial<WireEvent>) => {
  const event = { id: createId(), kind, occurred_at: Date.now(), url, ...details };
  // A short delay batches events that happen together, and allows a page to set its title after its URL. Five events with truncated
  // texts stay below the 64 KB that the collector accepts.
  if (queue.push(event) > 4) {
    flush();
  } else {
    setTimeout(flush, 300);
  }
  return event;
};

export const flush = guarded(() => {
  page.title ||= clip(document.title);
  // After a refusal, only `identify` is left out: consent managers report refusals just after each page view.
  const events = queue.splice(0).filter(({ email }) => !email || person.consent !== false);
  if (events[0]) {
    deliver(events);
  }
});

/** Records a page view if the URL changed, ignoring the fragment, or if the page came back from the back/forward cache. */
export const viewPage = guarded((event?: Event) => {
  const isRestored = (event as PageTransitionEvent | undefined)?.persisted;
  const newUrl = clip(location.href.split('#')[0])!;
  if (isRestored || url !== newUrl) {
    if (!isRestored) {
      leavePage();
    }
    page = record('page_view', { url: newUrl, referrer: clip(url || document.referrer) });
    url = newUrl;
    visibleMs = 0;
    showPage();
  }
});

export const showPage = () => {
  visibleSinceMs = document.hidden ? 0 : performance.now();
};

/** Reports the visible time so far, unless the page has been hidden since the last report. */
export const leavePage = () => {
  if (visibleSinceMs) {
    visibleMs += performance.now() - visibleSinceMs;
    visibleSinceMs = 0;
    record('leave', { duration: (visibleMs / 1e3) | 0 });
  }
};
