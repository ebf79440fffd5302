import { collectUrl, mode, readOtherIds, scriptHash } from './config.ts';
import { mayIdentify, mayStore, person } from './consent.ts';
import { guarded } from './guarded.ts';
import { makeId } from './make-id.ts';
import { keepBatch, sendBatches } from './unsent-batches.ts';
import { readVisitorId, writeVisitorId } from './visitor-id.ts';
import type { WireEvent } from './wire-event.ts';

/** Zero while deliveries succeed, else the pause before the next attempt, which doubles from failure to failure. */
let retryDelayMs = 0;
let retryTimer: ReturnType<typeof setTimeout>;

/**
 * Sends new events at once. While the connection is known to be bad they are put away first, because a page that is
 * being closed never hears of the failure.
 */
export const deliver = (events: WireEvent[]) => {
  const body = JSON.stringify({
    // The first number of the body, which every attempt writes anew.
    sent_at: 0,
    script_hash: scriptHash,
    ...(mayIdentify() && {
      visitor_id: mode ? readVisitorId() || writeVisitorId(makeId()) : undefined,
      ...guarded(() => readOtherIds!(document.cookie))(),
    }),
    ...person,
    events,
  });
  if (retryDelayMs || !navigator.onLine) {
    keepBatch(body);
    retry();
  } else {
    send(body).catch(() => keepBatch(body));
  }
};

/** Sends what was put away. What the tabs share is sent by one tab at a time. */
export const retry = guarded(() => {
  const sendKept = (lock: unknown) => (lock ? sendBatches(send).catch(() => {}) : retryLater(1e3));
  // Where locks are refused, storage is refused too and nothing is shared.
  return (mayStore() && navigator.locks?.request('leadlight', { ifAvailable: true }, sendKept).catch(sendKept)) || sendKept(1);
});

const retryLater = (delayMs: number) => {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(retry, delayMs);
};

/** Rejects as long as the batch is worth another attempt. */
const send = (body: string) =>
  fetch(collectUrl, {
    method: 'POST',
    body: body.replace(/\d+/, `${Date.now()}`),
    // Browsers refuse a request of more than 64 KB that shall outlive the page, every time it is tried.
    keepalive: !body[3e4],
    credentials: 'omit',
  })
    .catch(() => undefined)
    .then((answer) => {
      if (answer && answer.status < 500) {
        retryDelayMs = 0;
      } else {
        retryDelayMs = Math.min(retryDelayMs * 2 || 1e3, 3e5);
        // Scattered, so that all the visitors of an outage do not come back in the same second.
        retryLater(retryDelayMs * (1 + Math.random()));
        throw 0;
      }
    });
