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
/** The collector asked not to be asked again before this time. */
let notBeforeMs = 0;

/**
 * Sends new events at once. While the connection is known to be bad they are put away first, because a page that is
 * being closed never hears of the failure.
 */
export const deliver = (events: WireEvent[]) => {
  const body = JSON.stringify({
    // The first digit of the body, which every attempt writes anew.
    sent_at: 0,
    script_hash: scriptHash,
    ...(mayIdentify() && {
      visitor_id: mode ? readVisitorId() || writeVisitorId(makeId()) : undefined,
      ...guarded(() => readOtherIds!(document.cookie))(),
    }),
    ...person,
    // What a browser that is driven by a program says of itself. Alone it makes nobody a bot.
    ...(navigator.webdriver && { hints: ['webdriver'] }),
    events,
  });
  if (retryDelayMs || !navigator.onLine) {
    keepBatch(body);
    retry();
  } else {
    // What earlier pages left behind follows once the collector is known to take something.
    send(body).then((done) => (done ? retry() : keepBatch(body)));
  }
};

const sendKept = async () => {
  for (const box of boxes()) {
    for (const key in box) {
      if (/^_leadlight/.test(key)) {
        if (!(await send(box[key]!))) {
          return;
        }
        delete box[key];
      }
    }
  }
  retryDelayMs = 0;
};

/** Sends what was put away. What the tabs share is sent by one tab at a time. */
export const retry = guarded(() =>
  // Where locks are refused, storage is refused too and nothing is shared.
  ((mayStore() && navigator.locks?.request('_leadlight', sendKept)) || sendKept()).catch(sendKept),
);

/** Whether the batch is done with: stored by the collector, or refused for good. */
const send = async (body: string) => {
  try {
    if (Date.now() >= notBeforeMs) {
      const answer = await fetch(collectUrl, {
        method: 'POST',
        body: body.replace('0', `${Date.now()}`),
        // Requests that shall outlive the page share 64 KB, beyond which browsers refuse them, so a long one goes without.
        keepalive: !body[1e4],
      });
      if (answer.status < 500 && answer.status !== 429) {
        return true;
      }
      // No header counts as zero, and a date in it as if there were none.
      notBeforeMs = Date.now() + (answer.headers.get('retry-after') as unknown as number) * 1e3 || 0;
    }
  } catch {}
  // Several requests that fail together are one failure.
  if (!retryTimer) {
    retryDelayMs = Math.min(retryDelayMs * 2 || 1e3, 3e5);
    retryTimer = setTimeout(
      () => {
        retryTimer = undefined;
        retry();
      },
      // Scattered, so that all the visitors of an outage do not come back in the same second.
      retryDelayMs * (1 + Math.random()),
    );
  }
};
