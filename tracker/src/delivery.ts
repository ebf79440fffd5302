import { collectUrl, readThirdPartyIds, scriptHash } from './config.ts';
import { mayIdentify, mayStore, person } from './consent.ts';
import { createId } from './create-id.ts';
import { guarded } from './guarded.ts';
import { keepBatch, memory, openStorage } from './unsent-batches.ts';
import { readVisitorId, writeVisitorId } from './visitor-id.ts';
import type { WireEvent } from './wire-event.ts';

/** Exponential backoff: zero while deliveries succeed, otherwise the delay before the next attempt, which doubles each time. */
let retryDelayMs = 0;
let retryTimer: ReturnType<typeof setTimeout> | 0;
/** The collector asked for no further attempts before this time. */
let notBeforeMs = 0;

/**
 * Sends new events immediately. If the last delivery failed or the browser is offline, they are stored first, because a page that is
 * being closed never learns of a failure.
 */
export const deliver = (events: WireEvent[]) => {
  const isIdentified = mayIdentify();
  const body = JSON.stringify({
    // Placeholder: every attempt replaces this digit, the first of the body, with the current time.
    sent_at: 0,
    script_hash: scriptHash,
    ...(mayStore() && { visitor_id: readVisitorId() || writeVisitorId(createId()) }),
    ...(isIdentified && guarded(readThirdPartyIds!)()),
    ...person,
    // Automated browsers identify themselves this way. This hint alone does not make a visitor a bot.
    ...(navigator.webdriver && { hints: ['webdriver'] }),
    events,
  });
  if (retryDelayMs || !navigator.onLine) {
    keepBatch(body);
    retry();
  } else {
    // Batches left by earlier pages are sent once the collector has handled a batch of this page.
    // A batch with an id that fails after consent was revoked is dropped.
    send(body).then((done) => (done ? retry() : (isIdentified && !mayIdentify()) || keepBatch(body)));
  }
};

const sendStored = async () => {
  for (const store of [memory, openStorage()!]) {
    for (const key in store) {
      if (/^_leadlight/.test(key)) {
        if (!(await send(store[key]!))) {
          return;
        }
        delete store[key];
      }
    }
  }
  retryDelayMs = 0;
};

/** Sends stored batches. Batches shared by tabs are sent by one tab at a time. */
export const retry = guarded(() =>
  // A browser that rejects locks also rejects storage, so there are no batches shared with other tabs.
  ((mayStore() && navigator.locks?.request('_leadlight', sendStored)) || sendStored()).catch(sendStored),
);

/** Sends a batch. Returns whether it is finished: stored by the collector, or refused permanently. */
const send = async (body: string) => {
  try {
    if (Date.now() >= notBeforeMs) {
      const response = await fetch(collectUrl, {
        method: 'POST',
        body: body.replace('0', Date.now() as unknown as string),
        // Requests with keepalive share a limit of 64 KB, above which browsers refuse them, so a long batch is sent without keepalive.
        keepalive: !body[1e4],
      });
      if (!/^5|429/.test(response.status as unknown as string)) {
        return true;
      }
      // A missing header means no delay, and so does a date, which is not a number.
      notBeforeMs = Date.now() + (response.headers.get('retry-after') as unknown as number) * 1e3 || 0;
    }
  } catch {}
  // Several requests that fail together count as one failure.
  if (!retryTimer) {
    retryDelayMs = Math.min(retryDelayMs * 2 || 1e3, 3e5);
    retryTimer = setTimeout(
      () => {
        retryTimer = 0;
        retry();
      },
      // Random jitter, so that visitors do not all return in the same second after an outage.
      retryDelayMs * (1 + Math.random()),
    );
  }
};
