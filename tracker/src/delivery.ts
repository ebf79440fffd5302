import { collectUrl, mode, readOtherIds, scriptHash } from './config.ts';
import { mayIdentify, mayStore, person } from './consent.ts';
import { guarded } from './guarded.ts';
import { makeId } from './make-id.ts';
import { boxes, keepBatch } from './unsent-batches.ts';
import { readVisitorId, writeVisitorId } from './visitor-id.ts';
import type { WireEvent } from './wire-event.ts';

/** Zero while deliveries succeed, else the pause before the next attempt, which doubles from attempt to attempt. */
let retryDelayMs = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

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
    send(body).then((done) => done || keepBatch(body));
  }
};

const sendKept = async (lock: unknown) => {
  if (lock) {
    for (const box of boxes()) {
      for (const key in box) {
        if (/^_leadlight./.test(key)) {
          if (!(await send(box[key]!))) {
            return;
          }
          delete box[key];
        }
      }
    }
    retryDelayMs = 0;
  } else {
    retryLater();
  }
};

/** Sends what was put away. What the tabs share is sent by one tab at a time. */
export const retry = guarded(() => {
  clearTimeout(retryTimer);
  retryTimer = undefined;
  // Where locks are refused, storage is refused too and nothing is shared.
  return (mayStore() && navigator.locks?.request('leadlight', { ifAvailable: true }, sendKept).catch(sendKept)) || sendKept(1);
});

const retryLater = () => {
  // Several requests that fail together are one failure.
  if (!retryTimer) {
    retryDelayMs = Math.min(retryDelayMs * 2 || 1e3, 3e5);
    // Scattered, so that all the visitors of an outage do not come back in the same second.
    retryTimer = setTimeout(retry, retryDelayMs * (1 + Math.random()));
  }
};

/** Whether the batch is done with: stored by the collector, or refused for good. */
const send = async (body: string) => {
  try {
    const answer = await fetch(collectUrl, {
      method: 'POST',
      body: body.replace(/\d+/, `${Date.now()}`),
      // Requests that shall outlive the page share 64 KB, beyond which browsers refuse them, so a long one goes without.
      keepalive: !body[1e4],
      credentials: 'omit',
    });
    if (answer.status < 500) {
      return true;
    }
  } catch {}
  retryLater();
};
